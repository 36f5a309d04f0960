package checkout

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/signup"
)

// The two parents of a family.
const (
	FamilyParentA = "parent_a" // who started it
	FamilyParentB = "parent_b" // who was invited
)

// CreatedAccounts lists the accounts that a paid sign-up creates.
type CreatedAccounts struct {
	FamilyID     uuid.UUID
	AccountID    uuid.UUID  // the parent who paid
	CoParentID   *uuid.UUID // the invited co-parent's account; nil if they have neither e-mail nor phone
	InvitationID *uuid.UUID // nil with CoParentID
}

// CreateAccounts makes, in the paying transaction, what a sign-up becomes: the family, the parent's account
// (without username and password yet), the children, and the co-parent's account and invitation where an
// e-mail or a phone is known. An invited parent joins the existing family instead: see invite.JoinFamily.
// Fault: [fault.AccountExists] if the parent's e-mail has an account by then (another payment of the same
// person was faster); the transaction must not commit.
//
// The invitation's token is made with its mail (see core.NewInvitationToken). If the co-parent's e-mail
// already belongs to an account, the invited account has no e-mail and the invitation is marked, so that the
// mail goes to the address's owner.
func (c *Client) CreateAccounts(ctx context.Context, tx pgx.Tx, d *signup.Draft, paid FamilyPaid) (CreatedAccounts, error) {
	q, now := c.core.Q.WithTx(tx), c.core.Now()
	out := CreatedAccounts{FamilyID: pg.NewID(), AccountID: pg.NewID()}
	emails := []*string{d.Row.ParentEmailKey}
	if d.CoParent != nil {
		emails = append(emails, pg.Optional(form.NormalizeEmail(d.CoParent.Email)))
	}
	if err := pg.LockEmails(ctx, q, emails...); err != nil {
		return out, err
	}
	if err := q.InsertFamily(ctx, out.FamilyID, now); err != nil {
		return out, fmt.Errorf("insert family: %w", err)
	}
	account, err := ParentAccount(d, out)
	if err != nil {
		return out, err
	}
	account.Now, account.MarketingOptIn = now, paid.MarketingOptIn
	if paid.TermsAgreed {
		account.AgreedToTermsAt = &now
	}
	if err := q.TakeEmailFromInvited(ctx, now, pg.OrEmpty(account.EmailKey)); err != nil {
		return out, fmt.Errorf("take e-mail address: %w", err)
	}
	n, err := q.InsertAccount(ctx, account)
	if err != nil {
		return out, fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		return out, fault.AccountExists
	}
	if err := c.account.AccountEvent(ctx, q, out.AccountID, "created", core.ActorRegistrant); err != nil {
		return out, err
	}
	if err := InsertChildren(ctx, q, d.Children, out.FamilyID, now); err != nil {
		return out, err
	}
	if err := c.inviteCoParent(ctx, q, d, &out, paid); err != nil {
		return out, err
	}
	return out, nil
}

// FamilyPaid is the part of a payment call that creating the family needs.
type FamilyPaid struct {
	CoParentSeat   bool // the co-parent's subscription is paid, too
	PackageID      int
	MarketingOptIn bool
	TermsAgreed    bool
}

// ParentAccount copies a parent's data from the sign-up to a new account.
func ParentAccount(d *signup.Draft, ids CreatedAccounts) (db.InsertAccountParams, error) {
	row, err := d.Columns()
	if err != nil {
		return db.InsertAccountParams{}, err
	}
	p := d.Parent()
	account := db.InsertAccountParams{
		ID: ids.AccountID, Kind: "parent", State: account.Created,
		FamilyID: &ids.FamilyID, FamilyRole: pg.Ptr(FamilyParentA),
		FirstName: p.FirstName, LastName: p.LastName, NameKey: form.NameKey(p.FirstName, p.LastName),
		Email: row.ParentEmail, EmailKey: row.ParentEmailKey,
		PhoneCountryCode: row.ParentPhoneCountryCode, PhoneNumber: row.ParentPhoneNumber, PhoneKey: row.ParentPhoneKey,
		TimeZone: row.ParentTimeZone, Address: row.Address,
		SecurityQuestion: row.SecurityQuestion, SecurityAnswerHash: row.SecurityAnswerHash, SecurityCodeHash: row.SecurityCodeHash,
		Locale: row.Locale,
	}
	if d.Address != nil {
		account.Country = &d.Address.Country
	}
	if d.Referral != nil {
		account.ReferralSelection, account.ReferralOther = &d.Referral.Selection, pg.Optional(d.Referral.Other)
	}
	return account, nil
}

// InsertChildren inserts children into their family, in the order entered.
func InsertChildren(ctx context.Context, q *db.Queries, children []form.Child, familyID uuid.UUID, now time.Time) error {
	for i, child := range children {
		err := q.InsertChild(ctx, db.InsertChildParams{
			ID: pg.NewID(), FamilyID: familyID, Position: int16(i),
			FirstName: child.FirstName, LastName: child.LastName,
			Email: pg.Optional(child.Email), EmailKey: pg.Optional(form.NormalizeEmail(child.Email)), CreatedAt: now,
		})
		if err != nil {
			return fmt.Errorf("insert child: %w", err)
		}
	}
	return nil
}

// inviteCoParent makes the co-parent's account and invitation, if their e-mail or phone is known.
func (c *Client) inviteCoParent(ctx context.Context, q *db.Queries, d *signup.Draft, out *CreatedAccounts, paid FamilyPaid) error {
	co := d.CoParent
	if co == nil || co.Email == "" && co.PhoneNumber == "" {
		return nil
	}
	now := c.core.Now()
	accountID, invitationID := pg.NewID(), pg.NewID()
	emailKey, phone := pg.Optional(form.NormalizeEmail(co.Email)), pg.Optional(form.PhoneKey(co.PhoneCountryCode, co.PhoneNumber))
	var countryCode *string
	if phone != nil {
		countryCode = &co.PhoneCountryCode
	}
	locale := d.InvitationLocale()
	account := db.InsertInvitedAccountParams{
		ID: accountID, FamilyID: &out.FamilyID, FamilyRole: pg.Ptr(FamilyParentB),
		FirstName: co.FirstName, LastName: co.LastName, NameKey: form.NameKey(co.FirstName, co.LastName),
		Email: pg.Optional(co.Email), EmailKey: emailKey,
		PhoneCountryCode: countryCode, PhoneNumber: pg.Optional(co.PhoneNumber), PhoneKey: phone,
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
		Email: pg.Optional(co.Email), EmailKey: emailKey, EmailTaken: emailTaken,
		PhoneCountryCode: countryCode, PhoneNumber: pg.Optional(co.PhoneNumber), PhoneKey: phone,
		Locale: locale, SeatPaid: paid.CoParentSeat, PackageID: pg.Ptr(int32(paid.PackageID)),
		Now: now, ExpiresAt: now.Add(core.InvitationTokenLife),
	})
	if err != nil {
		return fmt.Errorf("insert invitation: %w", err)
	}
	out.CoParentID, out.InvitationID = &accountID, &invitationID
	return c.account.AccountEvent(ctx, q, accountID, "invited", core.ActorRegistrant)
}
