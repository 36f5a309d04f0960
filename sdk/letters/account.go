package letters

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendCredentials mails an account's owner a link to set username and password, once for each occasion
// (the job's id). The token is made here and ends the one before. An account that has its credentials
// gets none.
func (c *Client) SendCredentials(ctx context.Context, accountID, occasion string) error {
	return c.mailCredentialsLink(ctx, accountID, credentialsLetter{
		kind: mailer.MailCredentials, key: "credentials/" + accountID + "/" + occasion, prefix: "mail_credentials_", last: "stranger",
	})
}

// SendProfessionalWelcome welcomes a new professional with the link to set username and password.
func (c *Client) SendProfessionalWelcome(ctx context.Context, professionalID, occasion string) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return fmt.Errorf("welcome mail: id: %w", err)
	}
	professional, err := c.core.Q.GetProfessional(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: %w", err)
	}
	return c.mailCredentialsLink(ctx, professional.AccountID.String(), credentialsLetter{
		kind: mailer.MailProfessionalWelcome, key: "professional/" + professionalID + "/" + occasion, prefix: "mail_professional_", last: "next",
	})
}

// credentialsLetter is which of the letters with a credentials link is meant.
type credentialsLetter struct {
	kind   mailer.MailKind
	key    string
	prefix text.Code
	last   text.Code
}

func (c *Client) mailCredentialsLink(ctx context.Context, accountID string, which credentialsLetter) error {
	id, err := uuid.Parse(accountID)
	if err != nil {
		return fmt.Errorf("credentials mail: account id: %w", err)
	}
	if done, err := c.delivered(ctx, which.key); err != nil || done {
		return err
	}
	owner, err := c.core.Account(ctx, c.core.Q, id)
	if err != nil {
		return fmt.Errorf("credentials mail: %w", err)
	}
	if owner.State != account.Created {
		return nil
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(_ *db.Queries, tx pgx.Tx) error {
		token, err = c.core.RenewCredentialsToken(ctx, tx, owner.ID)
		return err
	})
	if err != nil {
		return err
	}
	to := accountRecipient(owner)
	w := text.WordingOf(to.locale)
	until := c.core.Now().Add(core.CredentialsTokenLife)
	args := map[string]any{"product": text.ProductName, "date": w.Date(until), "time": until.Format("15:04")}
	link := c.core.Link("/credentials", owner.ID.String(), token)
	return c.deliver(ctx, which.kind, which.key, to, letter.Letter{
		Subject: w.In(which.prefix+"subject", args), Heading: w.In(which.prefix+"heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In(which.prefix+"intro", args)},
		Button:     letter.Button{Label: w.In("mail_credentials_button", nil), URL: link},
		After:      []string{w.In(which.prefix+which.last, args)},
	}, secret.Secret(link))
}
