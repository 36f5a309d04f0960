package home

import (
	"cmp"
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

// Client reads account pages. sdk.New makes it.
type Client struct {
	core         *core.Core
	account      *account.Client
	order        *order.Client
	subscription *subscription.Client
	codes        *codes.Client
	invite       *invite.Client
}

// New makes a Client.
func New(core *core.Core, accounts *account.Client, orders *order.Client, subscriptions *subscription.Client, batches *codes.Client, invites *invite.Client) *Client {
	return &Client{core: core, account: accounts, order: orders, subscription: subscriptions, codes: batches, invite: invites}
}

// AccountPage is what an account's owner sees of it.
type AccountPage struct {
	UserID        string                          `json:"userId"`
	FirstName     string                          `json:"firstName"`
	LastName      string                          `json:"lastName"`
	Email         string                          `json:"email"`
	Locale        string                          `json:"locale" doc:"What days and amounts are written for, e.g. en-GB: the caller's language, as the account's country writes it"`
	Subscriptions []subscription.HeldSubscription `json:"subscriptions" doc:"That the account pays for or uses, the present term first"`
	Receipts      []order.ReceiptSummary          `json:"receipts" doc:"The newest first"`
	Family        []account.FamilyMember          `json:"family" doc:"Parents first, then children; the account's owner among them"`
	CoParent      *invite.InvitedCoParent         `json:"coParent,omitempty" doc:"Whom the account's owner has invited"`
	Professional  *ProfessionalPart               `json:"professional,omitempty" doc:"Only of a professional's account"`
}

// ProfessionalPart is what a professional's account has: batches of subscription codes, without the codes themselves.
type ProfessionalPart struct {
	State   professional.State `json:"state" enum:"pending_verification,verified,suspended"`
	Batches []codes.Batch      `json:"batches" doc:"The newest first"`
}

// Read returns the page of the account that an account token belongs to. Fault: [fault.TokenInvalid].
func (c *Client) Read(ctx context.Context, token secret.Secret, meta caller.Meta) (*AccountPage, error) {
	owner, err := account.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	who, err := c.core.Person(ctx, c.core.Q, owner.PersonID)
	if err != nil {
		return nil, fmt.Errorf("account page: %w", err)
	}
	page := &AccountPage{
		UserID: owner.ID.String(), FirstName: who.FirstName, LastName: who.LastName, Email: who.Email, Family: []account.FamilyMember{},
	}
	if page.Locale, err = c.core.LocaleIn(ctx, who.Country(), cmp.Or(meta.Locale, text.Language(meta.Lang))); err != nil {
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

func (c *Client) professionalPart(ctx context.Context, owner db.Account) (*ProfessionalPart, error) {
	if owner.Kind != account.KindProfessional {
		return nil, nil //nolint:nilnil // a parent has none
	}
	row, err := c.core.Q.FindProfessionalByAccount(ctx, owner.ID)
	if err != nil {
		return nil, fmt.Errorf("account page: professional: %w", err)
	}
	batches, err := c.codes.Batches(ctx, row.ID.String())
	return &ProfessionalPart{State: professional.State(row.State), Batches: batches}, err
}

// Receipt returns one of the receipts of the account that an account token belongs to, in the caller's language.
// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
func (c *Client) Receipt(ctx context.Context, token secret.Secret, receiptID string, meta caller.Meta) (*order.Receipt, error) {
	owner, err := account.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	return c.order.OwnReceipt(ctx, owner.ID, receiptID, meta.Lang)
}
