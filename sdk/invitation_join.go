package sdk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// takeUpSeat makes an invited parent the owner of the account that their paid seat is on. Nothing is due,
// so nothing is ordered: the registration is settled by the order of the one who paid.
func (c *Client) takeUpSeat(ctx context.Context, q *db.Queries, tx pgx.Tx, d *draft) error {
	joined, err := c.joinFamily(ctx, tx, d, familyPaid{})
	if errors.Is(err, AccountExists) {
		return duplicateAtPayment(c, d, text.Language(d.row.Locale))
	}
	if err != nil {
		return err
	}
	n, err := q.MarkRegistrationPaid(ctx, newID(), c.now(), joined.AccountID, d.row.ID)
	if err != nil {
		return fmt.Errorf("take up seat: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("take up seat: registration %s isn't open", d.row.ID)
	}
	// They paid nothing, so no receipt tells them that it worked.
	return c.enqueue(ctx, tx, WelcomeMailJob{AccountID: joined.AccountID.String()}, JobOptions{Unique: true})
}

// joinFamily is createAccounts for an invited parent: the account that waits for them becomes their own,
// with what they entered, and the invitation is accepted. Fault: [AccountExists] when the e-mail has
// another account by now; the transaction must not commit.
func (c *Client) joinFamily(ctx context.Context, tx pgx.Tx, d *draft, paid familyPaid) (createdAccounts, error) {
	q, now := c.q.WithTx(tx), c.now()
	invitation, err := q.GetInvitation(ctx, *d.row.InvitationID)
	if err != nil {
		return createdAccounts{}, fmt.Errorf("join: invitation: %w", err)
	}
	if err := lockEmails(ctx, q, d.row.ParentEmailKey, invitation.EmailKey); err != nil {
		return createdAccounts{}, err
	}
	if invitation, err = q.LockInvitation(ctx, invitation.ID); err != nil {
		return createdAccounts{}, fmt.Errorf("join: invitation: %w", err)
	}
	out := createdAccounts{FamilyID: invitation.FamilyID, AccountID: invitation.AccountID}
	account, err := parentAccount(d, out)
	if err != nil {
		return out, err
	}
	if err := q.TakeEmailFromOtherInvited(ctx, now, orEmpty(account.EmailKey), out.AccountID); err != nil {
		return out, fmt.Errorf("join: take e-mail address: %w", err)
	}
	join := db.JoinAccountParams{
		ID: out.AccountID, FirstName: account.FirstName, LastName: account.LastName, NameKey: account.NameKey,
		Email: account.Email, EmailKey: account.EmailKey, PhoneCountryCode: account.PhoneCountryCode,
		PhoneNumber: account.PhoneNumber, PhoneKey: account.PhoneKey, TimeZone: account.TimeZone,
		Address: account.Address, Country: account.Country,
		ReferralSelection: account.ReferralSelection, ReferralOther: account.ReferralOther,
		SecurityQuestion: account.SecurityQuestion, SecurityAnswerHash: account.SecurityAnswerHash, SecurityCodeHash: account.SecurityCodeHash,
		Locale: joinedLocale(d.row.Locale, invitation.Locale), MarketingOptIn: paid.MarketingOptIn, Now: now,
	}
	if paid.TermsAgreed {
		join.AgreedToTermsAt = &now
	}
	if err := c.joinAccount(ctx, tx, join); err != nil {
		return out, err
	}
	if err := q.EndStaleSubscriptions(ctx, now, out.AccountID); err != nil {
		return out, fmt.Errorf("join: subscriptions: %w", err)
	}
	// One that was revoked while its payment was under way counts all the same: it was paid for.
	if err := q.AcceptInvitation(ctx, now, invitation.ID); err != nil {
		return out, fmt.Errorf("join: accept invitation: %w", err)
	}
	return out, c.accountEvent(ctx, q, out.AccountID, "joined", "owner")
}

// joinAccount writes the account, inside a savepoint: an e-mail that is taken must not end the transaction
// before the caller can say so.
func (c *Client) joinAccount(ctx context.Context, tx pgx.Tx, join db.JoinAccountParams) error {
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		n, err := c.q.WithTx(tx).JoinAccount(ctx, join)
		if err == nil && n == 0 {
			return AccountExists // it was taken up already
		}
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "accounts_email_key" {
		return AccountExists
	}
	if err != nil && !isPlainFault(err) {
		return fmt.Errorf("join account: %w", err)
	}
	return err
}

// joinedLocale keeps the country of the invitation's language as long as the language stays.
func joinedLocale(chosen, invited string) string {
	if strings.HasPrefix(invited, chosen+"-") {
		return invited
	}
	return chosen
}
