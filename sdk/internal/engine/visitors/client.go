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

// Config holds the services that visitors' browsers reach through this server. Each is optional.
type Config struct {
	Addresses places.Search
	Chat      support.Config
	Analytics analytics.Service
}

// Engine implements [visitor.Client], [places.Client], [support.Client] and [analytics.Client]. sdk.New creates it.
type Engine struct {
	core    *core.Core
	account *accounts.Engine
	signup  *signups.Engine
	config  Config
}

// New returns an Engine.
func New(k *core.Core, acc *accounts.Engine, reg *signups.Engine, config Config) (*Engine, error) {
	if err := validateChat(config.Chat); err != nil {
		return nil, fmt.Errorf("sdk: Config.Chat: %w", err)
	}
	return &Engine{core: k, account: acc, signup: reg, config: config}, nil
}

// Config returns the configuration.
func (c *Engine) Config() Config { return c.config }
