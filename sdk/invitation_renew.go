package sdk

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// RenewInvitation mails a new link in place of the one whose token is given, be that good, expired or
// replaced; the new token ends the old one. Where the invited parent has joined and only username and
// password are missing, the mail is the one that sets those. A token that nobody was given, or whose
// invitation is over, answers the same and takes the same time.
//
// Fault: [InvitationNotRenewed] (statusCode 111) after three in an hour, and without a token.
func (c *Client) RenewInvitation(ctx context.Context, token Secret, _ CallMeta) error {
	even := evenTime(renewalTime)
	defer even.stop()
	if token == "" {
		return InvitationNotRenewed
	}
	hash := tokenHash(token)
	found, err := c.q.FindToken(ctx, hash, string(tokenInvitation))
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("renew invitation: %w", err)
	}
	subject := hex.EncodeToString(hash)
	if known { // old and new links of one invitation count together
		subject = found.InvitationID.String()
	}
	if err := c.countRenewal(ctx, subject); err != nil {
		return err
	}
	if known {
		if err := c.enqueueRenewal(ctx, found); err != nil {
			return err
		}
	}
	return even.wait(ctx)
}

func (c *Client) countRenewal(ctx context.Context, subject string) error {
	_, err := c.countEvent(ctx, c.q, limitLinks, c.cfg.Limits.Links, "invitation", subject)
	var tooMany *Fault
	if !errors.As(err, &tooMany) || !errors.Is(err, TooManyTries) {
		return err
	}
	refused := *InvitationNotRenewed
	refused.RetryAfter = tooMany.RetryAfter
	return &refused
}

func (c *Client) enqueueRenewal(ctx context.Context, token db.Token) error {
	return c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		invitation, err := q.GetInvitation(ctx, *token.InvitationID)
		if err != nil {
			return fmt.Errorf("renew invitation: %w", err)
		}
		account, err := q.GetAccount(ctx, token.AccountID)
		if err != nil {
			return fmt.Errorf("renew invitation: account: %w", err)
		}
		var job Job
		switch {
		case invitation.State == invitationOpen && !invitation.EmailTaken && account.State == accountInvited:
			job = InvitationMailJob{InvitationID: invitation.ID.String(), Renewal: true}
		case invitation.State == invitationAccepted && account.State == accountCreated:
			job = CredentialsMailJob{AccountID: account.ID.String()}
		default:
			return nil
		}
		if err := c.enqueue(ctx, tx, job, JobOptions{Unique: true}); err != nil {
			return err
		}
		return c.accountEvent(ctx, q, account.ID, "invitation_renewed", "owner")
	})
}

// How invitees are reminded: once, a week after they were invited, as long as they haven't begun.
const (
	reminderAfter = 7 * 24 * time.Hour
	reminderBatch = 200
)

// RemindInvitees leaves a mail with a new link for everybody who was invited a week ago and hasn't begun.
// Each is reminded once. It gives how many there were.
func (c *Client) RemindInvitees(ctx context.Context) (int, error) {
	total := 0
	for {
		var n int
		err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
			now := c.now()
			ids, err := q.PickForReminder(ctx, now.Add(-reminderAfter), now, reminderBatch)
			if err != nil {
				return fmt.Errorf("pick invitees: %w", err)
			}
			for _, id := range ids {
				if err := c.enqueue(ctx, tx, InvitationMailJob{InvitationID: id.String(), Reminder: true}, JobOptions{}); err != nil {
					return err
				}
			}
			if err := q.MarkReminded(ctx, now, ids); err != nil {
				return fmt.Errorf("mark invitees as reminded: %w", err)
			}
			n = len(ids)
			return nil
		})
		total += n
		if err != nil || n < reminderBatch {
			return total, err
		}
	}
}
