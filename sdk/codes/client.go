package codes

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Client runs the operations of subscription codes. sdk.New makes it.
type Client struct {
	core    *core.Core
	payment *payment.Client
}

// New makes a Client.
func New(core *core.Core, payments *payment.Client) *Client {
	return &Client{core: core, payment: payments}
}
