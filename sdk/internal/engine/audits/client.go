package audits

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
)

// Engine runs the audits. sdk.New makes it.
type Engine struct {
	core    *core.Core
	payment *payments.Engine
}

// New returns an Engine.
func New(k *core.Core, pay *payments.Engine) *Engine { return &Engine{core: k, payment: pay} }
