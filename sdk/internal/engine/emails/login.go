package emails

import (
	"context"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendLogin implements [email.Client].
func (c *Engine) SendLogin(ctx context.Context, j email.LoginJob, occasion string) error {
	key := "login/" + j.AccountID + "/" + occasion
	owner, isDue, err := c.ownerDue(ctx, "login", j.AccountID, key, accounts.Active)
	if err != nil || !isDue {
		return err
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err = c.core.NewLoginMailToken(ctx, tx, owner.ID)
		return err
	})
	if err != nil {
		return err
	}
	to := accountRecipient(owner)
	w := to.words()
	link := c.core.QuestionLink(core.QuestionNotMe, w.Lang, token)
	args := to.moment(c.core.Site.Product, j.At)
	intro := text.Code("mail_login_intro")
	if j.CommandLine {
		intro = "mail_login_intro_command"
	}
	return c.deliver(ctx, email.Login, key, to, Letter{
		Subject: w.In("mail_login_subject", args), Heading: w.In("mail_login_heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In(intro, args), w.In("mail_login_own", nil)},
		Button:     Button{Label: w.In("mail_login_button", nil), URL: link},
		After:      []string{w.In("mail_login_next", nil)},
	}, secret.Secret(link))
}
