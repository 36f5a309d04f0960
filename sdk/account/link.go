package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// RenewalTime is how long asking for a link takes at least, so that its duration doesn't reveal whether there is anybody to mail it to.
const RenewalTime = 100 * time.Millisecond

// MailLink mails somebody the link that they need to go on: to set username and password where they have none yet, to set a new password where
// they have, and a new link in place of the invitation's where they were invited and haven't joined. It answers the same, after the same time,
// for every address.
//
// Errors: [fault.ValidationError] (field email). Faults: [fault.TooManyTries] after three in an hour for one address.
func (c *Client) MailLink(ctx context.Context, email string, meta caller.Meta) error {
	even := secret.EvenTime(RenewalTime)
	defer even.Stop()
	v := form.Violator{Lang: text.Language(meta.Lang)}
	email = v.Check("email", form.RuleEmail, email)
	if len(v.Found) > 0 {
		return &fault.ValidationError{Violations: v.Found}
	}
	key := form.NormalizeEmail(email)
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLinks, c.core.Limits.Links, "link", key); err != nil {
		return err
	}
	if err := c.enqueueLink(ctx, key); err != nil {
		return err
	}
	return even.Wait(ctx)
}

func (c *Client) enqueueLink(ctx context.Context, emailKey string) error {
	return c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		task, owner, event, err := c.linkFor(ctx, q, emailKey)
		if err != nil || task == nil {
			return err
		}
		if err := c.core.Enqueue(ctx, tx, task, job.Options{Unique: true}); err != nil {
			return err
		}
		return c.AccountEvent(ctx, q, owner, event, "owner")
	})
}

// linkFor decides which mail an address gets, and in whose history that is written; no job where it gets none.
func (c *Client) linkFor(ctx context.Context, q *db.Queries, emailKey string) (task job.Job, owner uuid.UUID, event string, err error) {
	hashes := c.core.People.EmailHashes(emailKey)
	account, err := q.FindAccountByEmail(ctx, hashes)
	switch {
	case err == nil && account.State == Created:
		return job.CredentialsMailJob{AccountID: account.ID.String()}, account.ID, "credentials_renewed", nil
	case err == nil && account.State == Active:
		return job.PasswordMailJob{AccountID: account.ID.String()}, account.ID, "password_asked", nil
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return nil, uuid.Nil, "", fmt.Errorf("mail link: account: %w", err)
	}
	invitation, err := q.FindOpenInvitation(ctx, hashes)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, uuid.Nil, "", nil
	}
	if err != nil {
		return nil, uuid.Nil, "", fmt.Errorf("mail link: invitation: %w", err)
	}
	return job.InvitationMailJob{InvitationID: invitation.ID.String(), Renewal: true}, invitation.UserID, "invitation_renewed", nil
}
