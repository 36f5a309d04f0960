package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/letter"
)

// MailWelcome welcomes an invited parent who has taken up a seat that was paid for them, once. It says what a
// receipt says to others, that the account is theirs and until when, and nothing of what the other parent
// chose to pay or how.
func (c *Client) MailWelcome(ctx context.Context, accountID string) error {
	id, err := uuid.Parse(accountID)
	if err != nil {
		return fmt.Errorf("welcome mail: account id: %w", err)
	}
	key := "welcome/" + accountID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	account, err := c.q.GetAccount(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: %w", err)
	}
	seat, err := c.q.FindSeat(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: subscription: %w", err)
	}
	to := accountRecipient(account)
	w := wordingOf(to.locale)
	product := map[string]any{"product": ProductName}
	links := c.cfg.Site.Links
	return c.deliver(ctx, MailWelcome, key, to, letter.Letter{
		Subject: w.in("mail_welcome_subject", product), Heading: w.in("mail_welcome_heading", product),
		Paragraphs: []string{
			w.hello(to.firstName), w.in("mail_welcome_intro", map[string]any{"date": w.date(seat.EndsAt)}), w.in("mail_welcome_next", nil),
		},
		Button: letter.Button{Label: w.in("mail_welcome_button", nil), URL: links["login"]},
		Links: []letter.Button{
			{Label: w.in("mail_app_store", nil), URL: links["appStore"]},
			{Label: w.in("mail_play_store", nil), URL: links["playStore"]},
		},
	}, "")
}
