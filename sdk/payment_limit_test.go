package sdk_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const refusedNonce sdk.Secret = "fake-processor-declined-visa-nonce"

// payFrom pays from a client address.
func (w *till) payFrom(t *testing.T, address string, nonce sdk.Secret) error {
	t.Helper()
	s := w.SignUp(t)
	_, err := w.Client.Pay(t.Context(), s.SignupID, s.Key, w.input(t, s, nonce), sdk.CallMeta{Lang: "en", IdempotencyKey: w.newKey(), ClientAddr: address})
	return err
}

func wantClosed(t *testing.T, err error, retry time.Duration) {
	t.Helper()
	var closed *sdk.Fault
	if !errors.As(err, &closed) || !errors.Is(err, sdk.PaymentClosed) || closed.RetryAfter != retry {
		t.Errorf("got %v, want %v for %s", err, sdk.PaymentClosed, retry)
	}
}

func TestDeclinesClosePayment(t *testing.T) {
	t.Parallel()

	t.Run("for an address, whatever the session", func(t *testing.T) {
		t.Parallel()
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AddressDeclineLimit = 3 }))
		for range 3 {
			wantRefusal(t, w.payFrom(t, "192.0.2.1", refusedNonce), "nonce=payment_method_declined")
		}
		wantClosed(t, w.payFrom(t, "192.0.2.1", goodNonce), time.Hour)
		if err := w.payFrom(t, "192.0.2.2", goodNonce); err != nil {
			t.Errorf("another address: %v", err)
		}
		w.Clock.Advance(time.Hour)
		if err := w.payFrom(t, "192.0.2.1", goodNonce); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})

	t.Run("but not where nothing is due", func(t *testing.T) {
		t.Parallel()
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AddressDeclineLimit = 1 }))
		wantRefusal(t, w.payFrom(t, "192.0.2.1", refusedNonce), "nonce=payment_method_declined")
		s, codes := w.SignUp(t), w.codes(t, 2001, 1)
		in := w.input(t, s, "", func(in *sdk.PaymentInput) { in.PaymentCodes = codes })
		answer, err := w.Client.Pay(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{IdempotencyKey: w.newKey(), ClientAddr: "192.0.2.1"})
		if err != nil || answer.Status != sdk.PaymentAccepted {
			t.Errorf("a code that pays for all: %+v, %v", answer, err)
		}
		wantClosed(t, w.payFrom(t, "192.0.2.1", goodNonce), time.Hour)
	})

	t.Run("for everybody, with an alarm", func(t *testing.T) {
		t.Parallel()
		var log bytes.Buffer
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) {
			c.Payment.DeclineShareOf = 5
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
		}))
		for range 2 {
			if err := w.payFrom(t, "", goodNonce); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 { // 3 of 5 are 60 %, and not more
			wantRefusal(t, w.payFrom(t, "", refusedNonce), "nonce=payment_method_declined")
		}
		wantRefusal(t, w.payFrom(t, "", refusedNonce), "nonce=payment_method_declined")
		for range 2 {
			wantClosed(t, w.payFrom(t, "", goodNonce), time.Minute)
		}
		figures, err := w.Client.Figures(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sdk.DeclineRate{Declined: 4, Decided: 6, Closed: true}, figures.Declines); diff != "" {
			t.Errorf("figures (-want +got):\n%s", diff)
		}
		if n := strings.Count(log.String(), "payments are closed"); n != 1 {
			t.Errorf("the alarm stands in the log %d times, want once a minute", n)
		}
		w.Clock.Advance(16 * time.Minute)
		if err := w.payFrom(t, "", goodNonce); err != nil {
			t.Errorf("when it is over: %v", err)
		}
	})
}

// A card of a brand that the package hides is given back, whatever the form has let through.
func TestHiddenBrand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	file := strings.Replace(string(sdk.DefaultCatalogFile()), "  - id: 2001\n", "  - id: 2001\n    hide: [AMEX]\n", 1)
	if _, err := w.Client.ApplyCatalog(t.Context(), []byte(file), "no amex"); err != nil {
		t.Fatal(err)
	}
	s := w.SignUp(t)
	_, err := w.pay(t, s, w.input(t, s, "fake-valid-amex-nonce"))
	wantRefusal(t, err, "nonce=payment_card_brand_unavailable")
	w.work(t)
	w.wantLedger(t, voided)
	if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	w.wantLedger(t, voided, captured)
	w.wantBooks(t, paidOnce)
}

// Where the law asks for it a card pays only when its holder was authenticated.
func TestAuthenticationRequired(t *testing.T) {
	t.Parallel()
	w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"GB"} }))
	s := w.SignUp(t, inBritain)
	british := func(in *sdk.PaymentInput) { in.Order.PackageID, in.TermsAndConditions = 2061, true }
	for _, nonce := range []sdk.Secret{goodNonce, "fake-three-d-secure-visa-failed-authentication-nonce"} {
		_, err := w.pay(t, s, w.input(t, s, nonce, british))
		wantRefusal(t, err, "nonce=payment_authentication_required")
	}
	w.wantBooks(t, books{})
	if _, err := w.pay(t, s, w.input(t, s, "fake-three-d-secure-visa-full-authentication-nonce", british)); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	w.wantBooks(t, paidOnce)
	if last := w.provider.Ledger().Transactions[2]; !last.ThreeDSecure || last.Status != "submitted_for_settlement" {
		t.Errorf("the sale: %+v", last)
	}
	american := w.SignUp(t) // nobody asks for it there
	if _, err := w.pay(t, american, w.input(t, american, goodNonce)); err != nil {
		t.Error(err)
	}
}
