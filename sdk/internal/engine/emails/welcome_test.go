package emails_test

import (
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The new holder of a paid seat gets one welcome, without details of the other parent's choice or payment.
func TestMailWelcome(t *testing.T) {
	t.Parallel()
	for address, hello := range map[string]string{
		"benjamin@example.com":   "Hello,", // typed
		"ben.diaz.1@example.com": "Hello Benjamin,",
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, true)
			in := fixture.StepOne()
			in.Parent.Email = address
			g.Fill(t, in)
			billing := fixture.Billing()
			billing.Parent.Email = address
			g.Fill(t, billing)
			w.Work(t)
			w.WorkAgain(t)
			m := mailOf(t, w, email.Welcome)
			if m.To != address || m.Subject != "Welcome to Cojoin" || m.Link != "" {
				t.Errorf("mail %q to %s, with a secret link: %t", m.Subject, m.To, m.Link != "")
			}
			fixture.WantLines(t, m.Text, hello,
				"Your account is activated and your subscription has been paid: there is nothing for you to pay. It runs until June 2, 2027.",
				"Log in with the username and password that you chose. If you haven’t chosen them yet, open the link of your invitation once more.")
			for _, others := range []string{"$", "Essential", "Ana", "4242", "Market"} {
				if strings.Contains(m.Text, others) {
					t.Errorf("the welcome mail has %q", others)
				}
			}
		})
	}
}
