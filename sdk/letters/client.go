package letters

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Client runs the operations of mails. sdk.New makes it.
type Client struct {
	core         *core.Core
	order        *order.Client
	account      *account.Client
	subscription *subscription.Client
	signup       *signup.Client
}

// New makes a Client.
func New(core *core.Core, orders *order.Client, accounts *account.Client, subscriptions *subscription.Client, signups *signup.Client) *Client {
	return &Client{core: core, order: orders, account: accounts, subscription: subscriptions, signup: signups}
}
