package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/text"
)

// MailCredentials mails an account's owner a link to set username and password, once for each occasion
// (the job's id). The token is made here and ends the one before. An account that has its credentials
// gets none.
func (c *Client) MailCredentials(ctx context.Context, accountID, occasion string) error {
	return c.mailCredentialsLink(ctx, accountID, credentialsLetter{
		kind: MailCredentials, key: "credentials/" + accountID + "/" + occasion, prefix: "mail_credentials_", last: "stranger",
	})
}

// MailProfessionalWelcome welcomes a new professional with the link to set username and password.
func (c *Client) MailProfessionalWelcome(ctx context.Context, professionalID, occasion string) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return fmt.Errorf("welcome mail: id: %w", err)
	}
	professional, err := c.q.GetProfessional(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: %w", err)
	}
	return c.mailCredentialsLink(ctx, professional.AccountID.String(), credentialsLetter{
		kind: MailProfessionalWelcome, key: "professional/" + professionalID + "/" + occasion, prefix: "mail_professional_", last: "next",
	})
}

// credentialsLetter is which of the letters with a credentials link is meant.
type credentialsLetter struct {
	kind   MailKind
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
	account, err := c.q.GetAccount(ctx, id)
	if err != nil {
		return fmt.Errorf("credentials mail: %w", err)
	}
	if account.State != accountCreated {
		return nil
	}
	var token Secret
	err = c.tx(ctx, func(_ *db.Queries, tx pgx.Tx) error {
		token, err = c.newCredentialsToken(ctx, tx, account.ID)
		return err
	})
	if err != nil {
		return err
	}
	to := accountRecipient(account)
	w := wordingOf(to.locale)
	until := c.now().Add(credentialsTokenLife)
	args := map[string]any{"product": ProductName, "date": w.date(until), "time": until.Format("15:04")}
	link := c.link("/credentials", account.ID.String(), token)
	return c.deliver(ctx, which.kind, which.key, to, letter.Letter{
		Subject: w.in(which.prefix+"subject", args), Heading: w.in(which.prefix+"heading", args),
		Paragraphs: []string{w.hello(to.firstName), w.in(which.prefix+"intro", args)},
		Button:     letter.Button{Label: w.in("mail_credentials_button", nil), URL: link},
		After:      []string{w.in(which.prefix+which.last, args)},
	}, Secret(link))
}
