package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// Invitation gives what an invited parent may know of the invitation and how far they are. token is the
// link's, or the account's own. userID is whose the caller takes it to be; empty says nothing.
//
// Once nothing but username and password is missing, the answer carries a new credentials token.
//
// Faults: [InvitationTokenInvalid], [AccountForbidden].
func (c *Client) Invitation(ctx context.Context, userID string, token Secret, meta CallMeta) (*InvitationContext, error) {
	world, err := c.registrationWorld(ctx, meta)
	if err != nil {
		return nil, err
	}
	var out *InvitationContext
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		who, err := c.invitee(ctx, q, userID, token)
		if err != nil {
			return err
		}
		out, err = c.invitationContext(ctx, q, tx, who, world, meta)
		return err
	})
	return out, err
}

// invitationContext puts the answer together, in the transaction that may have changed what it says.
func (c *Client) invitationContext(ctx context.Context, q *db.Queries, tx pgx.Tx, who invitee, world registrationWorld, meta CallMeta) (*InvitationContext, error) {
	d, err := c.inviteDraft(ctx, q.FindInvitationRegistration, who, world)
	if err != nil {
		return nil, err
	}
	seat, err := c.seat(ctx, q, who.account)
	if err != nil {
		return nil, err
	}
	facts := inviteFactsOf(d, who.account, seat, world)
	guard := guardOf(inviteGuards, inviteState(facts))
	out := &InvitationContext{
		UserID: who.account.ID.String(), IsSubscriptionCurrent: seat.Status == InviteeSubscriptionCurrent, SubscriptionStatus: seat.Status,
		BillingAddressComplete: facts.BillingComplete, RequireCredentials: !facts.HasCredentials,
		AgreedToTerms: who.account.AgreedToTermsAt != nil, LanguageLocale: localeTag(who.invitation.Locale),
		PricingGroup: d.row.PricingGroup, PackageIDs: world.catalog.PackageIDs(d.row.PricingGroup),
		Next: guard.Next, Routes: guard.Routes, ExpiresAt: who.invitation.ExpiresAt.UTC(),
	}
	if who.invitation.PackageID != nil {
		out.CoparentPackageID = int(*who.invitation.PackageID)
	}
	if out.FamilyMembers, err = c.familyMembers(ctx, q, who.invitation.FamilyID); err != nil {
		return nil, err
	}
	if out.UserCreatedByPro, err = c.createdByPro(ctx, q, who.invitation); err != nil {
		return nil, err
	}
	if out.AvailableCoupons, err = c.couponsOf(ctx, d.row, meta.Lang); err != nil {
		return nil, err
	}
	out.Registration = inviteWire(d, who, facts, guard)
	if s := inviteState(facts); s == InviteJoined || s == InvitePaid {
		token, err := c.newCredentialsToken(ctx, tx, who.account.ID)
		if err != nil {
			return nil, err
		}
		out.ClickToJoinToken = token.Reveal()
	}
	return out, nil
}

// createdByPro names the professional who made the invitation; nil where a parent did.
func (c *Client) createdByPro(ctx context.Context, q *db.Queries, invitation db.Invitation) (*ProfessionalName, error) {
	if invitation.ProfessionalID == nil {
		return nil, nil
	}
	professional, err := q.GetProfessional(ctx, *invitation.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("invitation: professional: %w", err)
	}
	account, err := q.GetAccount(ctx, professional.AccountID)
	if err != nil {
		return nil, fmt.Errorf("invitation: professional's account: %w", err)
	}
	return &ProfessionalName{FirstName: account.FirstName, LastName: account.LastName}, nil
}

// seat is the subscription of an invited parent, as far as the flow depends on it.
type seat struct {
	Status  string // InviteeSubscription…
	PaidBy  bool   // false: somebody else pays for it
	Present bool
}

