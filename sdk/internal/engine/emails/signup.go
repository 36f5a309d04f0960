package emails

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// SendSignupLink implements [email.Client].
func (c *Engine) SendSignupLink(ctx context.Context, j email.SignupLinkJob, occasion string) error {
	id, err := uuid.Parse(j.SignupID)
	if err != nil {
		return fmt.Errorf("sign-up link mail: id: %w", err)
	}
	key := "signup_link/" + j.SignupID + "/" + occasion
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	d, err := c.openSignup(ctx, id)
	if err != nil || d == nil {
		return err
	}
	to := unnamedRecipient(d.Parent.Email, d.Locale)
	if d.Answered() {
		to = namedRecipient(d.Parent.Email, d.Parent.FirstName, d.Parent.LastName, d.Locale)
	} else if err := c.admit(ctx, key, d.EmailKey(), true); err != nil {
		return c.orLate(err, d.Row.ExpiresAt, "sign-up link", key)
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err = c.core.NewSignupToken(ctx, tx.Queries, d.Row)
		return err
	})
	if err != nil {
		return err
	}
	if d.Address != nil {
		to.country = d.Address.Country
	}
	link := c.core.SignupLink(j.SignupID, d.Locale, token)
	return c.deliver(ctx, email.SignupLink, key, to, c.signupLetter(to, d.Row.ExpiresAt.UTC(), link), secret.Secret(link))
}

// openSignup opens a sign-up that can still be continued, and returns nil for any other. A sign-up whose address belongs to an account by now can't
// be finished: its owner needs another link.
func (c *Engine) openSignup(ctx context.Context, id uuid.UUID) (*signups.Draft, error) {
	row, err := c.core.Q.GetRegistration(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("sign-up link mail: %w", err)
	}
	if row.State != string(signup.Open) || !c.core.Now().Before(row.ExpiresAt) {
		return nil, nil
	}
	d, err := c.signup.Open(ctx, c.core.Q, row)
	if errors.Is(err, fault.RegistrationGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = c.core.Q.FindAccountByEmail(ctx, c.core.People.EmailHashes(d.EmailKey()))
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return d, nil
	case err != nil:
		return nil, fmt.Errorf("sign-up link mail: account: %w", err)
	}
	return nil, nil
}

func (c *Engine) signupLetter(to recipient, until time.Time, link string) Letter {
	w := to.words()
	args := to.moment(c.core.Site.Product, until)
	return Letter{
		Subject: w.In("mail_signup_link_subject", args), Heading: w.In("mail_signup_link_heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In("mail_signup_link_intro", args)},
		Button:     Button{Label: w.In("mail_signup_link_button", nil), URL: link},
		After:      []string{w.In("mail_signup_link_private", nil), w.In("mail_signup_link_stranger", args)},
	}
}
