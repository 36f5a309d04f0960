package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// The states of an account.
const (
	accountInvited = "invited" // named by somebody else, hasn't joined
	accountCreated = "created" // joined (paid), no username and password yet
	accountActive  = "active"
	accountClosed  = "closed"
)

// The two parents of a family.
const (
	familyParentA = "parent_a" // who started it
	familyParentB = "parent_b" // who was invited
)

// createdAccounts is what a paid sign-up becomes.
type createdAccounts struct {
	FamilyID     uuid.UUID
	AccountID    uuid.UUID  // the parent who paid
	CoParentID   *uuid.UUID // the invited co-parent's account; nil where there is no way to reach them
	InvitationID *uuid.UUID // nil with CoParentID
}

// createAccounts makes, in the paying transaction, what a sign-up becomes: the family, the parent's account
// (without username and password yet), the children, and the co-parent's account and invitation where an
// e-mail or a phone is known. An invited parent joins the family that is there: see joinFamily. Fault: [AccountExists] when the parent's e-mail has an account by then (a
// second payment of the same person came first); the transaction must not commit.
//
// The invitation's token is made when its mail is (see newInvitationToken). Where the co-parent's e-mail
// already belongs to an account, the invited one stands without it and the invitation says so, so that the
// mail settles the matter with the address's owner.
func (c *Client) createAccounts(ctx context.Context, tx pgx.Tx, d *draft, paid familyPaid) (createdAccounts, error) {
	q, now := c.q.WithTx(tx), c.now()
	out := createdAccounts{FamilyID: newID(), AccountID: newID()}
	emails := []*string{d.row.ParentEmailKey}
	if d.coParent != nil {
		emails = append(emails, optional(NormalizeEmail(d.coParent.Email)))
	}
	if err := lockEmails(ctx, q, emails...); err != nil {
		return out, err
	}
	if err := q.InsertFamily(ctx, out.FamilyID, now); err != nil {
		return out, fmt.Errorf("insert family: %w", err)
	}
	account, err := parentAccount(d, out)
	if err != nil {
		return out, err
	}
	account.Now, account.MarketingOptIn = now, paid.MarketingOptIn
	if paid.TermsAgreed {
		account.AgreedToTermsAt = &now
	}
	if err := q.TakeEmailFromInvited(ctx, now, orEmpty(account.EmailKey)); err != nil {
		return out, fmt.Errorf("take e-mail address: %w", err)
	}
	n, err := q.InsertAccount(ctx, account)
	if err != nil {
		return out, fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		return out, AccountExists
	}
	if err := c.accountEvent(ctx, q, out.AccountID, "created", actorRegistrant); err != nil {
		return out, err
	}
	if err := insertChildren(ctx, q, d, out.FamilyID, c); err != nil {
		return out, err
	}
	if err := c.inviteCoParent(ctx, q, d, &out, paid); err != nil {
		return out, err
	}
	return out, nil
}

// familyPaid is what the payment says about the family.
type familyPaid struct {
	CoParentSeat   bool // the co-parent's subscription is paid, too
	PackageID      int
	MarketingOptIn bool
	TermsAgreed    bool
}

// parentAccount copies what a sign-up knows of its parent.
func parentAccount(d *draft, ids createdAccounts) (db.InsertAccountParams, error) {
	row, err := d.columns()
	if err != nil {
		return db.InsertAccountParams{}, err
	}
	p := d.parent()
	account := db.InsertAccountParams{
		ID: ids.AccountID, Kind: "parent", State: accountCreated,
		FamilyID: &ids.FamilyID, FamilyRole: ptr(familyParentA),
		FirstName: p.FirstName, LastName: p.LastName, NameKey: nameKey(p.FirstName, p.LastName),
		Email: row.ParentEmail, EmailKey: row.ParentEmailKey,
		PhoneCountryCode: row.ParentPhoneCountryCode, PhoneNumber: row.ParentPhoneNumber, PhoneKey: row.ParentPhoneKey,
		TimeZone: row.ParentTimeZone, Address: row.Address, Country: row.ConfirmedCountry,
		SecurityQuestion: row.SecurityQuestion, SecurityAnswerHash: row.SecurityAnswerHash, SecurityCodeHash: row.SecurityCodeHash,
		Locale: row.Locale,
	}
	if d.address != nil {
		account.Country = &d.address.Country
	}
	if d.referral != nil {
		account.ReferralSelection, account.ReferralOther = &d.referral.Selection, optional(d.referral.Other)
	}
	return account, nil
}

