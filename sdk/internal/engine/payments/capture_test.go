package payments_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestCapture(t *testing.T) {
	t.Parallel()

	for _, kind := range []sandbox.FaultKind{sandbox.FaultDrop, sandbox.FaultEmpty, sandbox.FaultError, sandbox.FaultReset} {
		t.Run("answer lost: "+string(kind), func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
				t.Fatal(err)
			}
			w.Fault(t, sandbox.Fault{Kind: kind, Operation: "submit_for_settlement"})
			w.Work(t)
			w.Clock.Advance(time.Minute)
			w.Work(t)
			w.WantLedger(t, fixture.Captured)
			w.WantBooks(t, fixture.PaidOnce)
		})
	}

	t.Run("taken over from a slow worker", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("capture")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		id := fixture.OnlyAttempt(t, w).ID
		slow := make(chan error)
		go func() { slow <- w.Client.Payment.Capture(t.Context(), id) }()
		<-h.Acted
		if err := w.Client.Payment.Capture(t.Context(), id); err != nil { // another process holds it: nothing to do
			t.Error(err)
		}
		fixture.WantAttempts(t, w, "capturing")
		w.Clock.Advance(90 * time.Second)
		if err := w.Client.Payment.Capture(t.Context(), id); err != nil {
			t.Error(err)
		}
		fixture.WantAttempts(t, w, "captured")
		close(h.Release)
		if err := <-slow; err != nil {
			t.Errorf("the old fence: %v", err)
		}
		if n := h.Captures.Load(); n != 1 {
			t.Errorf("%d captures were sent, want 1: the second worker must search first", n)
		}
		w.WantLedger(t, fixture.Captured)
		w.Work(t)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("provider is away for long", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "any", Count: -1, BeforeActing: true})
		for range 3 {
			w.Work(t)
			w.Clock.Advance(2 * time.Minute)
		}
		fixture.WantAttempts(t, w, "capturing")
		w.Provider.ClearFaults()
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("can't be captured", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		id := w.Provider.Ledger().Transactions[0].ID
		if _, err := w.Config.Gateway.Void(t.Context(), id); err != nil { // an operator voids it in the provider's own console
			t.Fatal(err)
		}
		w.Work(t)
		fixture.WantAttempts(t, w, "review")
		w.WantLedger(t, fixture.Voided)
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Receipts: 1}) // suspended
	})

	t.Run("e-mail taken meanwhile", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("authorize")
		w := fixture.NewTill(t, fixture.WithHold(h))
		same := func(in *signup.Input) { in.Parent.Email = "taken@example.com" }
		s, other := w.SignUp(t, same), w.SignUp(t, same)
		in := w.Input(t, s, fixture.GoodNonce)
		done := make(chan error)
		go func() {
			_, err := w.PayAs(t, s, in, "email-taken")
			done <- err
		}()
		<-h.Acted
		if _, err := fixture.CompleteSignup(t, w.Env, other.SignupID, other.Key); err != nil { // an account created another way
			t.Fatal(err)
		}
		close(h.Release)
		fixture.WantRefusal(t, <-done, "duplicate=parent_duplicate")
		w.Work(t)
		fixture.WantAttempts(t, w, "voided")
		w.WantLedger(t, fixture.Voided)
		w.WantBooks(t, fixture.Books{Families: 1})
	})
}
