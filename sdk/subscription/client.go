package subscription

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Client runs the operations of subscriptions. sdk.New makes it.
type Client struct {
	core    *core.Core
	payment *payment.Client
	config  RenewalConfig
}

// New makes a Client.
func New(core *core.Core, payments *payment.Client, config RenewalConfig) (*Client, error) {
	config = config.withDefaults()
	if err := config.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Renewal: %w", err)
	}
	return &Client{core: core, payment: payments, config: config}, nil
}
