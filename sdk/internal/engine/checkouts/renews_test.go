package checkouts_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// purchaseEnd holds everything that a customer sees about the renewal, and the subscription's state after its term.
type purchaseEnd struct {
	Terms    string // sentence of the quote
	Receipt  string // sentence of the mailed receipt
	RenewsAt string // of the receipt
	Started  bool   // renews, of the event subscription.started
	Listed   bool   // renews, of the list of subscriptions
	AfterEnd string // state, once the first term is over
	Ends     string
	Charges  int
}

var (
	renewed = purchaseEnd{
		Terms:   "Your subscription renews automatically every year at $149.99 plus taxes until you cancel.",
		Receipt: "Your subscription renews on June 2, 2027 at $149.99 plus applicable taxes, until you cancel.", RenewsAt: "2027-06-02T04:00:00Z",
		Started: true, Listed: true, AfterEnd: "active", Ends: "2028-06-02", Charges: 2,
	}
	ended = purchaseEnd{
		Terms:   "Your payment method isn’t saved: your subscription ends after 1 year and does not renew automatically.",
		Receipt: "Your subscription ends on June 2, 2027. It does not renew automatically.", AfterEnd: "ended", Ends: "2027-06-02", Charges: 1,
	}
	storeChoices = map[string]*bool{"left out": nil, "true": new(true), "false": new(false)}
)

