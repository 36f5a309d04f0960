package invite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

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
		return checkout.DuplicateAtPayment(c.checkout, d, text.Language(d.Locale))
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
	joining := checkout.ParentIdentity(d)
	named, err := c.core.Person(ctx, q, invitation.PersonID)
	if err != nil {
		return checkout.CreatedAccounts{}, fmt.Errorf("join: %w", err)
	}
	if err := pg.LockEmails(ctx, q, pg.Optional(joining.EmailKey()), pg.Optional(named.EmailKey())); err != nil {
		return checkout.CreatedAccounts{}, err
	}
	if invitation, err = q.LockInvitation(ctx, invitation.ID); err != nil {
		return checkout.CreatedAccounts{}, fmt.Errorf("join: invitation: %w", err)
	}
	out := checkout.CreatedAccounts{FamilyID: invitation.FamilyID, AccountID: invitation.AccountID}
	personID, err := c.checkout.InsertParent(ctx, q, d)
	if err != nil {
		return out, fmt.Errorf("join: %w", err)
	}
	hashes := c.core.People.EmailHashes(joining.EmailKey())
	if err := q.MarkAddressTaken(ctx, now, hashes, out.AccountID); err != nil {
		return out, fmt.Errorf("join: take e-mail address: %w", err)
	}
	join := db.JoinAccountParams{
		ID: out.AccountID, PersonID: personID, LoginEmailHash: c.core.People.EmailHash(joining.EmailKey()), EmailHashes: hashes,
		Locale: joinedLocale(d.Locale, invitation.Locale), MarketingOptIn: paid.MarketingOptIn, Now: now,
	}
	if paid.TermsAgreed {
		join.AgreedToTermsAt = &now
	}
	n, err := q.JoinAccount(ctx, join)
	if err != nil {
		return out, fmt.Errorf("join account: %w", err)
	}
	if n == 0 { // it was taken up already, or the address belongs to another
		return out, fault.AccountExists
	}
	if err := q.LockSubscriptionOfPlace(ctx, out.AccountID); err != nil {
		return out, fmt.Errorf("join: subscription: %w", err)
	}
	if err := q.EndStaleSeat(ctx, now, out.AccountID); err != nil {
		return out, fmt.Errorf("join: seat: %w", err)
	}
	// One that was revoked while its payment was under way counts all the same: it was paid for.
	if err := q.AcceptInvitation(ctx, personID, now, invitation.ID); err != nil {
		return out, fmt.Errorf("join: accept invitation: %w", err)
	}
	// What they say of themselves takes the place of what the inviter said of them.
	if err := c.core.People.Remove(ctx, q, invitation.PersonID); err != nil {
		return out, fmt.Errorf("join: %w", err)
	}
	return out, c.account.AccountEvent(ctx, q, out.AccountID, "joined", "owner")
}

// joinedLocale keeps the country of the invitation's language as long as the language stays.
func joinedLocale(chosen, invited string) string {
	if strings.HasPrefix(invited, chosen+"-") {
		return invited
	}
	return chosen
}
