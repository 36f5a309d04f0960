package payment

import (
	"fmt"
	"sync/atomic"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
)

// Client runs the operations of payments. sdk.New makes it.
type Client struct {
	core     *core.Core
	order    *order.Client
	config   Config
	purposes *Purposes

	declineAlarm atomic.Int64 // when this process last logged that payments are tightened, in Unix seconds
}

// New makes a Client. purposes are filled before its first call: their rows are operations of packages that import this one.
func New(core *core.Core, orders *order.Client, config Config, purposes *Purposes) (*Client, error) {
	config = config.WithDefaults()
	if err := config.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Payment: %w", err)
	}
	return &Client{core: core, order: orders, config: config, purposes: purposes}, nil
}

// Config returns the configuration with its defaults.
func (c *Client) Config() Config { return c.config }

// Purpose returns what is particular to the purpose of an order.
func (c *Client) Purpose(order db.Order) (Purpose, error) { return c.purposes.Of(order) }
