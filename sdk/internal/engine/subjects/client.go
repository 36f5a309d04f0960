package subjects

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/identities"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

// Engine runs the operations on the data of persons. sdk.New makes it.
type Engine struct {
	core     *core.Core
	identity *identities.Engine
	payment  *payments.Engine
	signup   *signups.Engine
}

// New returns an Engine.
func New(k *core.Core, marks *identities.Engine, pay *payments.Engine, reg *signups.Engine) *Engine {
	return &Engine{core: k, identity: marks, payment: pay, signup: reg}
}
