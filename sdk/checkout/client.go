package checkout

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of checkout. sdk.New makes it.
type Client struct {
	core      *core.Core
	account   *account.Client
	order     *order.Client
	payment   *payment.Client
	signup    *signup.Client
	checkouts map[string]Kind // by purpose of the order
}

// New makes a Client. The table of checkouts is filled later, but before the first call: package invite adds a row.
func New(core *core.Core, accounts *account.Client, orders *order.Client, payments *payment.Client, signups *signup.Client, checkouts map[string]Kind) *Client {
	return &Client{core: core, account: accounts, order: orders, payment: payments, signup: signups, checkouts: checkouts}
}
