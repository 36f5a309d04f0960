package subscription

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Client runs the operations of subscriptions. sdk.New makes it.
type Client struct {
	core    *core.Core
	order   *order.Client
	payment *payment.Client
	config  RenewalConfig
}

// New makes a Client.
func New(core *core.Core, orders *order.Client, payments *payment.Client, config RenewalConfig) (*Client, error) {
	config = config.withDefaults()
	if err := config.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Renewal: %w", err)
	}
	return &Client{core: core, order: orders, payment: payments, config: config}, nil
}

// Config returns the configuration with its defaults.
func (c *Client) Config() RenewalConfig { return c.config }
