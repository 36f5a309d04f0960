package subscriptions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// A renewal that the same card can't pay is sent once. It lapses unless the payer gives another card in time.
func TestRenewalWaitsForAnotherMethod(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]struct {
		recourse gateway.Recourse
		mail     string
		line     string
	}{
		"2013": {gateway.RecourseReplace, "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet",
			"We can’t charge this payment method again. Please log in and save another one by June 9, 2027: we’ll renew your subscription with it right away. Otherwise it ends on that day."},
		"2099": {gateway.RecourseAuthenticate, "renewal_confirm ana.diaz.1@example.com: Confirm your Cojoin renewal with your bank",
			"Please log in, enter your card again and confirm it with your bank by June 9, 2027: we’ll renew your subscription right away. Otherwise it ends on that day."},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			w.RunOn(t, fixture.FirstEnd.Add(-time.Hour)) // past the notices
			w.NewMails(t)
			w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: code, Count: -1})
			for _, later := range []time.Duration{0, fixture.Day, 3 * fixture.Day, 7*fixture.Day - time.Hour} {
				w.RunOn(t, fixture.FirstEnd.Add(later))
			}
			w.WantMails(t, want.mail)
			for _, m := range w.Mailbox.Mails() {
				if strings.HasPrefix(want.mail, string(m.Kind)+" ") {
					fixture.WantLines(t, m.Text, want.line)
				}
			}
			detail, err := w.Client.Subscription.Find(t.Context(), w.OnlyID(t))
			if err != nil {
				t.Fatal(err)
			}
			type recorded struct {
				Recourse   gateway.Recourse
				DeclinedAs string
				Tries      int
			}
			if diff := cmp.Diff(recorded{want.recourse, code, 1}, recorded{detail.Recourse, detail.DeclinedAs, detail.RefusedTries}); diff != "" {
				t.Errorf("shown (-want +got):\n%s", diff)
			}
			w.RunOn(t, fixture.FirstEnd.Add(7*fixture.Day))
			w.WantTerms(t, fixture.Term{State: "lapsed", Ends: fixture.FirstEnd, Tries: 1})
			w.WantMails(t, "renewal_lapsed ana.diaz.1@example.com: Your Cojoin subscription has ended")
			w.WantLedger(t, fixture.Captured, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}) // sent once
			if n := fixture.CountRows(t, w.Env, "orders WHERE state = 'pending'"); n != 0 {
				t.Errorf("%d orders wait for a subscription that has lapsed", n)
			}
		})
	}
}

// The bank wants its customer to confirm the renewal. The mail links to the page where the payer enters the card again. That page rejects an
// unconfirmed card; a confirmed one renews the subscription immediately.
func TestRenewalConfirmedAtTheBank(t *testing.T) {
	t.Parallel()
	authenticated := func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"US"} }
	w := fixture.NewTill(t, sdktest.WithConfig(authenticated))
	s := w.SignUp(t)
	in := w.Input(t, s, "", fixture.Kept)
	in.Payment.Nonce = w.Verify(t, w.CardNonce(t, challengeCard, "12/2030"), in.Payment.AmountDisplayed, true)
	answer, err := w.Pay(t, s, in)
	if err != nil {
		t.Fatal(err)
	}
	w.AccountToken(t, answer)
	w.Work(t)
	w.RunOn(t, fixture.FirstEnd.Add(-time.Hour)) // past the notices
	w.NewMails(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2099"})
	w.RunOn(t, fixture.FirstEnd)
	w.WantMails(t, "renewal_confirm ana.diaz.1@example.com: Confirm your Cojoin renewal with your bank")
	mails := w.Mailbox.Mails()
	if page := w.Config.Site.WithDefaults().Links[site.LinkPaymentMethod]; page == "" || !strings.Contains(mails[len(mails)-1].Text, page) {
		t.Errorf("the mail doesn't lead to %q:\n%s", page, mails[len(mails)-1].Text)
	}

	payer := w.LogIn(t, answer)
	typed := w.CardNonce(t, challengeCard, "12/2030")
	_, err = w.Client.Subscription.ReplaceMethod(t.Context(), w.OnlyID(t), payer, subscription.PaymentMethodInput{Nonce: typed}, fixture.English)
	wantNonceRefused(t, err, "payment_authentication_required")
	confirmed := w.Verify(t, typed, in.Payment.AmountDisplayed, true)
	if _, err := w.Client.Subscription.ReplaceMethod(t.Context(), w.OnlyID(t), payer, subscription.PaymentMethodInput{Nonce: confirmed}, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	w.WantLedger(t, fixture.Captured, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}, fixture.Captured)
}

