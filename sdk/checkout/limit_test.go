package checkout_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

const refusedNonce secret.Secret = "fake-processor-declined-visa-nonce"

func wantClosed(t *testing.T, err error, retry time.Duration) {
	t.Helper()
	var closed *fault.Fault
	if !errors.As(err, &closed) || !errors.Is(err, payment.Closed) || closed.RetryAfter != retry {
		t.Errorf("got %v, want %v for %s", err, payment.Closed, retry)
	}
}

func TestDeclinesClosePayment(t *testing.T) {
	t.Parallel()

	t.Run("for an address, whatever the session", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AddressDeclineLimit = 3 }))
		for range 3 {
			fixture.WantRefusal(t, w.PayFrom(t, "192.0.2.1", refusedNonce), "nonce=payment_method_declined")
		}
		wantClosed(t, w.PayFrom(t, "192.0.2.1", fixture.GoodNonce), time.Hour)
		if err := w.PayFrom(t, "192.0.2.2", fixture.GoodNonce); err != nil {
			t.Errorf("another address: %v", err)
		}
		w.Clock.Advance(time.Hour)
		if err := w.PayFrom(t, "192.0.2.1", fixture.GoodNonce); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})

	t.Run("but not where nothing is due", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AddressDeclineLimit = 1 }))
		fixture.WantRefusal(t, w.PayFrom(t, "192.0.2.1", refusedNonce), "nonce=payment_method_declined")
		s, codes := w.SignUp(t), w.Codes(t, 2001, 1)
		in := w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = codes })
		answer, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{IdempotencyKey: w.NewKey(), ClientAddr: "192.0.2.1"})
		if err != nil || answer.Status != payment.Accepted {
			t.Errorf("a code that pays for all: %+v, %v", answer, err)
		}
		wantClosed(t, w.PayFrom(t, "192.0.2.1", fixture.GoodNonce), time.Hour)
	})

	t.Run("for everybody, with an alarm", func(t *testing.T) {
		t.Parallel()
		var log bytes.Buffer
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
			c.Payment.DeclineShareOf = 5
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
		}))
		for range 2 {
			if err := w.PayFrom(t, "", fixture.GoodNonce); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 { // 3 of 5 are 60 %, and not more
			fixture.WantRefusal(t, w.PayFrom(t, "", refusedNonce), "nonce=payment_method_declined")
		}
		fixture.WantRefusal(t, w.PayFrom(t, "", refusedNonce), "nonce=payment_method_declined")
		for range 2 {
			wantClosed(t, w.PayFrom(t, "", fixture.GoodNonce), time.Minute)
		}
		figures, err := w.Client.Operate.Figures(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(payment.DeclineRate{Declined: 4, Decided: 6, Closed: true}, figures.Declines); diff != "" {
			t.Errorf("figures (-want +got):\n%s", diff)
		}
		if n := strings.Count(log.String(), "payments are closed"); n != 1 {
			t.Errorf("the alarm was logged %d times, want once a minute", n)
		}
		w.Clock.Advance(16 * time.Minute)
		if err := w.PayFrom(t, "", fixture.GoodNonce); err != nil {
			t.Errorf("when it is over: %v", err)
		}
		if n := fixture.CountRows(t, w.Env, "decline_counts"); n == 0 {
			t.Error("nothing is counted")
		}
		w.Clock.Advance(25 * time.Hour)
		if _, err := w.Client.Operate.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := fixture.CountRows(t, w.Env, "decline_counts"); n != 0 {
			t.Errorf("%d counts are left that no window reaches", n)
		}
	})
}

