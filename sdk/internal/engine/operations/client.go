package operations

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/identities"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
)

// Engine implements the operations of operators. sdk.New creates it.
type Engine struct {
	core        *core.Core
	codes       *batches.Engine
	integration *integrations.Engine
	privacy     *subjects.Engine
	identity    *identities.Engine
	payment     *payments.Engine
	signup      *signups.Engine
}

// Parts are the engines that this one calls.
type Parts struct {
	Codes       *batches.Engine
	Identity    *identities.Engine
	Integration *integrations.Engine
	Payment     *payments.Engine
	Privacy     *subjects.Engine
	Signup      *signups.Engine
}

// New creates an Engine.
func New(k *core.Core, p Parts) *Engine {
	return &Engine{core: k, codes: p.Codes, integration: p.Integration, privacy: p.Privacy, identity: p.Identity, payment: p.Payment, signup: p.Signup}
}
