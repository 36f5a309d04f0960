package checkouts

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// CreatedAccounts lists the accounts that a paid sign-up creates.
type CreatedAccounts struct {
	FamilyID     uuid.UUID
	AccountID    uuid.UUID  // the payer's
	InvitationID *uuid.UUID // the co-parent's; nil if they have neither email nor phone
}

// CreateAccounts creates the accounts of a paid sign-up, in the paying transaction: the parent's account (still without username and password), the
// family, the children, and the co-parent's invitation if their email or phone is known. Invited parents join an existing family instead: see
// invite.JoinFamily. Fault: [fault.AccountExists] if the parent's email has an account by then (a concurrent payment was faster). The transaction
// must not commit after it.
//
// The invitation's token is created with its mail (see core.NewInvitationToken). If the co-parent's email belongs to an account, the invitation is
// marked, so that the mail goes to that account's owner.
func (c *Engine) CreateAccounts(ctx context.Context, tx *pg.Tx, d *signups.Draft, paid FamilyPaid) (CreatedAccounts, error) {
	q, now := tx.Queries, c.core.Now()
	out := CreatedAccounts{AccountID: pg.NewID()}
	parent := ParentIdentity(d)
	emails := []*string{pg.Optional(parent.EmailKey())}
	if d.CoParent != nil {
		emails = append(emails, pg.Optional(form.NormalizeEmail(d.CoParent.Email)))
	}
	if err := pg.LockEmails(ctx, q, emails...); err != nil {
		return out, err
	}
	personID, err := c.InsertParent(ctx, q, d)
	if err != nil {
		return out, err
	}
	hashes := c.core.People.EmailHashes(parent.EmailKey())
	if err := q.MarkAddressTaken(ctx, now, hashes, out.AccountID); err != nil {
		return out, fmt.Errorf("take e-mail address: %w", err)
	}
	owner := db.InsertAccountParams{
		ID: out.AccountID, PersonID: personID, Kind: accounts.KindParent, State: accounts.Created,
		LoginEmailHash: c.core.People.EmailHash(parent.EmailKey()), Locale: d.Locale, MarketingOptIn: paid.MarketingOptIn, Now: now, EmailHashes: hashes,
		EventID: pg.NewID(), Event: "created", Actor: core.ActorRegistrant,
	}
	if paid.TermsAgreed {
		owner.AgreedToTermsAt = &now
	}
	if d.Answered() {
		owner.AddressProvedAt = &now
	}
	n, err := q.InsertAccount(ctx, owner)
	if err != nil {
		return out, fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		return out, fault.AccountExists
	}
	place, err := c.account.StartFamily(ctx, q, &out.AccountID)
	if err != nil {
		return out, err
	}
	out.FamilyID = place.Family
	if err := c.core.People.SealChildren(ctx, q, out.FamilyID, d.Children, now); err != nil {
		return out, err
	}
	if err := c.inviteCoParent(ctx, q, d, &out, accounts.Offer{
		Place: place.Other(), SeatPaid: paid.CoParentSeat, PackageID: pg.Ptr(int32(paid.PackageID)), ParentID: &out.AccountID, By: personID, Actor: core.ActorRegistrant,
	}); err != nil {
		return out, err
	}
	return out, nil
}

// FamilyPaid is the part of a payment call that the family's creation needs.
type FamilyPaid struct {
	CoParentSeat   bool // the co-parent's subscription is also paid
	PackageID      int
	MarketingOptIn bool
	TermsAgreed    bool
}

// ParentIdentity returns the parent's data from a sign-up.
func ParentIdentity(d *signups.Draft) person.Identity {
	if d.Parent == nil {
		return person.Identity{}
	}
	p := d.Parent
	return person.Identity{
		FirstName: p.FirstName, LastName: p.LastName, Email: p.Email, PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber,
		TimeZone: p.TimeZone, Address: d.Address, Referral: d.Referral, SecurityQuestion: d.SecurityQuestion,
		SecurityAnswerHash: d.SecurityAnswerHash, SecurityCodeHash: d.SecurityCodeHash,
	}
}

// InsertParent inserts the parent of a sign-up as a person, under the key that has sealed the sign-up from its start, and returns their id. Fault:
// [fault.RegistrationGone] if they were erased meanwhile.
func (c *Engine) InsertParent(ctx context.Context, q *db.Queries, d *signups.Draft) (uuid.UUID, error) {
	key := d.Key()
	if key.None() {
		return uuid.Nil, fault.RegistrationGone
	}
	return d.Row.PersonID, c.core.People.Insert(ctx, q, key, ParentIdentity(d), person.Row{Now: c.core.Now()})
}

// inviteCoParent invites the co-parent, with their name and language, if their email or phone is known.
func (c *Engine) inviteCoParent(ctx context.Context, q *db.Queries, d *signups.Draft, out *CreatedAccounts, offer accounts.Offer) error {
	co := d.CoParent
	if co == nil || co.Email == "" && co.PhoneNumber == "" {
		return nil
	}
	offer.Guest, offer.Locale = person.Identity{FirstName: co.FirstName, LastName: co.LastName, Email: co.Email}, d.InvitationLocale()
	if co.PhoneNumber != "" {
		offer.Guest.PhoneCountryCode, offer.Guest.PhoneNumber = co.PhoneCountryCode, co.PhoneNumber
	}
	invitationID, err := c.account.Offer(ctx, q, offer)
	if err != nil {
		return fmt.Errorf("co-parent: %w", err)
	}
	out.InvitationID = &invitationID
	return nil
}