// What is counted is what the attempts say, whatever became of them: a void and a refund stay decided, a dispute doesn't.
func TestDeclinesAreThoseOfTheAttempts(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pay := func(nonce secret.Secret) {
		t.Helper()
		if err := w.PayFrom(t, "", nonce); err != nil && nonce != refusedNonce {
			t.Fatal(err)
		}
	}
	want := func(declined, decided int) {
		t.Helper()
		figures, err := w.Client.Operate.Figures(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(payment.DeclineRate{Declined: declined, Decided: decided}, figures.Declines); diff != "" {
			t.Errorf("declines (-want +got):\n%s", diff)
		}
	}
	for range 3 { // the first is voided, the second refunded, the third disputed
		pay(fixture.GoodNonce)
	}
	pay(refusedNonce)
	want(1, 4)
	attempts, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptAuthorised})
	if err != nil || len(attempts) != 3 {
		t.Fatalf("%d attempts, want 3 (%v)", len(attempts), err)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), attempts[2].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if _, err := w.Client.Payment.Refund(t.Context(), attempts[1].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	want(1, 4)
	for _, then := range []struct {
		hook    string
		decided int
	}{{"dispute_opened", 3}, {"dispute_won", 4}} {
		hook, err := w.Provider.Webhook(then.hook, attempts[0].TransactionID)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); err != nil {
			t.Fatal(err)
		}
		want(1, then.decided)
	}
}

// A card of a brand that the package hides is given back, whatever the form has let through.
func TestHiddenBrand(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	file := strings.Replace(string(price.DefaultCatalogFile()), "  - id: 2001\n", "  - id: 2001\n    hide: [AMEX]\n", 1)
	if _, err := w.Client.Operate.ApplyCatalog(t.Context(), []byte(file), "no amex"); err != nil {
		t.Fatal(err)
	}
	s := w.SignUp(t)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-valid-amex-nonce", fixture.Kept))
	fixture.WantRefusal(t, err, "nonce=payment_card_brand_unavailable")
	w.Work(t)
	w.WantLedger(t, fixture.Voided)
	// It is nobody's, so it isn't kept either, here or at the provider.
	if n := fixture.CountRows(t, w.Env, "payment_methods WHERE removed_at IS NULL OR token_sealed <> ''"); n != 0 {
		t.Errorf("%d cards of a payment that was given back are kept", n)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantLedger(t, fixture.Voided, fixture.Captured)
	w.WantBooks(t, fixture.PaidOnce)

	// One that is found after its answer was lost, too, and that is no failure of the search.
	s = w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if answer, err := w.Pay(t, s, w.Input(t, s, "fake-valid-amex-nonce")); err != nil || answer.Status != payment.Confirming {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.Clock.Advance(time.Minute)
	lost, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptUnknown})
	if err != nil || len(lost) != 1 {
		t.Fatalf("%+v, %v", lost, err)
	}
	if err := w.Client.Payment.Reconcile(t.Context(), lost[0].ID); err != nil {
		t.Error(err)
	}
	w.Work(t)
	w.WantLedger(t, fixture.Voided, fixture.Captured, fixture.Voided)
}

// Codes are guessed through a payment no more often than through a price: what a refused payment has tried stays counted.
func TestCodesTriedInAPaymentStayCounted(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.CodeTries.Count = 3 }))
	s := w.SignUp(t)
	wrong := []string{"0000-0000-0000-0000", "0000-0000-0000-0001", "0000-0000-0000-0002", "0000-0000-0000-0003"}
	pay := func(codes ...string) error {
		in := w.Input(t, s, fixture.GoodNonce)
		in.PaymentCodes = codes
		_, err := w.Pay(t, s, in)
		return err
	}
	fixture.WantRefusal(t, pay(wrong[0]), "paymentCodes=subscription_code_invalid")
	if err := pay(wrong...); !errors.Is(err, fault.TooManyTries) {
		t.Fatalf("four more, where two are left: %v, want %v", err, fault.TooManyTries)
	}
	if err := pay(wrong[0]); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("another: %v, want %v", err, fault.TooManyTries)
	}
	if got := fixture.CountRows(t, w.Env, "rate_limits WHERE scope = 'code_misses'"); got != 1 {
		t.Errorf("%d alarms count wrong codes, want 1", got)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Errorf("without a code: %v", err)
	}
}
