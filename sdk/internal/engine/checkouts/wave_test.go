package checkouts_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// newWave returns a test environment with five declines, from two addresses, as its last payments, so that payments are tightened. Its merchant has 3-D Secure.
func newWave(t *testing.T, opts ...sdktest.Option) *fixture.Till {
	t.Helper()
	w := fixture.NewTill(t, append([]sdktest.Option{sdktest.WithConfig(func(c *sdk.Config) {
		c.Payment.DeclineShareOf, c.Payment.AuthenticationCountries = 5, []string{"GB"}
	})}, opts...)...)
	for n := range 5 {
		fixture.WantRefusal(t, w.PayFrom(t, fmt.Sprintf("198.51.100.%d", n%2), refusedNonce), "nonce=payment_method_declined")
	}
	return w
}

func attempts(t *testing.T, w *fixture.Till) int {
	t.Helper()
	return fixture.CountRows(t, w.Env, "payment_attempts")
}

// A wave of declines blocks no honest payer: at another address they verify the card, even in a country that doesn't require it, and pay. An
// unverified card reaches no bank, whatever type the call claims, and counts as no decline.
func TestWaveRequiresVerifiedCards(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := newWave(t, sdktest.WithConfig(func(c *sdk.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) }))
	s := w.SignUp(t)
	token, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{ClientAddr: "203.0.113.1"})
	if err != nil || token.Token == "" || !token.VerifyCard {
		t.Fatalf("client token: %+v, %v", token, err)
	}
	before, typed := attempts(t, w), w.CardNonce(t, challengeCard, "12/2030")
	wallet := func(in *payment.Input) { in.Payment.PaymentType = gateway.PaymentPayPal }
	for name, c := range map[string]struct {
		nonce  secret.Secret
		change func(*payment.Input)
	}{
		"not verified":                  {typed, fixture.Kept},
		"not verified, called a wallet": {typed, wallet},
		"refused by the bank":           {"fake-three-d-secure-visa-failed-authentication-nonce", fixture.Kept},
		"unknown to the provider":       {"made-up", fixture.Kept},
	} {
		if _, err := w.Pay(t, s, w.Input(t, s, c.nonce, c.change)); err == nil {
			t.Errorf("%s: paid", name)
		} else {
			fixture.WantRefusal(t, err, "nonce=payment_card_unverified")
		}
	}
	if n := attempts(t, w); n != before {
		t.Errorf("%d attempts of cards that weren't verified", n-before)
	}
	w.WantLedger(t, slices.Repeat([]fixture.Line{{Status: "processor_declined", Amount: "158.99", Currency: "USD"}}, 5)...)

	in := w.Input(t, s, typed)
	in.Payment.Nonce = w.Verify(t, typed, in.Payment.AmountDisplayed, true)
	if _, err := w.Pay(t, s, in); err != nil {
		t.Fatalf("a verified card: %v", err)
	}
	if sale := w.LastSale(); !sale.ThreeDSecure {
		t.Errorf("the sale wasn't verified: %+v", sale)
	}
	other := w.SignUp(t)
	if _, err := w.Pay(t, other, w.Input(t, other, "fake-paypal-billing-agreement-nonce", wallet)); err != nil {
		t.Errorf("a wallet: %v", err)
	}
	if n := strings.Count(log.String(), "payments tightened: too many declines"); n != 1 {
		t.Errorf("the alarm was logged %d times, want once a minute", n)
	}
	figures, err := w.Client.Operate.Figures(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(payment.Guard{State: payment.GuardTightened, Declined: 5, Decided: 7}, figures.Guard); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}

	w.Clock.Advance(16 * time.Minute)
	if err := w.PayFrom(t, "203.0.113.2", fixture.GoodNonce); err != nil {
		t.Errorf("when it is over: %v", err)
	}
	w.Clock.Advance(25 * time.Hour)
	if _, err := w.Client.Privacy.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := fixture.CountRows(t, w.Env, "decline_counts"); n != 0 {
		t.Errorf("%d counts are left that no window reaches", n)
	}
}

