package accounts

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/hosting"
)

// Engine runs the operations of accounts. sdk.New makes it.
type Engine struct {
	core *core.Core
	host *hosting.Engine
}

// New makes a Client.
func New(core *core.Core, hosts *hosting.Engine) *Engine {
	return &Engine{core: core, host: hosts}
}
