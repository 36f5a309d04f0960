package subscriptions

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Engine runs the operations of subscriptions. sdk.New makes it.
type Engine struct {
	core    *core.Core
	payment *payments.Engine
	config  subscription.RenewalConfig
}

// New makes a Client.
func New(k *core.Core, pay *payments.Engine, config subscription.RenewalConfig) (*Engine, error) {
	config = withDefaults(config)
	if err := validateRenewal(config); err != nil {
		return nil, fmt.Errorf("sdk: Config.Renewal: %w", err)
	}
	return &Engine{core: k, payment: pay, config: config}, nil
}
