package batches

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
)

// Engine implements [codes.Client]. sdk.New creates it.
type Engine struct {
	core    *core.Core
	payment *payments.Engine
}

// New returns an Engine.
func New(k *core.Core, pay *payments.Engine) *Engine {
	return &Engine{core: k, payment: pay}
}
