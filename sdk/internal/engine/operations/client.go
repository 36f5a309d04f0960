package operations

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/hosting"
	"github.com/cojoin/cojoin/sdk/internal/engine/identities"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

// Engine runs the operations of operators. sdk.New makes it.
type Engine struct {
	core     *core.Core
	codes    *batches.Engine
	host     *hosting.Engine
	identity *identities.Engine
	payment  *payments.Engine
	signup   *signups.Engine
}

// New makes a Client.
func New(core *core.Core, codes *batches.Engine, hosts *hosting.Engine, identities *identities.Engine, payments *payments.Engine, signups *signups.Engine) *Engine {
	return &Engine{core: core, codes: codes, host: hosts, identity: identities, payment: payments, signup: signups}
}
