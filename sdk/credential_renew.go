package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// renewalTime is how long a renewal takes at least, so that its time doesn't tell whether there was an
// account to write to.
const renewalTime = 100 * time.Millisecond

// RenewCredentials mails a new link to set username and password to an account that has none yet. It
// answers the same, and takes the same time, whether or not there is such an account.
//
// Errors: [ValidationError] (field email). Faults: [TooManyTries] after three in an hour for one address.
func (c *Client) RenewCredentials(ctx context.Context, email string, meta CallMeta) error {
	even := evenTime(renewalTime)
	defer even.stop()
	v := violator{lang: text.Language(meta.Lang)}
	email = v.check("email", RuleEmail, email)
	if len(v.found) > 0 {
		return &ValidationError{Violations: v.found}
	}
	key := NormalizeEmail(email)
	if _, err := c.countEvent(ctx, c.q, limitLinks, c.cfg.Limits.Links, "credentials", key); err != nil {
		return err
	}
	if err := c.enqueueCredentialsMail(ctx, key); err != nil {
		return err
	}
	return even.wait(ctx)
}

func (c *Client) enqueueCredentialsMail(ctx context.Context, emailKey string) error {
	return c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		account, err := q.FindAccountByEmail(ctx, emailKey)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && account.State != accountCreated {
			return nil
		}
		if err != nil {
			return fmt.Errorf("renew credentials: %w", err)
		}
		if err := c.enqueue(ctx, tx, CredentialsMailJob{AccountID: account.ID.String()}, JobOptions{Unique: true}); err != nil {
			return err
		}
		return c.accountEvent(ctx, q, account.ID, "credentials_renewed", "owner")
	})
}
