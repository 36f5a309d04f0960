package subscriptions_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// A card that expired after the purchase is declined at the renewal. The payer gets a mail, and another card given within the retries renews the
// subscription from the end of its term.
func TestRenewalWithAnExpiredCard(t *testing.T) {
	t.Parallel()
	w := fixture.NewTimedTill(t)
	s := w.SignUp(t)
	// Good at the purchase in June 2026, not at the renewal a year later.
	if _, err := w.Pay(t, s, w.Input(t, s, w.CardNonce(t, "4111111111111111", "05/2027"), fixture.Kept)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.NewMails(t)
	w.RunOn(t, fixture.FirstEnd.Add(-time.Hour)) // both notices in one
	mails := w.Mailbox.Mails()
	fixture.WantLines(t, mails[len(mails)-1].Text, "Card ending in 1111 expires on May 31, 2027, before the renewal. Please log in and save another payment method.")
	w.NewMails(t)

	w.RunOn(t, fixture.FirstEnd)
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 1, Next: fixture.FirstEnd.Add(7 * fixture.Day).Format(time.DateOnly)})
	w.WantMails(t, "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet")
	if last := w.LastSale(); last.Status != "processor_declined" || last.ProcessorCode != "2004" {
		t.Errorf("the renewal's transaction: %+v", last)
	}
	if n := fixture.CountRows(t, w.Env, "decline_counts WHERE minute > $1", w.Clock.Now().Add(-time.Hour)); n != 0 {
		t.Error("a renewal's decline counts as a payer's attempt")
	}

	if _, err := w.Client.Subscription.SetMethod(t.Context(), w.OnlyID(t), subscription.PaymentMethodInput{Nonce: w.CardNonce(t, "5555555555554444", "05/2030")}, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.RunOn(t, fixture.FirstEnd.Add(fixture.Day))
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	w.WantLedger(t, fixture.Captured, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}, fixture.Captured)
}
