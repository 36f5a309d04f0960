package accounts

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
)

// Engine runs the operations of accounts. sdk.New makes it.
type Engine struct {
	core *core.Core
	host *integrations.Engine
}

// New returns an Engine.
func New(k *core.Core, hosts *integrations.Engine) *Engine {
	return &Engine{core: k, host: hosts}
}
