package mails

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
)

// Engine runs the operations of mails. sdk.New makes it.
type Engine struct {
	core         *core.Core
	order        *orders.Engine
	account      *accounts.Engine
	subscription *subscriptions.Engine
	signup       *signups.Engine
}

// New makes a Client.
func New(core *core.Core, orders *orders.Engine, accounts *accounts.Engine, subscriptions *subscriptions.Engine, signups *signups.Engine) *Engine {
	return &Engine{core: core, order: orders, account: accounts, subscription: subscriptions, signup: signups}
}
