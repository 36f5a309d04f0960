package batches

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
)

// Engine runs the operations of subscription codes. sdk.New makes it.
type Engine struct {
	core    *core.Core
	payment *payments.Engine
}

// New makes a Client.
func New(core *core.Core, payments *payments.Engine) *Engine {
	return &Engine{core: core, payment: payments}
}
