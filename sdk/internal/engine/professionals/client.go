package professionals

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
)

// Engine runs the operations of professionals' accounts. sdk.New makes it.
type Engine struct {
	core    *core.Core
	account *accounts.Engine
}

// New makes a Client.
func New(k *core.Core, acc *accounts.Engine) *Engine {
	return &Engine{core: k, account: acc}
}
