package orders

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Engine implements the operations of orders. sdk.New creates it.
type Engine struct {
	core *core.Core
}

// New creates an Engine.
func New(k *core.Core) *Engine {
	return &Engine{core: k}
}
