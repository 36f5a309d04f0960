package emails

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendCredentials implements [email.Client].
func (c *Engine) SendCredentials(ctx context.Context, j email.CredentialsJob, occasion string) error {
	which := credentialsLetter{
		kind: email.Credentials, key: "credentials/" + j.AccountID + "/" + occasion, prefix: "mail_credentials_", last: "stranger",
	}
	if j.Reminder > 0 {
		which.kind, which.prefix, which.last, which.reminder = email.CredentialsReminder, "mail_credentials_reminder_", "next", j.Reminder
	}
	return c.mailCredentialsLink(ctx, j.AccountID, which)
}

// credentialsReminders are the waits before reminders to a payer without a username. Each counts from the previous mail.
var credentialsReminders = []time.Duration{time.Hour, 23 * time.Hour}

// remindOfCredentials schedules the next reminder. The job sends nothing once the owner has a username.
func (c *Engine) remindOfCredentials(ctx context.Context, accountID uuid.UUID, before int) error {
	if before >= len(credentialsReminders) {
		return nil
	}
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		tx.Enqueue(email.CredentialsJob{AccountID: accountID.String(), Reminder: before + 1},
			job.Options{At: c.core.Now().Add(credentialsReminders[before]), Unique: true})
		return nil
	})
}

// SendPassword implements [email.Client].
func (c *Engine) SendPassword(ctx context.Context, j email.PasswordJob, occasion string) error {
	key := "password/" + j.AccountID + "/" + occasion
	owner, isDue, err := c.ownerDue(ctx, "password", j.AccountID, key, accounts.Active)
	if err != nil || !isDue {
		return err
	}
	to := accountRecipient(owner)
	w := to.words()
	if j.Changed {
		return c.deliver(ctx, email.PasswordChanged, key, to, c.passwordChangedLetter(w, to, c.core.Site.Links["passwordRetrieval"]), "")
	}
	username, err := c.account.Username(ctx, owner)
	if err != nil {
		return err
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err = c.core.NewPasswordToken(ctx, tx, owner.ID)
		return err
	})
	if err != nil {
		return err
	}
	until := c.core.Now().Add(core.PasswordTokenLife)
	link := c.core.Link("/password", owner.ID.String(), token)
	args := to.moment(c.core.Site.Product, until)
	args["username"] = username
	paragraphs := []string{w.Hello(to.firstName), w.In("mail_password_intro", args)}
	if accounts.Proved(owner.Account) { // a username can carry a message, as a name can
		paragraphs = append(paragraphs, w.In("mail_password_username", args))
	}
	return c.deliver(ctx, email.Password, key, to, Letter{
		Subject: w.In("mail_password_subject", args), Heading: w.In("mail_password_heading", args),
		Paragraphs: paragraphs,
		Button:     Button{Label: w.In("mail_password_button", nil), URL: link},
		After:      []string{w.In("mail_password_stranger", args)},
	}, secret.Secret(link))
}

func (c *Engine) passwordChangedLetter(w text.Wording, to recipient, retrieval string) Letter {
	args := map[string]any{"product": c.core.Site.Product}
	return Letter{
		Subject: w.In("mail_password_changed_subject", args), Heading: w.In("mail_password_changed_heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In("mail_password_changed_intro", args)},
		Button:     Button{Label: w.In("mail_password_changed_button", nil), URL: retrieval},
		After:      []string{w.In("mail_password_changed_next", args)},
	}
}

// SendProfessionalWelcome implements [email.Client].
func (c *Engine) SendProfessionalWelcome(ctx context.Context, j email.ProfessionalWelcomeJob, occasion string) error {
	id, err := uuid.Parse(j.ProfessionalID)
	if err != nil {
		return fmt.Errorf("welcome mail: id: %w", err)
	}
	professional, err := c.core.Q.GetProfessional(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: %w", err)
	}
	return c.mailCredentialsLink(ctx, professional.AccountID.String(), credentialsLetter{
		kind: email.ProfessionalWelcome, key: "professional/" + j.ProfessionalID + "/" + occasion, prefix: "mail_professional_", last: "next",
		unsolicited: !j.Operator,
	})
}

// credentialsLetter selects one of the letters with a credentials link.
type credentialsLetter struct {
	kind        email.Kind
	key         string
	prefix      text.Code
	last        text.Code
	reminder    int  // 0: a requested link
	unsolicited bool // a stranger may have caused it
}

func (c *Engine) mailCredentialsLink(ctx context.Context, accountID string, which credentialsLetter) error {
	owner, isDue, err := c.ownerDue(ctx, "credentials", accountID, which.key, accounts.Created)
	if err != nil || !isDue {
		return err
	}
	if which.reminder > 0 { // its text mentions their payment
		if paid, err := c.core.Q.PayerStands(ctx, owner.ID); err != nil || !paid {
			return err
		}
	}
	if which.unsolicited && !accounts.Proved(owner.Account) {
		if err := c.admit(ctx, which.key, owner.Person.EmailKey(), false); err != nil {
			return err
		}
	}
	token, life, err := c.credentialsToken(ctx, owner.ID, which.reminder)
	if err != nil {
		return err
	}
	to := accountRecipient(owner)
	w := to.words()
	until := c.core.Now().Add(life)
	args := to.moment(c.core.Site.Product, until)
	link := c.core.Link("/credentials", owner.ID.String(), token)
	return c.deliver(ctx, which.kind, which.key, to, Letter{
		Subject: w.In(which.prefix+"subject", args), Heading: w.In(which.prefix+"heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In(which.prefix+"intro", args)},
		Button:     Button{Label: w.In("mail_credentials_button", nil), URL: link},
		After:      []string{w.In(which.prefix+which.last, args)},
	}, secret.Secret(link))
}

// ownerDue returns the recipient of a mail about an account. The mail isn't due if it was delivered already or if the account isn't in the given
// state. mail is the mail's name in errors.
func (c *Engine) ownerDue(ctx context.Context, mail, accountID, key, state string) (owner core.Account, isDue bool, err error) {
	id, err := uuid.Parse(accountID)
	if err != nil {
		return owner, false, fmt.Errorf("%s mail: account id: %w", mail, err)
	}
	if done, err := c.delivered(ctx, key); err != nil || done {
		return owner, false, err
	}
	if owner, err = c.core.Account(ctx, c.core.Q, id); err != nil {
		return owner, false, fmt.Errorf("%s mail: %w", mail, err)
	}
	return owner, owner.State == state, nil
}

// credentialsToken makes the token of a link. For a reminder it also schedules the next one.
func (c *Engine) credentialsToken(ctx context.Context, id uuid.UUID, reminder int) (token secret.Secret, life time.Duration, err error) {
	if reminder > 0 {
		if err := c.remindOfCredentials(ctx, id, reminder); err != nil {
			return "", 0, err
		}
		token, err = c.core.NewReceiptToken(ctx, id)
		return token, core.ReceiptTokenLife, err
	}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err = c.core.RenewCredentialsToken(ctx, tx, id)
		return err
	})
	return token, core.CredentialsTokenLife, err
}
