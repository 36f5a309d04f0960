package checkouts

import (
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

// Engine implements [checkout.Client]. sdk.New creates it.
type Engine struct {
	core      *core.Core
	account   *accounts.Engine
	order     *orders.Engine
	payment   *payments.Engine
	signup    *signups.Engine
	checkouts map[string]Kind // by purpose of the order
}

// Parts are the engines that this one calls.
type Parts struct {
	Account *accounts.Engine
	Order   *orders.Engine
	Payment *payments.Engine
	Signup  *signups.Engine
}

// New returns an Engine. The caller fills the map checkouts after New, because the kinds need engines that need this one. It must be full before the
// first payment.
func New(k *core.Core, p Parts, checkouts map[string]Kind) *Engine {
	return &Engine{core: k, account: p.Account, order: p.Order, payment: p.Payment, signup: p.Signup, checkouts: checkouts}
}
