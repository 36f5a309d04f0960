package sdk_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
)

func TestCapture(t *testing.T) {
	t.Parallel()

	for _, kind := range []sandbox.FaultKind{sandbox.FaultDrop, sandbox.FaultEmpty, sandbox.FaultError, sandbox.FaultReset} {
		t.Run("answer lost: "+string(kind), func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			s := w.SignUp(t)
			if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
				t.Fatal(err)
			}
			w.fault(t, sandbox.Fault{Kind: kind, Operation: "submit_for_settlement"})
			w.work(t)
			w.Clock.Advance(time.Minute)
			w.work(t)
			w.wantLedger(t, captured)
			w.wantBooks(t, paidOnce)
		})
	}

	t.Run("taken over from a slow worker", func(t *testing.T) {
		t.Parallel()
		h := newHold("capture")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		id := onlyAttempt(t, w).ID
		slow := make(chan error)
		go func() { slow <- w.Client.CapturePayment(t.Context(), id) }()
		<-h.acted
		if err := w.Client.CapturePayment(t.Context(), id); err != nil { // it is held: nothing to do
			t.Error(err)
		}
		wantAttempts(t, w, "capturing")
		w.Clock.Advance(90 * time.Second)
		if err := w.Client.CapturePayment(t.Context(), id); err != nil {
			t.Error(err)
		}
		wantAttempts(t, w, "captured")
		close(h.release)
		if err := <-slow; err != nil {
			t.Errorf("the old fence: %v", err)
		}
		if n := h.captures.Load(); n != 1 {
			t.Errorf("%d captures were sent, want 1: the second worker has to ask first", n)
		}
		w.wantLedger(t, captured)
		w.work(t)
		w.wantBooks(t, paidOnce)
	})

	t.Run("provider is away for long", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "any", Count: -1, BeforeActing: true})
		for range 3 {
			w.work(t)
			w.Clock.Advance(2 * time.Minute)
		}
		wantAttempts(t, w, "capturing")
		w.provider.ClearFaults()
		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
	})

	t.Run("can't be captured", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		id := w.provider.Ledger().Transactions[0].ID
		if _, err := w.Config.Gateway.Void(t.Context(), id); err != nil { // somebody voids it in the provider's own console
			t.Fatal(err)
		}
		w.work(t)
		wantAttempts(t, w, "review")
		w.wantLedger(t, voided)
		w.wantBooks(t, books{Placed: 1, Families: 1, Receipts: 1}) // suspended
	})

	t.Run("e-mail taken meanwhile", func(t *testing.T) {
		t.Parallel()
		h := newHold("authorize")
		w := newTill(t, withHold(h))
		same := func(in *sdk.RegistrationInput) { in.Parent.Email = "taken@example.com" }
		s, other := w.SignUp(t, same), w.SignUp(t, same)
		in := w.input(t, s, goodNonce)
		done := make(chan error)
		go func() {
			_, err := w.payAs(t, s, in, "email-taken")
			done <- err
		}()
		<-h.acted
		if _, err := w.Client.PayForTest(t.Context(), other.SignupID, other.Key); err != nil { // an account made another way
			t.Fatal(err)
		}
		close(h.release)
		wantRefusal(t, <-done, "duplicate=parent_duplicate")
		w.work(t)
		wantAttempts(t, w, "voided")
		w.wantLedger(t, voided)
		w.wantBooks(t, books{Families: 1})
	})
}
