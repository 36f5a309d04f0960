package emails_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// The notice of a renewal names the price of the seats that will be renewed: of both, and of one once the other is canceled.
func TestNoticeNamesThePriceOfTheRenewingSeats(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
	w.RunOn(t, fixture.FirstEnd.Add(-30*fixture.Day))
	fixture.WantLines(t, lastText(t, w, email.RenewalNotice), "Your subscription “Essential, 1 year” renews on June 2, 2027 at $299.98 plus applicable taxes.")
	list, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	for _, s := range list {
		if s.Seat == 2 {
			if _, err := w.Client.Subscription.EndRenewal(t.Context(), s.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.RunOn(t, fixture.FirstEnd.Add(-7*fixture.Day))
	fixture.WantLines(t, lastText(t, w, email.RenewalNotice), "Your subscription “Essential, 1 year” renews on June 2, 2027 at $149.99 plus applicable taxes.")
}

// Every mail names the support number of its reader's country: the default one of no country.
func TestMailsNameTheSupportOfTheReadersCountry(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	for country, want := range map[string]string{"US": "+1 800-555-0199", "GB": "+44 20 7946 0123", "AU": "+61 2 5550 1234", "": "+1 800-555-0199"} {
		c.change(t, "UPDATE persons SET country = NULLIF('"+country+"', '')")
		for name, mail := range map[string]job.Job{
			"receipt": email.ReceiptJob{ReceiptID: c.receipt}, "refund": email.PaymentJob{AttemptID: c.attempt, Mail: email.Refund},
			"notice": email.SubscriptionJob{SubscriptionID: c.subscription, Mail: email.RenewalNotice, TermEnd: "2027-06-02", Notice: 1},
			"link":   email.CredentialsJob{AccountID: c.account},
		} {
			c.forget(t)
			c.run(t, mail)
			for _, m := range c.mails {
				fixture.WantLines(t, m.Text, "Questions? Write to support@example.com or call "+want+".")
			}
			if len(c.mails) != 1 {
				t.Errorf("%s in %q: %d mails, want 1", name, country, len(c.mails))
			}
		}
	}
}
