package homes

import (
	"cmp"
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/invites"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// Engine reads account pages. sdk.New makes it.
type Engine struct {
	core         *core.Core
	account      *accounts.Engine
	order        *orders.Engine
	subscription *subscriptions.Engine
	codes        *batches.Engine
	invite       *invites.Engine
}

// Parts are the engines that this one calls.
type Parts struct {
	Account      *accounts.Engine
	Order        *orders.Engine
	Subscription *subscriptions.Engine
	Codes        *batches.Engine
	Invite       *invites.Engine
}

// New returns an Engine.
func New(k *core.Core, p Parts) *Engine {
	return &Engine{core: k, account: p.Account, order: p.Order, subscription: p.Subscription, codes: p.Codes, invite: p.Invite}
}

// Read implements [home.Client].
func (c *Engine) Read(ctx context.Context, token secret.Secret, meta caller.Meta) (*home.AccountPage, error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	holder, err := c.core.Person(ctx, c.core.Q, owner.PersonID)
	if err != nil {
		return nil, fmt.Errorf("account page: %w", err)
	}
	page := &home.AccountPage{
		UserID: owner.ID.String(), FirstName: holder.FirstName, LastName: holder.LastName, Email: holder.Email, Family: []account.FamilyMember{},
	}
	if page.Locale, err = c.core.LocaleIn(ctx, holder.Country(), cmp.Or(meta.Locale, text.Language(meta.Lang))); err != nil {
		return nil, err
	}
	if page.Subscriptions, err = c.subscription.Held(ctx, owner.ID, meta); err != nil {
		return nil, err
	}
	if page.Receipts, err = c.order.Receipts(ctx, owner.ID, meta.Lang); err != nil {
		return nil, err
	}
	place, err := c.account.OwnPlace(ctx, c.core.Q, owner.ID)
	if err != nil {
		return nil, err
	}
	if place != nil {
		if page.Family, err = c.account.FamilyMembers(ctx, c.core.Q, place.Family); err != nil {
			return nil, err
		}
	}
	if page.Professional, err = c.professionalPart(ctx, owner); err != nil {
		return nil, err
	}
	page.CoParent, err = c.invite.CoParent(ctx, owner)
	return page, err
}

func (c *Engine) professionalPart(ctx context.Context, owner db.Account) (*home.ProfessionalPart, error) {
	if owner.Kind != accounts.KindProfessional {
		return nil, nil //nolint:nilnil // a parent has none
	}
	row, err := c.core.Q.FindProfessionalByAccount(ctx, owner.ID)
	if err != nil {
		return nil, fmt.Errorf("account page: professional: %w", err)
	}
	issued, err := c.codes.Batches(ctx, row.ID.String())
	return &home.ProfessionalPart{State: professional.State(row.State), Batches: issued}, err
}

// Receipt implements [home.Client].
func (c *Engine) Receipt(ctx context.Context, token secret.Secret, receiptID string, meta caller.Meta) (*order.Receipt, error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	return c.order.OwnReceipt(ctx, owner.ID, receiptID, meta.Lang)
}
