package orders

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Engine runs the operations of orders. sdk.New makes it.
type Engine struct {
	core *core.Core
}

// New makes a Client.
func New(k *core.Core) *Engine {
	return &Engine{core: k}
}
