package invite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// takeUpSeat makes an invited parent the owner of the account that their paid seat is on. Nothing is due,
// so nothing is ordered: the registration is settled by the order of the one who paid.
func (c *Client) takeUpSeat(ctx context.Context, q *db.Queries, tx pgx.Tx, d *signup.Draft) error {
	joined, err := c.JoinFamily(ctx, tx, d, checkout.FamilyPaid{})
	if errors.Is(err, fault.AccountExists) {
		return checkout.DuplicateAtPayment(c.checkout, d, text.Language(d.Row.Locale))
	}
	if err != nil {
		return err
	}
	n, err := q.MarkRegistrationPaid(ctx, pg.NewID(), c.core.Now(), joined.AccountID, d.Row.ID)
	if err != nil {
		return fmt.Errorf("take up seat: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("take up seat: registration %s isn't open", d.Row.ID)
	}
	// They paid nothing, so no receipt tells them that it worked.
	return c.core.Enqueue(ctx, tx, job.WelcomeMailJob{AccountID: joined.AccountID.String()}, job.Options{Unique: true})
}

// JoinFamily is checkout.CreateAccounts for an invited parent: the account that waits for them becomes their own,
// with what they entered, and the invitation is accepted. Fault: [fault.AccountExists] when the e-mail has
// another account by now; the transaction must not commit.
func (c *Client) JoinFamily(ctx context.Context, tx pgx.Tx, d *signup.Draft, paid checkout.FamilyPaid) (checkout.CreatedAccounts, error) {
	q, now := c.core.Q.WithTx(tx), c.core.Now()
	invitation, err := q.GetInvitation(ctx, *d.Row.InvitationID)
	if err != nil {
		return checkout.CreatedAccounts{}, fmt.Errorf("join: invitation: %w", err)
	}
	if err := pg.LockEmails(ctx, q, d.Row.ParentEmailKey, invitation.EmailKey); err != nil {
		return checkout.CreatedAccounts{}, err
	}
	if invitation, err = q.LockInvitation(ctx, invitation.ID); err != nil {
		return checkout.CreatedAccounts{}, fmt.Errorf("join: invitation: %w", err)
	}
	out := checkout.CreatedAccounts{FamilyID: invitation.FamilyID, AccountID: invitation.AccountID}
	account, err := checkout.ParentAccount(d, out)
	if err != nil {
		return out, err
	}
	if err := q.TakeEmailFromOtherInvited(ctx, now, pg.OrEmpty(account.EmailKey), out.AccountID); err != nil {
		return out, fmt.Errorf("join: take e-mail address: %w", err)
	}
	join := db.JoinAccountParams{
		ID: out.AccountID, FirstName: account.FirstName, LastName: account.LastName, NameKey: account.NameKey,
		Email: account.Email, EmailKey: account.EmailKey, PhoneCountryCode: account.PhoneCountryCode,
		PhoneNumber: account.PhoneNumber, PhoneKey: account.PhoneKey, TimeZone: account.TimeZone,
		Address: account.Address, Country: account.Country,
		ReferralSelection: account.ReferralSelection, ReferralOther: account.ReferralOther,
		SecurityQuestion: account.SecurityQuestion, SecurityAnswerHash: account.SecurityAnswerHash, SecurityCodeHash: account.SecurityCodeHash,
		Locale: joinedLocale(d.Row.Locale, invitation.Locale), MarketingOptIn: paid.MarketingOptIn, Now: now,
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
	return out, c.account.AccountEvent(ctx, q, out.AccountID, "joined", "owner")
}

// joinAccount writes the account, inside a savepoint: an e-mail that is taken must not end the transaction
// before the caller can say so.
func (c *Client) joinAccount(ctx context.Context, tx pgx.Tx, join db.JoinAccountParams) error {
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		n, err := c.core.Q.WithTx(tx).JoinAccount(ctx, join)
		if err == nil && n == 0 {
			return fault.AccountExists // it was taken up already
		}
		return err
	})
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.ConstraintName == "accounts_email_key" {
		return fault.AccountExists
	}
	if err != nil && !pg.IsPlainFault(err) {
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
