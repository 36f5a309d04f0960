package signup

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Client runs the operations of sign-ups. sdk.New makes it.
type Client struct {
	core    *core.Core
	order   *order.Client
	payment *payment.Client
}

// New makes a Client.
func New(core *core.Core, orders *order.Client, payments *payment.Client) (*Client, error) {
	if err := CheckGuards(stepGuards, stepStates); err != nil {
		return nil, err
	}
	return &Client{core: core, order: orders, payment: payments}, nil
}
