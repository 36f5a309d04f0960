package emails

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
)

// Engine runs the operations on mails. sdk.New makes it.
type Engine struct {
	core         *core.Core
	order        *orders.Engine
	account      *accounts.Engine
	subscription *subscriptions.Engine
	signup       *signups.Engine
}

// New makes an Engine.
func New(k *core.Core, ord *orders.Engine, acc *accounts.Engine, subs *subscriptions.Engine, reg *signups.Engine) *Engine {
	return &Engine{core: k, order: ord, account: acc, subscription: subs, signup: reg}
}
