// Package engine makes the parts of an SDK client and connects them.
package engine

import (
	"maps"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/letters"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Config is the configuration of each part.
type Config struct {
	Core    core.Config
	Payment payment.Config
	Renewal subscription.RenewalConfig
	Host    host.Config
	Visitor visitor.Config
}

// Engine holds the parts of a client, with the operations that they call of one another.
type Engine struct {
	Core         *core.Core
	Account      *account.Client
	Checkout     *checkout.Client
	Codes        *codes.Client
	Home         *home.Client
	Host         *host.Client
	Identity     *identity.Client
	Invite       *invite.Client
	Letters      *letters.Client
	Operate      *operate.Client
	Payment      *payment.Client
	Professional *professional.Client
	Signup       *signup.Client
	Subscription *subscription.Client
	Visitor      *visitor.Client
}

// Of returns the engine of an sdk.Client. Package sdk sets it, which this package can't import.
var Of func(client any) *Engine

// New makes the parts. It checks the configuration, and uses neither the database nor the network.
func New(cfg Config) (*Engine, error) {
	k, err := core.New(cfg.Core)
	if err != nil {
		return nil, err
	}
	e := &Engine{Core: k}
	orders := order.New(k)
	if e.Host, err = host.New(k, cfg.Host); err != nil {
		return nil, err
	}
	// Payment and checkout call back into packages that import them, through tables that are filled once those are made.
	purposes, kinds := new(payment.Purposes), map[string]checkout.Kind{}
	e.Account = account.New(k, e.Host)
	e.Professional = professional.New(k, e.Account)
	if e.Payment, err = payment.New(k, orders, cfg.Payment, purposes); err != nil {
		return nil, err
	}
	if e.Signup, err = signup.New(k, orders, e.Payment); err != nil {
		return nil, err
	}
	e.Checkout = checkout.New(k, e.Account, orders, e.Payment, e.Signup, kinds)
	if e.Subscription, err = subscription.New(k, e.Payment, cfg.Renewal); err != nil {
		return nil, err
	}
	e.Codes = codes.New(k, e.Payment)
	if e.Invite, err = invite.New(k, e.Account, e.Professional, e.Checkout, e.Signup); err != nil {
		return nil, err
	}
	e.Home = home.New(k, e.Account, orders, e.Subscription, e.Codes, e.Invite)
	e.Letters = letters.New(k, orders, e.Account, e.Subscription, e.Signup)
	e.Visitor, err = visitor.New(k, e.Account, e.Signup, cfg.Visitor)
	if err != nil {
		return nil, err
	}
	e.Identity = identity.New(k)
	e.Operate = operate.New(k, e.Codes, e.Host, e.Identity, e.Payment, e.Signup)
	maps.Copy(kinds, e.checkoutTable())
	*purposes, err = e.purposeTable()
	return e, err
}
