package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// The provider's data on a payment is stored: the card and the renewing method of an approved one, the bank's code of a declined one, which decides
// about retries.
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

// A payment's changes are stored with their time, and a lost response is searched for soon.
func TestChangesAreDated(t *testing.T) {
	t.Parallel()
	w, id := unheard(t, &answers{})
	sent := w.Clock.Now().Add(-time.Minute)
	if at := checkAt(t, w); !at.Equal(sent.Add(engine.Of(w.Client).Payment.SearchPause(0))) {
		t.Errorf("the search is scheduled at %s", at)
	}
	w.Work(t)
	got, err := w.Client.Payment.Attempt(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var ats []time.Duration
	for _, change := range got.Changes {
		ats = append(ats, change.At.Sub(sent))
	}
	if diff := cmp.Diff([]time.Duration{0, time.Minute, time.Minute, time.Minute}, ats); diff != "" {
		t.Errorf("changes %+v (-want +got):\n%s", got.Changes, diff)
	}
}

// A card is kept for renewals only if its payer chose that and the provider keeps it.
func TestMethodIsKeptOnRequest(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		token  secret.Secret
		change func(*payment.Input)
		want   int
	}{
		"requested, and kept":            {"token", fixture.Kept, 1},
		"requested, and not kept":        {"", fixture.Kept, 0},
		"not requested, and kept anyway": {"token", func(*payment.Input) {}, 0},
	} {
		a := &answers{sale: func(t gateway.Transaction) (gateway.Transaction, error) {
			t.PaymentMethodToken = test.token
			return t, nil
		}}
		w := fixture.NewTill(t, fixture.WithGateway(a, &a.Gateway))
		s := w.SignUp(t)
		answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, test.change))
		if err != nil || answer.Status != payment.Accepted {
			t.Fatalf("%s: %+v, %v", name, answer, err)
		}
		if n := fixture.CountRows(t, w.Env, "payment_methods"); n != test.want {
			t.Errorf("%s: %d methods", name, n)
		}
	}
}

// From its reservation on, a payment belongs to the process that sends it.
func TestReservedPaymentIsLeased(t *testing.T) {
	t.Parallel()
	var w *fixture.Till
	var leased time.Duration
	w = fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Payment.Interrupt = func(at payment.InterruptPoint) {
			if at != payment.InterruptAfterReserve {
				return
			}
			var until time.Time
			if err := w.Pool.QueryRow(t.Context(), "SELECT lease_until FROM payment_attempts WHERE state = 'created'").Scan(&until); err != nil {
				t.Error(err)
			}
			leased = until.Sub(w.Clock.Now())
		}
	}))
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	if leased != 90*time.Second {
		t.Errorf("leased for %s", leased)
	}
}

// decisions counts the payments as the dashboards show them.
type decisions struct {
	gateway.Nobody
	states map[string]int
}

func (d *decisions) PaymentDecided(state string) { d.states[state]++ }

// Each payment is counted once for the operators, when it is decided, no matter how often its state changes later.
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
	// A payment with a lost response isn't decided before it is found.
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
