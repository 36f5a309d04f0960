package invites

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/checkouts"
	"github.com/cojoin/cojoin/sdk/internal/engine/professionals"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

// Engine runs the operations on invitations. sdk.New makes it.
type Engine struct {
	core         *core.Core
	account      *accounts.Engine
	professional *professionals.Engine
	checkout     *checkouts.Engine
	signup       *signups.Engine
}

// New makes an Engine.
func New(k *core.Core, acc *accounts.Engine, pros *professionals.Engine, out *checkouts.Engine, signupList *signups.Engine) (*Engine, error) {
	if err := signups.CheckGuards(inviteGuards, inviteStates); err != nil {
		return nil, err
	}
	return &Engine{core: k, account: acc, professional: pros, checkout: out, signup: signupList}, nil
}
