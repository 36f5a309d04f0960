package payment_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// What the provider said of a payment is kept as it said it: of an approved one the card and the method that renews, of a declined one the bank's
// own code, which tells what may be tried again.
func TestAnswerIsStored(t *testing.T) {
	t.Parallel()
	type stored struct {
		State, LastFour, Brand, Country, Decline, Processor string
		HasMethod, BlocksPayer                              bool
	}
	for nonce, want := range map[string]stored{
		string(fixture.GoodNonce):            {State: "captured", LastFour: "1881", Brand: "Visa", Country: "US", HasMethod: true, BlocksPayer: true},
		"fake-processor-declined-visa-nonce": {State: "declined", Decline: "payment_method_declined", Processor: "2000"},
	} {
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		_, err := w.Pay(t, s, w.Input(t, s, secret.Secret(nonce), fixture.Kept))
		if (err == nil) != (want.State == "captured") {
			t.Fatalf("%s: %v", nonce, err)
		}
		w.Work(t)
		var got stored
		err = w.Pool.QueryRow(t.Context(), `SELECT state, coalesce(last_four, ''), coalesce(brand, ''), coalesce(card_country, ''), coalesce(decline_code, ''),
			coalesce(processor_code, ''), payment_method_id IS NOT NULL, payer_hash IS NOT NULL FROM payment_attempts`).
			Scan(&got.State, &got.LastFour, &got.Brand, &got.Country, &got.Decline, &got.Processor, &got.HasMethod, &got.BlocksPayer)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s, error %v (-want +got):\n%s", nonce, err, diff)
		}
	}
}

// decisions counts what the dashboards show of payments.
type decisions struct {
	gateway.Nobody
	states map[string]int
}

func (d *decisions) PaymentDecided(state string) { d.states[state]++ }

// Each payment is counted once for the operators, when it is decided, however often its state changes afterwards.
func TestDecisionsAreCountedOnce(t *testing.T) {
	t.Parallel()
	counted := &decisions{states: map[string]int{}}
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Observer = counted }))
	s := w.SignUp(t)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce"))
	fixture.WantRefusal(t, err, "nonce=payment_method_declined")
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	captured, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptCaptured})
	if err != nil || len(captured) != 1 {
		t.Fatalf("%+v, %v", captured, err)
	}
	if _, err := w.Client.Payment.Refund(caller.WithOperator(t.Context(), "olga"), captured[0].ID, payment.RefundInput{Reason: "asked"}); err != nil {
		t.Fatal(err)
	}
	// Whose answer is lost isn't decided before it is found.
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	s = w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Minute)
	w.Work(t)
	if diff := cmp.Diff(map[string]int{"declined": 1, "authorised": 2}, counted.states); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}