func (c *Client) seat(ctx context.Context, q *db.Queries, account db.Account) (seat, error) {
	found, err := q.FindSeat(ctx, account.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return seat{Status: InviteeSubscriptionNone}, nil
	}
	if err != nil {
		return seat{}, fmt.Errorf("invitation: subscription: %w", err)
	}
	out := seat{Present: true, PaidBy: found.PayerAccountID == account.ID, Status: InviteeSubscriptionEnded}
	switch SubscriptionState(found.State) {
	case SubscriptionActive:
		if c.now().Before(found.EndsAt) {
			out.Status = InviteeSubscriptionCurrent
		}
	case SubscriptionSuspended:
		out.Status = InviteeSubscriptionSuspended
	case SubscriptionCancelled, SubscriptionLapsed, SubscriptionEnded:
	}
	return out, nil
}

// inviteFactsOf gathers what the invited parent's state depends on.
func inviteFactsOf(d *draft, account db.Account, s seat, world registrationWorld) inviteFacts {
	r := &d.row
	f := inviteFacts{
		Joined: account.State == accountCreated || account.State == accountActive, HasCredentials: account.State == accountActive,
		PaidThemselves: s.PaidBy, Paying: r.PayingSince != nil, Current: s.Status == InviteeSubscriptionCurrent,
		StepOne:         d.parent() != nil && d.referral != nil && r.SecurityQuestion != nil && r.SecurityAnswerHash != nil && r.SecurityCodeHash != nil,
		BillingComplete: d.address != nil || account.Address != nil,
		OrderChosen:     r.PackageID != nil, CustomPending: r.CustomPending,
	}
	if r.PackageID != nil {
		pkg := world.catalog.Package(int(*r.PackageID))
		f.OrderChosen = pkg != nil // it may have been taken from sale since
		f.CustomPackage = pkg != nil && pkg.BuildYourOwn
	}
	return f
}

// inviteDraft gives the invited parent's registration, or an empty one where nothing was entered yet or
// what was entered ended with its link.
func (c *Client) inviteDraft(ctx context.Context, find inviteFinder, who invitee, world registrationWorld) (*draft, error) {
	row, err := find(ctx, who.invitation.ID)
	if err == nil && !c.registrationGone(row) {
		return draftOf(row)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("invitation: registration: %w", err)
	}
	d := &draft{children: []Child{}, row: registrationRow{
		InvitationID: &who.invitation.ID, State: string(RegistrationOpen), KnowsCoParentEmail: true, Services: []string{},
		CreatedAt: c.now(), ExpiresAt: who.invitation.ExpiresAt, Locale: text.Language(who.invitation.Locale),
	}}
	d.row.PricingGroup = world.catalog.customerGroup(orEmpty(who.account.Country), orEmpty(who.account.PhoneCountryCode), orEmpty(who.account.PhoneNumber)).Name
	return d, nil
}

// inviteWire gives what was entered, less secrets. Before the first change the invitation's own data
// stand in the form, and after the purge the account's.
func inviteWire(d *draft, who invitee, facts inviteFacts, guard InviteGuard) *Registration {
	a := who.account
	out := &Registration{
		State: RegistrationState(d.row.State), LastCompletedStep: int(facts.lastStep()), Next: guard.Next, Routes: guard.Routes,
		Parent: d.parent(), KnowsCoParentEmail: d.row.KnowsCoParentEmail, Children: []Child{}, Order: d.order(), Address: d.address,
		ConfirmedCountry: orEmpty(d.row.ConfirmedCountry), Referral: d.referral, SecurityQuestion: orEmpty(d.row.SecurityQuestion),
		PricingGroup: d.row.PricingGroup, ExpiresAt: who.invitation.ExpiresAt.UTC(),
	}
	if !d.fresh() {
		out.SignupID = d.row.ID.String()
	}
	if out.Parent == nil {
		out.Parent = &Parent{
			FirstName: a.FirstName, LastName: a.LastName, Email: orEmpty(a.Email),
			PhoneCountryCode: orEmpty(a.PhoneCountryCode), PhoneNumber: orEmpty(a.PhoneNumber), TimeZone: orEmpty(a.TimeZone),
		}
	}
	out.Parent.UserID = a.ID.String()
	return out
}

// localeTag names the language of an invitation as the specification does: en, es or es_MX.
func localeTag(locale string) string { return wordingOf(locale).tag() }
