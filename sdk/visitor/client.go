package visitor

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Config holds the services that a visitor's browser reaches through this one. All may be missing.
type Config struct {
	Addresses AddressSearch
	Chat      ChatConfig
	Analytics Analytics
}

// Client runs the operations of visitors. sdk.New makes it.
type Client struct {
	core    *core.Core
	account *account.Client
	signup  *signup.Client
	config  Config
}

// New makes a Client.
func New(core *core.Core, accounts *account.Client, signups *signup.Client, config Config) (*Client, error) {
	if err := config.Chat.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Chat: %w", err)
	}
	return &Client{core: core, account: accounts, signup: signups, config: config}, nil
}

// Config returns the configuration with its defaults.
func (c *Client) Config() Config { return c.config }
