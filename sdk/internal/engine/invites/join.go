package invites

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/checkouts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/text"
)

// takeUpSeat assigns the paid seat to an invited parent. Nothing is due, so there is no order: the payer's order settles the registration.
func (c *Engine) takeUpSeat(ctx context.Context, tx *pg.Tx, d *signups.Draft) error {
	joined, err := c.JoinFamily(ctx, tx, d, checkouts.FamilyPaid{})
	if errors.Is(err, fault.AccountExists) {
		return checkouts.DuplicateAtPayment(c.checkout, d, text.Language(d.Locale))
	}
	if err != nil {
		return err
	}
	n, err := tx.MarkRegistrationPaid(ctx, pg.NewID(), c.core.Now(), joined.AccountID, d.Row.ID)
	if err != nil {
		return fmt.Errorf("take up seat: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("take up seat: registration %s isn't open", d.Row.ID)
	}
	// The parent paid nothing and gets no receipt, so a welcome confirms the seat.
	tx.Enqueue(email.WelcomeJob{AccountID: joined.AccountID.String()}, job.Options{Unique: true})
	return nil
}

// JoinFamily is checkout.CreateAccounts for an invited parent. It creates an account from the entered data with the invitation's user id, accepts the
// invitation, and gives the account its place in the family. Faults: [fault.AccountExists] if the email has another account by now;
// [account.SeatTaken]. After a fault the transaction must not commit.
func (c *Engine) JoinFamily(ctx context.Context, tx *pg.Tx, d *signups.Draft, paid checkouts.FamilyPaid) (checkouts.CreatedAccounts, error) {
	q, now := tx.Queries, c.core.Now()
	invitation, proved, err := c.lockJoined(ctx, q, d)
	out := checkouts.CreatedAccounts{FamilyID: invitation.FamilyID, AccountID: invitation.UserID}
	if err != nil {
		return out, err
	}
	if invitation.State == accounts.InvitationAccepted {
		return out, fault.AccountExists
	}
	personID, err := c.checkout.InsertParent(ctx, q, d)
	if err != nil {
		return out, fmt.Errorf("join: %w", err)
	}
	address := checkouts.ParentIdentity(d).EmailKey()
	own := db.InsertAccountParams{
		ID: out.AccountID, PersonID: personID, Kind: accounts.KindParent, State: accounts.Created,
		LoginEmailHash: c.core.People.EmailHash(address), EmailHashes: c.core.People.EmailHashes(address), Locale: joinedLocale(d.Locale, invitation.Locale),
		MarketingOptIn: invitation.MarketingOptIn || paid.MarketingOptIn, AgreedToTermsAt: invitation.AgreedToTermsAt, Now: now,
		EventID: pg.NewID(), Event: "joined", Actor: "owner",
	}
	if own.AgreedToTermsAt == nil && paid.TermsAgreed {
		own.AgreedToTermsAt = &now
	}
	if proved {
		own.AddressProvedAt = &now
	}
	if own.CreatedBy, err = inviterOf(ctx, q, invitation); err != nil {
		return out, err
	}
	if err := q.MarkAddressTaken(ctx, now, own.EmailHashes, own.ID); err != nil {
		return out, fmt.Errorf("join: take e-mail address: %w", err)
	}
	n, err := q.InsertAccount(ctx, own)
	if err != nil {
		return out, fmt.Errorf("join: insert account: %w", err)
	}
	if n == 0 { // another account has the address
		return out, fault.AccountExists
	}
	if err := c.account.Take(ctx, q, accounts.PlaceOf(invitation), out.AccountID); err != nil {
		return out, err
	}
	// An invitation revoked during its payment is accepted as well: it was paid for.
	if err := q.AcceptInvitation(ctx, personID, now, invitation.ID); err != nil {
		return out, fmt.Errorf("join: accept invitation: %w", err)
	}
	// The parent's own data replaces the inviter's.
	if err := c.core.People.Remove(ctx, q, invitation.PersonID); err != nil {
		return out, fmt.Errorf("join: %w", err)
	}
	return out, nil
}

// lockJoined locks the addresses of the joining parent and of the inviter's description, then the invitation. proved is true for the address to which
// the invitation's link was mailed.
func (c *Engine) lockJoined(ctx context.Context, q *db.Queries, d *signups.Draft) (invitation db.Invitation, proved bool, err error) {
	if invitation, err = q.GetInvitation(ctx, *d.Row.InvitationID); err != nil {
		return invitation, false, fmt.Errorf("join: invitation: %w", err)
	}
	described, err := c.core.Person(ctx, q, invitation.PersonID)
	if err != nil {
		return invitation, false, fmt.Errorf("join: %w", err)
	}
	own, mailed := checkouts.ParentIdentity(d).EmailKey(), described.EmailKey()
	if err := pg.LockEmails(ctx, q, pg.Optional(own), pg.Optional(mailed)); err != nil {
		return invitation, false, err
	}
	if invitation, err = q.LockInvitation(ctx, invitation.ID); err != nil {
		return invitation, false, fmt.Errorf("join: invitation: %w", err)
	}
	return invitation, invitation.ByMail && own == mailed, nil
}

// inviterOf returns the account of the inviting parent or professional.
func inviterOf(ctx context.Context, q *db.Queries, invitation db.Invitation) (*uuid.UUID, error) {
	if invitation.ProfessionalID == nil {
		return invitation.InviterAccountID, nil
	}
	professional, err := q.GetProfessional(ctx, *invitation.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("join: professional: %w", err)
	}
	return &professional.AccountID, nil
}

// joinedLocale keeps the country of the invitation's locale if the language is the same.
func joinedLocale(chosen, invited string) string {
	if strings.HasPrefix(invited, chosen+"-") {
		return invited
	}
	return chosen
}
