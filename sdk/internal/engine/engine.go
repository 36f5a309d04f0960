// Package engine makes the parts of an SDK client and connects them.
package engine

import (
	"maps"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/audits"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/checkouts"
	"github.com/cojoin/cojoin/sdk/internal/engine/emails"
	"github.com/cojoin/cojoin/sdk/internal/engine/homes"
	"github.com/cojoin/cojoin/sdk/internal/engine/identities"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
	"github.com/cojoin/cojoin/sdk/internal/engine/invites"
	"github.com/cojoin/cojoin/sdk/internal/engine/operations"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/professionals"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
	"github.com/cojoin/cojoin/sdk/internal/engine/visitors"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Config is the configuration of each part.
type Config struct {
	Core        core.Config
	Payment     payment.Config
	Renewal     subscription.RenewalConfig
	Integration integration.Config
	Visitor     visitors.Config
}

// Engine holds the parts of a client, with the operations that they call of one another.
type Engine struct {
	Core         *core.Core
	Account      *accounts.Engine
	Audit        *audits.Engine
	Checkout     *checkouts.Engine
	Codes        *batches.Engine
	Home         *homes.Engine
	Integration  *integrations.Engine
	Identity     *identities.Engine
	Invite       *invites.Engine
	Email        *emails.Engine
	Operate      *operations.Engine
	Payment      *payments.Engine
	Privacy      *subjects.Engine
	Professional *professionals.Engine
	Signup       *signups.Engine
	Subscription *subscriptions.Engine
	Visitor      *visitors.Engine
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
	order := orders.New(k)
	if e.Integration, err = integrations.New(k, cfg.Integration); err != nil {
		return nil, err
	}
	// Payment and checkout call back into packages that import them, through tables that are filled once those are made.
	purposes, kinds := new(payments.Purposes), map[string]checkouts.Kind{}
	e.Account = accounts.New(k, e.Integration)
	e.Professional = professionals.New(k, e.Account)
	if e.Payment, err = payments.New(k, order, cfg.Payment, purposes); err != nil {
		return nil, err
	}
	if e.Signup, err = signups.New(k, order, e.Payment); err != nil {
		return nil, err
	}
	e.Checkout = checkouts.New(k, checkouts.Parts{Account: e.Account, Order: order, Payment: e.Payment, Signup: e.Signup}, kinds)
	if e.Subscription, err = subscriptions.New(k, e.Payment, cfg.Renewal); err != nil {
		return nil, err
	}
	e.Codes = batches.New(k, e.Payment)
	if e.Invite, err = invites.New(k, e.Account, e.Professional, e.Checkout, e.Signup); err != nil {
		return nil, err
	}
	e.Home = homes.New(k, homes.Parts{Account: e.Account, Order: order, Subscription: e.Subscription, Codes: e.Codes, Invite: e.Invite})
	e.Email = emails.New(k, order, e.Account, e.Subscription, e.Signup)
	e.Visitor, err = visitors.New(k, e.Account, e.Signup, cfg.Visitor)
	if err != nil {
		return nil, err
	}
	e.Identity = identities.New(k)
	e.Privacy = subjects.New(k, e.Identity, e.Payment, e.Signup)
	e.Audit = audits.New(k, e.Payment)
	e.Operate = operations.New(k, operations.Parts{
		Codes: e.Codes, Identity: e.Identity, Integration: e.Integration, Payment: e.Payment, Privacy: e.Privacy, Signup: e.Signup,
	})
	maps.Copy(kinds, e.checkoutTable())
	*purposes, err = e.purposeTable()
	return e, err
}
