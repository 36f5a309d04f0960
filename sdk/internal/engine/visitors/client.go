package visitors

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Config holds the services that a visitor's browser reaches through this one. All may be missing.
type Config struct {
	Addresses visitor.AddressSearch
	Chat      visitor.ChatConfig
	Analytics visitor.Analytics
}

// Engine runs the operations of visitors. sdk.New makes it.
type Engine struct {
	core    *core.Core
	account *accounts.Engine
	signup  *signups.Engine
	config  Config
}

// New makes a Client.
func New(core *core.Core, accounts *accounts.Engine, signups *signups.Engine, config Config) (*Engine, error) {
	if err := validateChat(config.Chat); err != nil {
		return nil, fmt.Errorf("sdk: Config.Chat: %w", err)
	}
	return &Engine{core: core, account: accounts, signup: signups, config: config}, nil
}

// Config returns the configuration with its defaults.
func (c *Engine) Config() Config { return c.config }
