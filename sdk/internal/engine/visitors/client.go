package visitors

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/support"
)

// Config holds the services that a visitor's browser reaches through this one. All may be missing.
type Config struct {
	Addresses places.Search
	Chat      support.Config
	Analytics analytics.Service
}

// Engine runs the operations of visitors. sdk.New makes it.
type Engine struct {
	core    *core.Core
	account *accounts.Engine
	signup  *signups.Engine
	config  Config
}

// New makes a Client.
func New(k *core.Core, acc *accounts.Engine, reg *signups.Engine, config Config) (*Engine, error) {
	if err := validateChat(config.Chat); err != nil {
		return nil, fmt.Errorf("sdk: Config.Chat: %w", err)
	}
	return &Engine{core: k, account: acc, signup: reg, config: config}, nil
}

// Config returns the configuration with its defaults.
func (c *Engine) Config() Config { return c.config }
