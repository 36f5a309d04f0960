package emails_test

import (
	"regexp"
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// promises are the lines of mails with an amount or the day of a charge.
var promises = regexp.MustCompile(`(?m)^(?:(?:Total|Refunded): .*|Your subscription “.*|Your subscription renews on .* at .*|We will try again.*)$`)

// A family gets these mails from one moment of its life to the next, and none more. They promise these amounts and days.
func TestMailsOfALife(t *testing.T) {
	t.Parallel()
	type mails struct{ Sent, Promised []string }
	const ana, notice = " ana.diaz.1@example.com: ", "Your subscription “Essential, 1 year” renews on June 2, 2027 at "
	want := map[fixture.Moment]mails{
		fixture.BeforeTheEnd: {
			[]string{
				"receipt" + ana + "Your Cojoin receipt", "invitation ben.diaz.1@example.com: A parent invited you to Cojoin", "welcome benjamin@example.com: Welcome to Cojoin",
				"refund" + ana + "Your Cojoin refund", "renewal_notice" + ana + "Your Cojoin subscription renews on June 2, 2027",
				"subscription_cancelled" + ana + "Your Cojoin renewal is cancelled", "renewal_notice" + ana + "Your Cojoin subscription renews on June 2, 2027",
				"renewal_notice benjamin@example.com: Your Cojoin subscription ends on June 2, 2027",
			},
			[]string{
				"Total: $158.99", "Your subscription renews on June 2, 2027 at $299.98 plus applicable taxes, until you cancel.", "Refunded: $20.00",
				notice + "$299.98 plus applicable taxes.", "Your subscription “Essential, 1 year” will not renew. Nothing more will be charged for it.",
				notice + "$149.99 plus applicable taxes.", "Your subscription “Essential, 1 year” ends on June 2, 2027. It does not renew automatically.",
			},
		},
		fixture.InDunning: {
			[]string{"renewal_declined" + ana + "We could not renew your Cojoin subscription yet"},
			[]string{"We will try again on June 3, 2027. You can save another card: we’ll try again with it right away."},
		},
		fixture.AfterTheEnd: {
			[]string{"receipt" + ana + "Your Cojoin receipt"},
			[]string{"Total: $158.99", "Your subscription renews on June 2, 2028 at $149.99 plus applicable taxes, until you cancel."},
		},
		fixture.InMonth20:     {},
		fixture.AfterNoSweeps: {[]string{"dispute" + ana + "Your Cojoin payment is disputed"}, nil},
	}
	read := 0
	fixture.Later(t, want, func(l *fixture.Life) (m mails) {
		m.Sent = l.NewMails(t)
		all := l.Mailbox.Mails()
		for _, mail := range all[read:] {
			m.Promised = append(m.Promised, promises.FindAllString(mail.Text, -1)...)
		}
		read = len(all)
		return m
	})
}
