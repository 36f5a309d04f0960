package invite

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of invitations. sdk.New makes it.
type Client struct {
	core         *core.Core
	account      *account.Client
	professional *professional.Client
	checkout     *checkout.Client
	signup       *signup.Client
}

// New makes a Client.
func New(core *core.Core, accounts *account.Client, professionals *professional.Client, checkouts *checkout.Client, signups *signup.Client) (*Client, error) {
	if err := signup.CheckGuards(inviteGuards, inviteStates); err != nil {
		return nil, err
	}
	return &Client{core: core, account: accounts, professional: professionals, checkout: checkouts, signup: signups}, nil
}
