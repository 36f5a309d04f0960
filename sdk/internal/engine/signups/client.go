package signups

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
)

// Engine runs the operations on sign-ups. sdk.New makes it.
type Engine struct {
	core    *core.Core
	order   *orders.Engine
	payment *payments.Engine
}

// New makes an Engine.
func New(k *core.Core, ord *orders.Engine, pay *payments.Engine) (*Engine, error) {
	if err := CheckGuards(stepGuards, stepStates); err != nil {
		return nil, err
	}
	return &Engine{core: k, order: ord, payment: pay}, nil
}