// A wave changes nothing for payers with a proof, or for orders that need no card.
func TestWaveExemptsProvedPayers(t *testing.T) {
	t.Parallel()
	t.Run("proved mailbox", func(t *testing.T) {
		t.Parallel()
		w := newWave(t)
		proved := w.Continue(t, w.SignUp(t))
		if token, err := w.Client.Checkout.ClientToken(t.Context(), proved.SignupID, proved.Key, caller.Meta{ClientAddr: "198.51.100.1"}); err != nil || token.VerifyCard {
			t.Errorf("client token: %+v, %v", token, err)
		}
		if _, err := w.Pay(t, proved, w.Input(t, proved, fixture.GoodNonce)); err != nil {
			t.Error(err)
		}
	})
	t.Run("code for everything", func(t *testing.T) {
		t.Parallel()
		w := newWave(t)
		s, codes := w.SignUp(t), w.Codes(t, 2001, 1)
		answer, err := w.Pay(t, s, w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = codes }))
		if err != nil || answer.Status != payment.Accepted {
			t.Errorf("%+v, %v", answer, err)
		}
	})
	t.Run("invited parent", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"GB"} }))
		g := fixture.GuestOf(t, w, false)
		tighten(t, w)
		g.Fill(t, fixture.StepOne())
		order := form.OrderChoice{PackageID: 2001}
		g.Fill(t, fixture.Ordering(order))
		g.Fill(t, fixture.Billing())
		if token, err := w.Client.Invite.ClientToken(t.Context(), g.UserID, g.Token, caller.Meta{}); err != nil || token.VerifyCard {
			t.Errorf("client token: %+v, %v", token, err)
		}
		if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
			t.Error(err)
		}
	})
	t.Run("without 3-D Secure the mailbox", func(t *testing.T) {
		t.Parallel()
		w := newWave(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = nil }))
		s := w.SignUp(t)
		_, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{})
		wantFault(t, err, payment.ProveMailbox, 15*time.Minute)
		_, err = w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
		wantFault(t, err, payment.ProveMailbox, 15*time.Minute)
		proved := w.Continue(t, s)
		if _, err := w.Pay(t, proved, w.Input(t, proved, fixture.GoodNonce)); err != nil {
			t.Error(err)
		}
	})
}

func tighten(t *testing.T, w *fixture.Till) {
	set(t, w, payment.SwitchInput{State: payment.GuardTightened, Reason: "test"})
}

func set(t *testing.T, w *fixture.Till, in payment.SwitchInput) {
	t.Helper()
	if _, err := w.Client.Payment.SetGuard(caller.WithOperator(t.Context(), "olga"), in); err != nil {
		t.Fatal(err)
	}
}

// An operator's setting applies immediately, until it expires or is replaced. close stops cards but not codes; tighten requires proofs; open ends
// both and overrides a wave.
func TestGuardIsSetByHand(t *testing.T) {
	t.Parallel()
	w := newWave(t, sdktest.WithConfig(func(c *sdk.Config) { c.Operator = "" }))
	pays := func(want *fault.Fault, wait time.Duration) {
		t.Helper()
		s := w.SignUp(t)
		_, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{})
		if want != nil {
			wantFault(t, err, want, wait)
			_, err = w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
			wantFault(t, err, want, wait)
			return
		}
		if err != nil {
			t.Error(err)
		}
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Error(err)
		}
	}
	set(t, w, payment.SwitchInput{State: payment.GuardOpen, Reason: " the bank declined everything "})
	pays(nil, 0)
	set(t, w, payment.SwitchInput{State: payment.GuardClosed, Reason: "provider asked us", For: 10 * time.Minute})
	pays(payment.Closed, 10*time.Minute)
	proved := w.Continue(t, w.SignUp(t))
	_, err := w.Pay(t, proved, w.Input(t, proved, fixture.GoodNonce))
	wantFault(t, err, payment.Closed, 10*time.Minute)
	s, codes := w.SignUp(t), w.Codes(t, 2001, 1)
	if _, err := w.Pay(t, s, w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = codes })); err != nil {
		t.Errorf("a code for everything: %v", err)
	}
	w.Clock.Advance(10 * time.Minute) // the wave continues
	s = w.SignUp(t)
	_, err = w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	fixture.WantRefusal(t, err, "nonce=payment_card_unverified")
	w.Clock.Advance(10 * time.Minute) // now it is over
	pays(nil, 0)
	tighten(t, w)
	w.Clock.Advance(24 * time.Hour)
	s = w.SignUp(t)
	_, err = w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	fixture.WantRefusal(t, err, "nonce=payment_card_unverified")
	report, err := w.Client.Payment.GuardReport(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	began := sdktest.Start
	opened, closed := began.Add(time.Hour), began.Add(10*time.Minute)
	want := &payment.GuardReport{
		Guard: payment.Guard{State: payment.GuardTightened, ByHand: true},
		Switches: []payment.Switch{
			{State: payment.GuardTightened, Operator: "olga", Reason: "test", At: began.Add(20 * time.Minute)},
			{State: payment.GuardClosed, Operator: "olga", Reason: "provider asked us", At: began, Until: &closed},
			{State: payment.GuardOpen, Operator: "olga", Reason: "the bank declined everything", At: began, Until: &opened},
		},
	}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	for name, in := range map[string]payment.SwitchInput{
		"no reason": {State: payment.GuardClosed, Reason: " "}, "no state": {Reason: "test"}, "a time that is over": {State: payment.GuardClosed, Reason: "test", For: -time.Minute},
		"a long reason": {State: payment.GuardClosed, Reason: strings.Repeat("a", 201)},
	} {
		_, err := w.Client.Payment.SetGuard(caller.WithOperator(t.Context(), "olga"), in)
		wantFault(t, err, payment.SwitchInvalid, 0)
		if t.Failed() {
			t.Error(name)
		}
	}
	_, err = w.Client.Payment.SetGuard(t.Context(), payment.SwitchInput{State: payment.GuardClosed, Reason: "nobody"})
	wantFault(t, err, fault.OperatorUnnamed, 0)
}
