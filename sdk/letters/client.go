package letters

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Client runs the operations of mails. sdk.New makes it.
type Client struct {
	core         *core.Core
	subscription *subscription.Client
}

// New makes a Client.
func New(core *core.Core, subscriptions *subscription.Client) *Client {
	return &Client{core: core, subscription: subscriptions}
}
