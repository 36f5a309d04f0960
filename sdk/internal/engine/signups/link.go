package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

// MailLink implements [signup.Client].
func (c *Engine) MailLink(ctx context.Context, signupID string, key secret.Secret, _ caller.Meta) error {
	row, err := c.LoadRegistration(ctx, c.core.Q, signupID, key)
	if err != nil {
		return err
	}
	if err := OpenFault(row); err != nil {
		return err
	}
	d, err := c.Open(ctx, c.core.Q, row)
	if err != nil {
		return err
	}
	for _, subject := range [][]string{{"signup", signupID}, {"signup link", d.EmailKey()}} {
		if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLinks, c.core.Limits.Links, subject...); err != nil {
			return err
		}
	}
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		tx.Enqueue(email.SignupLinkJob{SignupID: signupID}, job.Options{Unique: true})
		return nil
	})
}
