package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// Read implements [invite.Client].
func (c *Engine) Read(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (*invite.Context, error) {
	decision, err := c.signup.DecisionContext(ctx, meta)
	if err != nil {
		return nil, err
	}
	var out *invite.Context
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		invitee, err := c.account.Invitee(ctx, tx.Queries, userID, token)
		if err != nil {
			return err
		}
		out, err = c.invitationContext(ctx, tx, invitee, decision, meta)
		return err
	})
	return out, err
}

// invitationContext builds the answer, in the transaction that may have changed its data.
func (c *Engine) invitationContext(ctx context.Context, tx *pg.Tx, invitee accounts.Invitee, decision signups.DecisionContext, meta caller.Meta) (*invite.Context, error) {
	d, err := c.inviteDraft(ctx, tx.Queries, tx.FindInvitationRegistration, invitee, decision)
	if err != nil {
		return nil, err
	}
	seat, err := c.account.Seat(ctx, tx.Queries, accounts.PlaceOf(invitee.Invitation))
	if err != nil {
		return nil, err
	}
	facts := inviteFactsOf(d, invitee, seat, decision)
	guard := signups.GuardOf(inviteGuards, stepOf(facts))
	out := &invite.Context{
		UserID: invitee.UserID().String(), IsSubscriptionCurrent: seat.Status == accounts.InviteeSubscriptionCurrent, SubscriptionStatus: seat.Status,
		BillingAddressComplete: facts.BillingComplete, RequireCredentials: !facts.HasCredentials,
		AgreedToTerms: invitee.AgreedToTerms(), LanguageLocale: text.LocaleTag(invitee.Invitation.Locale),
		PricingGroup: d.PricingGroup, PackageIDs: decision.Catalog.PackageIDs(d.PricingGroup),
		Next: guard.Next, Routes: guard.Routes, ExpiresAt: invitee.Invitation.ExpiresAt.UTC(),
	}
	if invitee.Invitation.PackageID != nil {
		out.CoparentPackageID = int(*invitee.Invitation.PackageID)
	}
	if out.FamilyMembers, err = c.account.FamilyMembers(ctx, tx.Queries, invitee.Invitation.FamilyID); err != nil {
		return nil, err
	}
	if out.UserCreatedByPro, err = c.createdByPro(ctx, tx.Queries, invitee.Invitation); err != nil {
		return nil, err
	}
	if out.AvailableCoupons, err = c.signup.CouponsOf(ctx, d.Choice, meta.Lang); err != nil {
		return nil, err
	}
	out.Registration = inviteWire(d, invitee, facts, guard)
	if s := stepOf(facts); s == StepJoined || s == StepPaid {
		token, err := c.core.NewCredentialsToken(ctx, tx, invitee.UserID())
		if err != nil {
			return nil, err
		}
		out.ClickToJoinToken = secret.Shown(token)
	}
	return out, nil
}

// createdByPro returns the name of the professional behind the invitation, nil for a parent's invitation.
func (c *Engine) createdByPro(ctx context.Context, q *db.Queries, invitation db.Invitation) (*invite.ProfessionalName, error) {
	if invitation.ProfessionalID == nil {
		return nil, nil
	}
	professional, err := q.GetProfessional(ctx, *invitation.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("invitation: professional: %w", err)
	}
	account, err := c.core.Account(ctx, q, professional.AccountID)
	if err != nil {
		return nil, fmt.Errorf("invitation: professional's account: %w", err)
	}
	return &invite.ProfessionalName{FirstName: account.Person.FirstName, LastName: account.Person.LastName}, nil
}

// inviteFactsOf collects the facts that determine the invited parent's state.
func inviteFactsOf(d *signups.Draft, invitee accounts.Invitee, s accounts.Seat, decision signups.DecisionContext) inviteFacts {
	f := inviteFacts{
		Joined: invitee.Account != nil, HasCredentials: invitee.HasCredentials(),
		PaidThemselves: s.PaidBy(invitee.UserID()), Paying: d.Row.PayingSince != nil, Current: s.Status == accounts.InviteeSubscriptionCurrent,
		StepOne:         d.Parent != nil && d.Referral != nil && d.SecurityQuestion != "" && d.SecurityAnswerHash != "" && d.SecurityCodeHash != "",
		BillingComplete: d.Address != nil || invitee.Person.Address != nil,
		CustomPending:   d.CustomPending,
	}
	if d.Order != nil {
		pkg := decision.Catalog.Package(d.Order.PackageID)
		f.OrderChosen = pkg != nil // the package may have been taken off sale since
		f.CustomPackage = pkg != nil && pkg.BuildYourOwn
	}
	return f
}

// inviteDraft returns the invited parent's registration. It returns an empty one if there is none or if it ended with its link.
func (c *Engine) inviteDraft(ctx context.Context, q *db.Queries, find inviteFinder, invitee accounts.Invitee, decision signups.DecisionContext) (*signups.Draft, error) {
	row, err := find(ctx, invitee.Invitation.ID)
	if err == nil && !c.signup.RegistrationGone(row) {
		return c.signup.Open(ctx, q, row)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("invitation: registration: %w", err)
	}
	d := c.signup.NewDraft(c.core.Now())
	d.Row.InvitationID = &invitee.Invitation.ID
	var country string
	if invitee.Account != nil {
		country = pg.OrEmpty(invitee.Account.Country)
	}
	d.PricingGroup = decision.Catalog.CustomerGroup(country, invitee.Person.PhoneCountryCode, invitee.Person.PhoneNumber).Name
	return d, nil
}

// inviteWire returns the entered data without secrets. Before the first change it fills the form from the invitation, after the purge from the
// account.
func inviteWire(d *signups.Draft, invitee accounts.Invitee, facts inviteFacts, guard StepGuard) *signup.Registration {
	out := &signup.Registration{
		State: signup.State(d.Row.State), LastCompletedStep: int(facts.lastStep()), Next: guard.Next, Routes: guard.Routes,
		KnowsCoParentEmail: d.KnowsCoParentEmail, Children: []form.Child{}, Order: d.Order, Address: d.Address,
		ConfirmedCountry: d.ConfirmedCountry, Referral: d.Referral, SecurityQuestion: d.SecurityQuestion,
		PricingGroup: d.PricingGroup, ExpiresAt: invitee.Invitation.ExpiresAt.UTC(),
	}
	if !d.Fresh() {
		out.SignupID = d.Row.ID.String()
	}
	p := invitee.Person
	parent := form.Parent{
		FirstName: p.FirstName, LastName: p.LastName, Email: p.Email,
		PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber, TimeZone: p.TimeZone,
	}
	if d.Parent != nil {
		parent = *d.Parent
	}
	parent.UserID = invitee.UserID().String()
	out.Parent = &parent
	return out
}
