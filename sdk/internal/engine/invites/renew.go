package invites

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Renew implements [invite.Client].
func (c *Engine) Renew(ctx context.Context, token secret.Secret, _ caller.Meta) error {
	even := secret.EvenTime(accounts.RenewalTime)
	defer even.Stop()
	if token == "" {
		return invite.NotRenewed
	}
	hash := secret.TokenHash(token)
	found, err := c.core.Q.FindToken(ctx, hash, string(core.TokenInvitation))
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("renew invitation: %w", err)
	}
	subject := hex.EncodeToString(hash)
	if known { // old and new links of one invitation share a counter
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
	return even.Wait(ctx)
}

func (c *Engine) countRenewal(ctx context.Context, subject string) error {
	_, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLinks, c.core.Limits.Links, "invitation", subject)
	var tooMany *fault.Fault
	if !errors.As(err, &tooMany) || !errors.Is(err, fault.TooManyTries) {
		return err
	}
	refused := *invite.NotRenewed
	refused.RetryAfter, refused.Limit = tooMany.RetryAfter, tooMany.Limit
	return &refused
}

func (c *Engine) enqueueRenewal(ctx context.Context, token db.Token) error {
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		invitation, err := tx.GetInvitation(ctx, *token.InvitationID)
		if err != nil {
			return fmt.Errorf("renew invitation: %w", err)
		}
		invitee, err := c.account.InviteeOf(ctx, tx.Queries, invitation)
		if err != nil {
			return fmt.Errorf("renew invitation: %w", err)
		}
		var task job.Job
		switch {
		case invitation.State == accounts.InvitationOpen && !invitation.EmailTaken:
			if err := tx.WithdrawRefusal(ctx, invitation.ID); err != nil {
				return fmt.Errorf("renew invitation: %w", err)
			}
			task = email.InvitationJob{InvitationID: invitation.ID.String(), Renewal: true}
		case invitee.Account != nil && invitee.Account.State == accounts.Created:
			task = email.CredentialsJob{AccountID: invitee.UserID().String()}
		case invitation.State != accounts.InvitationRevoked:
			return c.account.EnqueueLinks(ctx, tx, invitee.Person.EmailKey())
		default:
			return nil
		}
		tx.Enqueue(task, job.Options{Unique: true})
		return c.account.AccountEvent(ctx, tx.Queries, invitee.UserID(), "invitation_renewed", "owner")
	})
}

// Invitees get one reminder, a week after the invitation, unless they have started.
const (
	reminderAfter = 7 * 24 * time.Hour
	reminderBatch = 200
)

// Remind implements [invite.Client].
func (c *Engine) Remind(ctx context.Context) (int, error) {
	total := 0
	for {
		var n int
		err := c.core.Tx(ctx, func(tx *pg.Tx) error {
			now := c.core.Now()
			ids, err := tx.PickForReminder(ctx, now.Add(-reminderAfter), now, reminderBatch)
			if err != nil {
				return fmt.Errorf("pick invitees: %w", err)
			}
			for _, id := range ids {
				tx.Enqueue(email.InvitationJob{InvitationID: id.String(), Reminder: true}, job.Options{})
			}
			if err := tx.MarkReminded(ctx, now, ids); err != nil {
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