// TestTermsBindThePayment: the subscription follows the quote's terms, for every storePaymentOnFile (or none) in quote and payment. A payment that
// contradicts them is refused like a changed amount, and the new quote has its terms.
func TestTermsBindThePayment(t *testing.T) {
	t.Parallel()
	want := map[string]purchaseEnd{
		"left out, left out": renewed, "left out, true": renewed, "true, left out": renewed, "true, true": renewed, "false, false": ended,
	}
	refused := map[string]purchaseEnd{ // then paid with the new quote
		"left out, false": ended, "true, false": ended, "false, left out": renewed, "false, true": renewed,
	}
	w := fixture.NewTill(t)
	got, gotRefused := map[string]purchaseEnd{}, map[string]purchaseEnd{}
	paid := map[string]string{} // user ids
	for quoted, quotedChoice := range storeChoices {
		for sent, choice := range storeChoices {
			name := quoted + ", " + sent
			s := w.SignUp(t)
			q := fixture.Quote(t, w.Env, s, price.QuoteInput{StorePaymentOnFile: quotedChoice}, "en")
			in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{
				TaxID: q.TaxID, AmountDisplayed: q.Totals.Total, TaxAmountDisplayed: q.Totals.TaxAmount, Nonce: fixture.GoodNonce, StorePaymentOnFile: choice,
			}}
			into := got
			answer, err := w.Pay(t, s, in)
			var changed *price.ChangedError
			if errors.As(err, &changed) {
				fixture.WantRefusal(t, err, "pricing=pricing_changed")
				into, q = gotRefused, changed.Quote
				in.Payment.TaxID = q.TaxID
				answer, err = w.Pay(t, s, in)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if answer.PricingInfo.Terms != q.Terms {
				t.Errorf("%s: the answer's terms are %q, the quote's %q", name, answer.PricingInfo.Terms, q.Terms)
			}
			paid[name] = answer.Registration.Parent.UserID
			w.Work(t)
			into[name] = purchaseEnd{
				Terms: lastSentence(q.Terms), Receipt: receiptSentence(t, w), RenewsAt: answer.Receipt.RenewsAt,
				Started: startedRenews(t, w), Listed: subscriptionOfUser(t, w, paid[name]).Renews,
			}
		}
	}
	w.RunOn(t, fixture.FirstEnd.Add(time.Hour))
	for _, ends := range []map[string]purchaseEnd{got, gotRefused} {
		for name, end := range ends {
			s := subscriptionOfUser(t, w, paid[name])
			end.AfterEnd, end.Ends = string(s.State), s.EndsAt.Format(time.DateOnly)
			err := w.Pool.QueryRow(t.Context(), `SELECT count(*) FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE o.account_id = $1 AND a.state = 'captured'`, paid[name]).Scan(&end.Charges)
			if err != nil {
				t.Fatal(err)
			}
			ends[name] = end
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("accepted (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(refused, gotRefused); diff != "" {
		t.Errorf("refused, and paid by the new quote (-want +got):\n%s", diff)
	}
}

// TestOrderLeftOutOfThePayment: the payment uses the registration's order with its options, as the quote does.
func TestOrderLeftOutOfThePayment(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	custom := form.OrderChoice{PackageID: 2009, ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB"}}
	s := w.SignUp(t, func(in *signup.Input) { in.Order.OrderChoice = custom })
	q := fixture.Quote(t, w.Env, s, price.QuoteInput{}, "en")
	answer, err := w.Pay(t, s, payment.Input{Payment: payment.Details{
		TaxID: q.TaxID, AmountDisplayed: q.Totals.Total, TaxAmountDisplayed: q.Totals.TaxAmount, Nonce: fixture.GoodNonce,
	}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(custom, answer.Registration.Order); diff != "" {
		t.Errorf("order of the answer (-want +got):\n%s", diff)
	}
}

// TestNothingDueRenewsNothing: an order paid by code stores no method, so quote and payment can't differ about it.
func TestNothingDueRenewsNothing(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	const terms = "Nothing is due now and no payment method is saved. Your subscription ends after 1 year and does not renew automatically."
	for quoted, quotedChoice := range storeChoices {
		for sent, choice := range storeChoices {
			s := w.SignUp(t)
			codes := w.Codes(t, 2001, 1)
			q := fixture.Quote(t, w.Env, s, price.QuoteInput{StorePaymentOnFile: quotedChoice, PaymentCodes: codes}, "en")
			answer, err := w.Pay(t, s, payment.Input{Order: form.OrderChoice{PackageID: 2001}, PaymentCodes: codes, Payment: payment.Details{
				TaxID: q.TaxID, AmountDisplayed: "0.00", TaxAmountDisplayed: "0.00", StorePaymentOnFile: choice,
			}})
			if err != nil {
				t.Fatalf("%s, %s: %v", quoted, sent, err)
			}
			if q.Terms != terms || answer.PricingInfo.Terms != terms || answer.Receipt.RenewsAt != "" || subscriptionOfUser(t, w, answer.Registration.Parent.UserID).Renews {
				t.Errorf("%s, %s: terms %q, then %q; renews %q", quoted, sent, q.Terms, answer.PricingInfo.Terms, answer.Receipt.RenewsAt)
			}
		}
	}
}

// TestPaymentSentBeforeUpgrade: release 0.1 treated a missing storePaymentOnFile as false, and hashed the call without it. Such a call, repeated
// with its key, gets its stored answer; the receipt in it announces no renewal. It also continues a call left unfinished by a server of that release.
func TestPaymentSentBeforeUpgrade(t *testing.T) {
	t.Parallel()
	for name, choice := range storeChoices {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			in := w.Input(t, s, fixture.GoodNonce)
			key := w.NewKey()
			answer, err := w.PayAs(t, s, in, key)
			if err != nil {
				t.Fatal(err)
			}
			before, err := payments.NormalizeInput(in)
			if err != nil {
				t.Fatal(err)
			}
			before.Payment.StorePaymentOnFile = nil
			raw, err := json.Marshal(before)
			if err != nil {
				t.Fatal(err)
			}
			var scope string
			if err := w.Pool.QueryRow(t.Context(), `SELECT scope FROM idempotency_records`).Scan(&scope); err != nil {
				t.Fatal(err)
			}
			hash := secret.MacWith([]byte(key), "idempotency request", scope, string(raw))
			if _, err := w.Pool.Exec(t.Context(), `UPDATE idempotency_records SET request_hash = $1`, hash); err != nil {
				t.Fatal(err)
			}

			in.Payment.StorePaymentOnFile = choice
			again, err := w.PayAs(t, s, in, key)
			if name == "true" { // had another hash then, too
				fixture.WantFault(t, err, fault.IdempotencyMismatch)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(answer, again); diff != "" || again.Receipt.RenewsAt != "" {
				t.Errorf("sent again (-first +second):\n%s", diff)
			}

			if _, err := w.Pool.Exec(t.Context(), `UPDATE idempotency_records SET outcome = NULL, answer = NULL, lease_until = now() - interval '100 years'`); err != nil {
				t.Fatal(err)
			}
			if _, err := w.PayAs(t, s, in, key); err != nil {
				t.Errorf("left behind by a server that died: %v", err)
			}
			w.WantLedger(t, fixture.Line{Status: "authorized", Amount: "158.99", Currency: "USD"})
		})
	}
}

// TestQuoteBeforeUpgrade: the terms of a stored quote without the field renew the subscription.
func TestQuoteBeforeUpgrade(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce, fixture.Kept)
	var evidence string
	if err := w.Pool.QueryRow(t.Context(), `SELECT evidence FROM quotes WHERE tax_id = $1`, in.Payment.TaxID).Scan(&evidence); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(evidence, "unkept") {
		t.Fatalf("a quote with renewal terms is stored with %s, which no earlier release wrote", evidence)
	}
	in.Payment.StorePaymentOnFile = nil
	answer, err := w.Pay(t, s, in)
	if err != nil || answer.Receipt.RenewsAt == "" {
		t.Fatalf("%+v, %v", answer, err)
	}
}

func lastSentence(terms string) string {
	_, after, _ := strings.Cut(terms, ". ")
	return after
}

// receiptSentence returns the line about the term's end from the latest receipt mail.
func receiptSentence(t *testing.T, w *fixture.Till) string {
	t.Helper()
	mails := w.Mailbox.Mails()
	for _, m := range slices.Backward(mails) {
		if m.Kind != email.Receipt {
			continue
		}
		for line := range strings.Lines(m.Text) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "Your subscription ") {
				return line
			}
		}
	}
	t.Fatal("no receipt has the line about the end of the term")
	return ""
}

// startedRenews returns the member renews of the latest subscription.started event.
func startedRenews(t *testing.T, w *fixture.Till) bool {
	t.Helper()
	events, err := w.Client.Integration.After(t.Context(), 0, 500, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range slices.Backward(events) {
		if e.Type == "subscription.started" {
			var started struct {
				Renews bool `json:"renews"`
			}
			if err := json.Unmarshal(e.Data, &started); err != nil {
				t.Fatal(err)
			}
			return started.Renews
		}
	}
	t.Fatal("no event subscription.started")
	return false
}

func subscriptionOfUser(t *testing.T, w *fixture.Till, user string) subscription.Subscription {
	t.Helper()
	list, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(list, func(s subscription.Subscription) bool { return s.UserID == user })
	if at < 0 {
		t.Fatalf("%s has no subscription", user)
	}
	return list[at]
}
