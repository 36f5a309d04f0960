package checkouts_test

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

var firstSecret, nextSecret = bytes.Repeat([]byte("1st."), 8), bytes.Repeat([]byte("next"), 8)

// rotating returns two servers that run side by side during a rotation of the server's secret.
// Both know both secrets, but each seals and hashes with a different one.
func rotating(t *testing.T, opts ...sdktest.Option) (w *fixture.Till, prepared, switched *sdk.Client) {
	t.Helper()
	w = fixture.NewTill(t, append(opts, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Secrets = secret.Secrets{KeyID: 1, Server: firstSecret, Old: map[uint8][]byte{2: nextSecret}}
	}))...)
	cfg := w.Config
	cfg.Secrets = secret.Secrets{KeyID: 2, Server: nextSecret, Old: map[uint8][]byte{1: firstSecret}}
	return w, w.Client, w.NewClient(t, cfg)
}

// payAt sends a payment call to a server.
func payAt(t *testing.T, at *sdk.Client, s sdktest.Session, in payment.Input, key string) error {
	t.Helper()
	_, err := at.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: key})
	return err
}

// Two sign-ups with one email are never paid at the same time, under any mix of secrets for the payer's hash.
func TestPayerIsRecognizedDuringRotation(t *testing.T) {
	t.Parallel()
	for _, turned := range []bool{false, true} {
		t.Run(fmt.Sprintf("the new secret first: %v", turned), func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("authorize")
			w, begins, follows := rotating(t, fixture.WithHold(h))
			if turned {
				begins, follows = follows, begins
			}
			same := func(in *signup.Input) { in.Parent.Email = "one@example.com" }
			first, second := w.SignUp(t, same), w.SignUp(t, same)
			in, other := w.Input(t, first, fixture.GoodNonce), w.Input(t, second, fixture.GoodNonce)
			done := make(chan error)
			go func() { done <- payAt(t, begins, first, in, "first-sign-up") }()
			<-h.Acted
			var busy *fault.Fault
			if err := payAt(t, follows, second, other, "second-sign-up"); !errors.Is(err, fault.RegistrationBusy) || !errors.As(err, &busy) || busy.RetryAfter == 0 {
				t.Errorf("while the first pays: %v, want %v and when to try again", err, fault.RegistrationBusy)
			}
			close(h.Release)
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			fixture.WantRefusal(t, payAt(t, follows, second, other, "second-again"), "duplicate=parent_duplicate")
			w.Work(t)
			w.WantLedger(t, fixture.Captured)
			w.WantBooks(t, fixture.PaidOnce)
		})
	}
}

// The same for simultaneous calls at two servers: only one reaches the provider.
func TestPayerPaysOnceAtTwoServers(t *testing.T) {
	t.Parallel()
	w, prepared, switched := rotating(t)
	const payers = 12
	var want []fixture.Line
	for n := range payers {
		same := func(in *signup.Input) { in.Parent.Email = fmt.Sprintf("payer-%d@example.com", n) }
		first, second := w.SignUp(t, same), w.SignUp(t, same)
		in, other := w.Input(t, first, fixture.GoodNonce), w.Input(t, second, fixture.GoodNonce)
		start := make(chan struct{})
		var refused [2]error
		var wait sync.WaitGroup
		wait.Go(func() { <-start; refused[0] = payAt(t, prepared, first, in, fmt.Sprintf("first-of-%d", n)) })
		wait.Go(func() { <-start; refused[1] = payAt(t, switched, second, other, fmt.Sprintf("second-of-%d", n)) })
		close(start)
		wait.Wait()
		if (refused[0] == nil) == (refused[1] == nil) {
			t.Errorf("payer %d: %v, %v", n, refused[0], refused[1])
		}
		want = append(want, fixture.Captured)
	}
	w.Work(t)
	w.WantLedger(t, want...)
}

// A payer whose email gets an account meanwhile is refused without a charge, whichever secret hashed that account's email.
func TestAddressIsTakenDuringRotation(t *testing.T) {
	t.Parallel()
	for _, turned := range []bool{false, true} {
		t.Run(fmt.Sprintf("the new secret first: %v", turned), func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("authorize")
			w, takes, pays := rotating(t, fixture.WithHold(h))
			if turned {
				takes, pays = pays, takes
			}
			s := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = "pat@example.com" })
			in := w.Input(t, s, fixture.GoodNonce)
			done := make(chan error)
			go func() { done <- payAt(t, pays, s, in, "pays-meanwhile") }()
			<-h.Acted
			added, err := takes.Professional.Add(t.Context(), form.Professional{FirstName: "Pat", LastName: "Lee", Email: "pat@example.com"}, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			fixture.ProveAt(t, w.Env, takes, added.UserID, "pat.lee")
			close(h.Release)
			fixture.WantRefusal(t, <-done, "duplicate=parent_duplicate")
			w.Work(t)
			w.WantLedger(t, fixture.Voided)
			w.WantBooks(t, fixture.Books{})
		})
	}
}

// A nonce is sent once, even if the second server uses the other secret. The sandbox itself would accept it again, so the refusal comes from our server.
func TestNonceIsSentOnceDuringRotation(t *testing.T) {
	t.Parallel()
	w, prepared, switched := rotating(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.ReusableNonces = false }))
	first, second := w.SignUp(t), w.SignUp(t)
	if err := payAt(t, prepared, first, w.Input(t, first, fixture.GoodNonce), "first-sign-up"); err != nil {
		t.Fatal(err)
	}
	fixture.WantRefusal(t, payAt(t, switched, second, w.Input(t, second, fixture.GoodNonce), "second-sign-up"), "nonce=payment_nonce_used")
	w.WantLedger(t, fixture.Authorized)
}
