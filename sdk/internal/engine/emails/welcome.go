package emails

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendWelcome implements [email.Client].
func (c *Engine) SendWelcome(ctx context.Context, accountID string) error {
	id, err := uuid.Parse(accountID)
	if err != nil {
		return fmt.Errorf("welcome mail: account id: %w", err)
	}
	key := "welcome/" + accountID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	account, err := c.core.Account(ctx, c.core.Q, id)
	if err != nil {
		return fmt.Errorf("welcome mail: %w", err)
	}
	place, err := c.core.Q.FindPlace(ctx, id)
	if err != nil {
		return fmt.Errorf("welcome mail: place in the family: %w", err)
	}
	seat, err := c.core.Q.FindSeat(ctx, place.FamilyID, place.Role)
	if err != nil {
		return fmt.Errorf("welcome mail: subscription: %w", err)
	}
	if paid, err := c.core.Q.SeatIsPaid(ctx, place.FamilyID, place.Role); err != nil || !paid { // refunded meanwhile: the welcome would promise a term
		return err
	}
	to := accountRecipient(account)
	w := to.words()
	product := map[string]any{"product": c.core.Site.Product}
	return c.deliver(ctx, email.Welcome, key, to, Letter{
		Subject: w.In("mail_welcome_subject", product), Heading: w.In("mail_welcome_heading", product),
		Paragraphs: []string{
			w.Hello(to.firstName), w.In("mail_welcome_intro", map[string]any{"date": w.Day(day.On(seat.EndsAt, seat.Zone))}), w.In("mail_welcome_next", nil),
		},
		Button: Button{Label: w.In("mail_welcome_button", nil), URL: c.core.Site.Links["login"]},
		Links:  appLinks(w, c.core.Site.Links),
	}, "")
}

// appLinks returns the site's links to the app stores.
func appLinks(w text.Wording, links map[string]string) (out []Button) {
	for _, app := range []struct {
		label text.Code
		link  string
	}{{"mail_app_store", "appStore"}, {"mail_play_store", "playStore"}} {
		if address := links[app.link]; address != "" {
			out = append(out, Button{Label: w.In(app.label, nil), URL: address})
		}
	}
	return out
}