// askingCard is a test card whose bank wants a confirmation.
const challengeCard = "4000000000001091"

// A decline for another reason sends another mail, because waiting no longer helps.
func TestRenewalDeclinedForAnotherReason(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.RunOn(t, fixture.FirstEnd.Add(-time.Hour)) // past the notices
	w.NewMails(t)
	declined := "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet"
	for _, try := range []struct {
		code  string
		later time.Duration
		mails []string
	}{{"2001", 0, []string{declined}}, {"2000", fixture.Day, nil}, {"2013", 3 * fixture.Day, []string{declined}}} {
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: try.code})
		w.RunOn(t, fixture.FirstEnd.Add(try.later))
		w.WantMails(t, try.mails...)
	}
	mails := w.Mailbox.Mails()
	fixture.WantLines(t, mails[len(mails)-1].Text,
		"We can’t charge this payment method again. Please log in and save another one by June 9, 2027: we’ll renew your subscription with it right away. Otherwise it ends on that day.")

	// So does a decline of another method, even for the same reason.
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2013"})
	if _, err := w.Client.Subscription.SetMethod(t.Context(), w.OnlyID(t), subscription.PaymentMethodInput{Nonce: "fake-valid-mastercard-nonce"}, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantMails(t, "method_replaced ana.diaz.1@example.com: Your Cojoin payment method was changed", declined)
	w.RunOn(t, fixture.FirstEnd.Add(7*fixture.Day))
	w.WantTerms(t, fixture.Term{State: "lapsed", Ends: fixture.FirstEnd, Tries: 4})
}

// After a hard decline at the last try of the schedule, the payer has a day to give another method.
func TestRenewalDeclinedForGoodAtTheLastTry(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	for i, later := range []time.Duration{0, fixture.Day, 3 * fixture.Day, 7 * fixture.Day} {
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: []string{"2001", "2001", "2001", "2013"}[i]})
		w.RunOn(t, fixture.FirstEnd.Add(later))
	}
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 4, Next: fixture.FirstEnd.Add(8 * fixture.Day).Format(time.DateOnly)})
	w.RunOn(t, fixture.FirstEnd.Add(8*fixture.Day))
	w.WantTerms(t, fixture.Term{State: "lapsed", Ends: fixture.FirstEnd, Tries: 4})
}

// Another card renews the subscription immediately. A later decline of that card sends a new mail.
func TestRenewalWithAnotherMethodAfterAHardDecline(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2013"})
	w.RunOn(t, fixture.FirstEnd)
	if _, err := w.Client.Subscription.SetMethod(t.Context(), w.OnlyID(t), subscription.PaymentMethodInput{Nonce: "fake-valid-mastercard-nonce"}, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	w.NewMails(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001"})
	w.RunOn(t, secondEnd)
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd, Tries: 1, Next: secondEnd.Add(fixture.Day).Format(time.DateOnly)})
	w.RunOn(t, secondEnd.Add(fixture.Day))
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd.AddDate(1, 0, 0)})
}

