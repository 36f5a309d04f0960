package account

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// RenewalTime is how long a renewal takes at least, so that its duration doesn't reveal whether the account
// exists.
const RenewalTime = 100 * time.Millisecond

// RenewCredentials mails a new link to set username and password to an account that has none yet. It
// returns the same, after the same time, whether or not there is such an account.
//
// Errors: [fault.ValidationError] (field email). Faults: [fault.TooManyTries] after three in an hour for one address.
func (c *Client) RenewCredentials(ctx context.Context, email string, meta caller.Meta) error {
	even := secret.EvenTime(RenewalTime)
	defer even.Stop()
	v := form.Violator{Lang: text.Language(meta.Lang)}
	email = v.Check("email", form.RuleEmail, email)
	if len(v.Found) > 0 {
		return &fault.ValidationError{Violations: v.Found}
	}
	key := form.NormalizeEmail(email)
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLinks, c.core.Limits.Links, "credentials", key); err != nil {
		return err
	}
	if err := c.enqueueCredentialsMail(ctx, key); err != nil {
		return err
	}
	return even.Wait(ctx)
}

func (c *Client) enqueueCredentialsMail(ctx context.Context, emailKey string) error {
	return c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		account, err := q.FindAccountByEmail(ctx, c.core.People.EmailHashes(emailKey))
		if errors.Is(err, pgx.ErrNoRows) || err == nil && account.State != Created {
			return nil
		}
		if err != nil {
			return fmt.Errorf("renew credentials: %w", err)
		}
		if err := c.core.Enqueue(ctx, tx, job.CredentialsMailJob{AccountID: account.ID.String()}, job.Options{Unique: true}); err != nil {
			return err
		}
		return c.AccountEvent(ctx, q, account.ID, "credentials_renewed", "owner")
	})
}