func insertChildren(ctx context.Context, q *db.Queries, d *draft, familyID uuid.UUID, c *Client) error {
	for i, child := range d.children {
		err := q.InsertChild(ctx, db.InsertChildParams{
			ID: newID(), FamilyID: familyID, Position: int16(i),
			FirstName: child.FirstName, LastName: child.LastName,
			Email: optional(child.Email), EmailKey: optional(NormalizeEmail(child.Email)), CreatedAt: c.now(),
		})
		if err != nil {
			return fmt.Errorf("insert child: %w", err)
		}
	}
	return nil
}

// inviteCoParent makes the co-parent's account and invitation, if there is a way to reach them.
func (c *Client) inviteCoParent(ctx context.Context, q *db.Queries, d *draft, out *createdAccounts, paid familyPaid) error {
	co := d.coParent
	if co == nil || co.Email == "" && co.PhoneNumber == "" {
		return nil
	}
	now := c.now()
	accountID, invitationID := newID(), newID()
	emailKey, phone := optional(NormalizeEmail(co.Email)), optional(phoneKey(co.PhoneCountryCode, co.PhoneNumber))
	var countryCode *string
	if phone != nil {
		countryCode = &co.PhoneCountryCode
	}
	locale := d.invitationLocale()
	account := db.InsertInvitedAccountParams{
		ID: accountID, FamilyID: &out.FamilyID, FamilyRole: ptr(familyParentB),
		FirstName: co.FirstName, LastName: co.LastName, NameKey: nameKey(co.FirstName, co.LastName),
		Email: optional(co.Email), EmailKey: emailKey,
		PhoneCountryCode: countryCode, PhoneNumber: optional(co.PhoneNumber), PhoneKey: phone,
		Locale: locale, CreatedBy: &out.AccountID, Now: now,
	}
	n, err := q.InsertInvitedAccount(ctx, account)
	emailTaken := err == nil && n == 0
	if emailTaken {
		account.EmailKey = nil
		_, err = q.InsertInvitedAccount(ctx, account)
	}
	if err != nil {
		return fmt.Errorf("insert co-parent: %w", err)
	}
	err = q.InsertInvitation(ctx, db.InsertInvitationParams{
		ID: invitationID, FamilyID: out.FamilyID, AccountID: accountID, InviterAccountID: &out.AccountID,
		Email: optional(co.Email), EmailKey: emailKey, EmailTaken: emailTaken,
		PhoneCountryCode: countryCode, PhoneNumber: optional(co.PhoneNumber), PhoneKey: phone,
		Locale: locale, SeatPaid: paid.CoParentSeat, PackageID: ptr(int32(paid.PackageID)),
		Now: now, ExpiresAt: now.Add(invitationTokenLife),
	})
	if err != nil {
		return fmt.Errorf("insert invitation: %w", err)
	}
	out.CoParentID, out.InvitationID = &accountID, &invitationID
	return c.accountEvent(ctx, q, accountID, "invited", actorRegistrant)
}

// accountEvent writes down what happened to an account: never personal data.
func (c *Client) accountEvent(ctx context.Context, q *db.Queries, accountID uuid.UUID, kind, actor string) error {
	err := q.InsertAccountEvent(ctx, db.InsertAccountEventParams{ID: newID(), AccountID: accountID, Kind: kind, Actor: actor, At: c.now()})
	if err != nil {
		return fmt.Errorf("account event: %w", err)
	}
	return nil
}

// invitationLocale is the language in which the co-parent is invited: the inviter's, in the words of Mexico
// where either of them lives there.
func (d *draft) invitationLocale() string {
	if d.row.Locale != "es" {
		return d.row.Locale
	}
	mexican := d.address != nil && d.address.Country == "MX"
	if co := d.coParent; co != nil {
		phone, err := ParsePhone(co.PhoneCountryCode, co.PhoneNumber)
		mexican = mexican || err == nil && phone.Region == "MX"
	}
	if mexican {
		return "es-MX"
	}
	return d.row.Locale
}
