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

// Engine runs the operations of operators. sdk.New makes it.
type Engine struct {
	core     *core.Core
	codes    *batches.Engine
	host     *integrations.Engine
	privacy  *subjects.Engine
	identity *identities.Engine
	payment  *payments.Engine
	signup   *signups.Engine
}

// New makes a Client.
func New(k *core.Core, codes *batches.Engine, hosts *integrations.Engine, persons *subjects.Engine, marks *identities.Engine, pay *payments.Engine, reg *signups.Engine) *Engine {
	return &Engine{core: k, codes: codes, host: hosts, privacy: persons, identity: marks, payment: pay, signup: reg}
}
