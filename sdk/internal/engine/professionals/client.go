package professionals

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
)

// Engine implements [professional.Client]. sdk.New creates it.
type Engine struct {
	core    *core.Core
	account *accounts.Engine
}

// New returns an Engine.
func New(k *core.Core, acc *accounts.Engine) *Engine {
	return &Engine{core: k, account: acc}
}
