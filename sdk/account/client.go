package account

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Client runs the operations of accounts. sdk.New makes it.
type Client struct {
	core *core.Core
}

// New makes a Client.
func New(core *core.Core) *Client {
	return &Client{core: core}
}
