package operate

import (
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of operators. sdk.New makes it.
type Client struct {
	core    *core.Core
	codes   *codes.Client
	payment *payment.Client
	signup  *signup.Client
}

// New makes a Client.
func New(core *core.Core, codes *codes.Client, payments *payment.Client, signups *signup.Client) *Client {
	return &Client{core: core, codes: codes, payment: payments, signup: signups}
}
