package payments

import (
	"fmt"
	"sync/atomic"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Engine implements the operations of payments. sdk.New creates it.
type Engine struct {
	core     *core.Core
	order    *orders.Engine
	config   payment.Config
	purposes *Purposes

	declineAlarm atomic.Int64 // Unix seconds of this process's last log that too many declines have tightened payments
}

// New creates an Engine. purposes is empty at first, because its rows call packages that import this one. sdk.New fills it before the Engine is used.
func New(k *core.Core, ord *orders.Engine, config payment.Config, purposes *Purposes) (*Engine, error) {
	config = config.WithDefaults()
	if err := validateConfig(config); err != nil {
		return nil, fmt.Errorf("sdk: Config.Payment: %w", err)
	}
	return &Engine{core: k, order: ord, config: config, purposes: purposes}, nil
}

// Config returns the configuration with its defaults.
func (c *Engine) Config() payment.Config { return c.config }

// Purpose returns the row of the order's purpose.
func (c *Engine) Purpose(order db.Order) (Purpose, error) { return c.purposes.Of(order) }
