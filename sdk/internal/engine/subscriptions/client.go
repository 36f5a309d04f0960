package subscriptions

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Engine implements [subscription.Client]. sdk.New creates it.
type Engine struct {
	core    *core.Core
	payment *payments.Engine
	config  subscription.RenewalConfig
}

// New returns an Engine. It validates config after filling in the defaults.
func New(k *core.Core, pay *payments.Engine, config subscription.RenewalConfig) (*Engine, error) {
	config = withDefaults(config)
	if err := validateRenewal(config); err != nil {
		return nil, fmt.Errorf("sdk: Config.Renewal: %w", err)
	}
	return &Engine{core: k, payment: pay, config: config}, nil
}