// A card saved while the old one is being charged is charged next, after any decline of the old one. The payer has already done the mail's request.
func TestRenewalWithAMethodSavedMeanwhile(t *testing.T) {
	t.Parallel()
	const to = " ana.diaz.1@example.com: "
	replaced, receipt, declined := "method_replaced"+to+"Your Cojoin payment method was changed", "receipt"+to+"Your Cojoin receipt", "renewal_declined"+to+"We could not renew your Cojoin subscription yet"
	renewed := fixture.Term{State: "active", Renews: true, Ends: secondEnd}
	refused := fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}
	for name, test := range map[string]struct {
		old, saved string // decline codes of the two cards
		term       fixture.Term
		ledger     []fixture.Line
		mails      []string
	}{
		"after a hard decline": {"2013", "", renewed, []fixture.Line{fixture.Captured, refused, fixture.Captured}, []string{replaced, receipt}},
		"after a soft decline": {"2001", "", renewed, []fixture.Line{fixture.Captured, refused, fixture.Captured}, []string{replaced, receipt}},
		"and declined as well": {
			"2001", "2001", fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 2, Next: fixture.FirstEnd.Add(3 * fixture.Day).Format(time.DateOnly)},
			[]fixture.Line{fixture.Captured, refused, refused}, []string{replaced, declined},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("nothing yet")
			w, _ := fixture.Subscribed(t, fixture.Kept, fixture.WithHold(h))
			w.RunOn(t, fixture.FirstEnd.Add(-time.Hour)) // past the notices
			w.NewMails(t)
			w.Clock.Set(fixture.FirstEnd)
			w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: test.old})
			h.Call = "authorize"
			id, ended := w.OnlyID(t), make(chan error, 1)
			go func() {
				outcome, err := w.Client.Subscription.Renew(t.Context(), id)
				if err == nil && outcome != subscription.RenewalRefused {
					err = fmt.Errorf("the first card: %s", outcome)
				}
				ended <- err
			}()
			<-h.Acted
			if _, err := w.Client.Subscription.SetMethod(t.Context(), id, subscription.PaymentMethodInput{Nonce: "fake-valid-mastercard-nonce"}, fixture.English); err != nil {
				t.Error(err)
			}
			close(h.Release)
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if test.saved != "" {
				w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: test.saved})
			}
			w.Work(t)
			w.WantTerms(t, test.term)
			w.WantLedger(t, test.ledger...)
			w.WantMails(t, test.mails...)
			if got := w.LastSale().CardLastFour; got != "4444" {
				t.Errorf("the card %s was charged last", got)
			}
		})
	}
}

// The schedule after soft declines is configurable. With an empty one, a declined renewal lapses.
func TestRenewalRetriesAreConfigured(t *testing.T) {
	t.Parallel()
	for retries, want := range map[string]fixture.Term{
		"one": {State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 1, Next: fixture.FirstEnd.Add(5 * fixture.Day).Format(time.DateOnly)},
		"":    {State: "lapsed", Ends: fixture.FirstEnd, Tries: 1},
	} {
		t.Run(retries, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept, sdktest.WithConfig(func(c *sdk.Config) {
				c.Renewal.Retries = []time.Duration{}
				if retries == "one" {
					c.Renewal.Retries = []time.Duration{5 * fixture.Day}
				}
			}))
			w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: map[string]string{"one": "2001", "": "2013"}[retries]})
			w.RunOn(t, fixture.FirstEnd)
			w.WantTerms(t, want)
		})
	}
}

// A renewal keeps its price and has that day's tax.
func TestRenewalHasTheTaxOfItsDay(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	_, raw, err := w.Client.Operate.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	const old, dearer = `region: PA, components: [{name: SALES_TAX, percent: "6"}]`, `region: PA, components: [{name: SALES_TAX, percent: "10"}]`
	if !strings.Contains(string(raw), old) {
		t.Fatalf("the catalog has no %s", old)
	}
	if _, err := w.Client.Operate.ApplyCatalog(t.Context(), []byte(strings.Replace(string(raw), old, dearer, 1)), ""); err != nil {
		t.Fatal(err)
	}
	w.RunOn(t, fixture.FirstEnd)
	w.WantLedger(t, fixture.Captured, fixture.Line{Status: "submitted_for_settlement", Amount: "164.99", Currency: "USD"}) // 149.99 and 10 %
}
