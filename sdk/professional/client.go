package professional

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Client runs the operations of professionals' accounts. sdk.New makes it.
type Client struct {
	core    *core.Core
	account *account.Client
}

// New makes a Client.
func New(core *core.Core, accounts *account.Client) *Client {
	return &Client{core: core, account: accounts}
}
