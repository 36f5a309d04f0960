package account

import (
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Client runs the operations of accounts. sdk.New makes it.
type Client struct {
	core *core.Core
	host *host.Client
}

// New makes a Client.
func New(core *core.Core, hosts *host.Client) *Client {
	return &Client{core: core, host: hosts}
}
