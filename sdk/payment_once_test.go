package sdk_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// fault makes the provider fail as asked.
func (w *till) fault(t *testing.T, f sandbox.Fault) {
	t.Helper()
	if err := w.provider.AddFault(f); err != nil {
		t.Fatal(err)
	}
}

func wantStatus(t *testing.T, w *till, s sdktest.Session, want sdk.PaymentStatus) *sdk.PaymentAnswer {
	t.Helper()
	got, err := w.Client.Payment(t.Context(), s.SignupID, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != want {
		t.Errorf("status %s, want %s", got.Status, want)
	}
	return got
}

func wantAttempts(t *testing.T, w *till, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, w.attempts(t)); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}
}

func TestPayOnce(t *testing.T) {
	t.Parallel()

	t.Run("same key twice at once", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in, key := w.input(t, s, goodNonce), w.newKey()
		var answers [2]*sdk.PaymentAnswer
		var wait sync.WaitGroup
		for i := range answers {
			wait.Go(func() {
				var err error
				if answers[i], err = w.payAs(t, s, in, key); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if diff := cmp.Diff(answers[0], answers[1]); diff != "" {
			t.Errorf("two answers (-first +second):\n%s", diff)
		}
		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
		if _, err := w.pay(t, s, in); !errors.Is(err, sdk.RegistrationIsPaid) {
			t.Errorf("another key afterwards: %v, want %v", err, sdk.RegistrationIsPaid)
		}
		other := in
		other.MarketingOptIn = true
		if _, err := w.payAs(t, s, other, key); !errors.Is(err, sdk.IdempotencyMismatch) {
			t.Errorf("same key, another body: %v, want %v", err, sdk.IdempotencyMismatch)
		}
		retry := in
		retry.Payment.Nonce = "fake-valid-mastercard-nonce"
		if again, err := w.payAs(t, s, retry, key); err != nil || again.Receipt.CardLastFour != answers[0].Receipt.CardLastFour {
			t.Errorf("same key, new nonce: %+v, %v", again, err)
		}
	})

	t.Run("50 submits at once, each with its own key and nonce", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		var mu sync.Mutex
		outcomes := map[string]int{}
		var wait sync.WaitGroup
		for range 50 {
			key := w.newKey()
			wait.Go(func() {
				answer, err := w.payAs(t, s, in, key)
				outcome := "paid already"
				switch {
				case err == nil:
					outcome = string(answer.Status)
				case !errors.Is(err, sdk.RegistrationIsPaid):
					outcome = err.Error()
				}
				mu.Lock()
				outcomes[outcome]++
				mu.Unlock()
			})
		}
		wait.Wait()
		if outcomes["accepted"] != 1 || outcomes["accepted"]+outcomes["confirming"]+outcomes["paid already"] != 50 {
			t.Errorf("outcomes %v", outcomes)
		}
		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
	})

	t.Run("two sign-ups with one e-mail", func(t *testing.T) {
		t.Parallel()
		h := newHold("authorize")
		w := newTill(t, withHold(h))
		same := func(in *sdk.RegistrationInput) { in.Parent.Email = "one@example.com" }
		first, second := w.SignUp(t, same), w.SignUp(t, same)
		in, other := w.input(t, first, goodNonce), w.input(t, second, goodNonce)
		done := make(chan error)
		go func() {
			_, err := w.payAs(t, first, in, "first-sign-up")
			done <- err
		}()
		<-h.acted
		if _, err := w.pay(t, second, other); !errors.Is(err, sdk.RegistrationBusy) {
			t.Errorf("while the first pays: %v, want %v", err, sdk.RegistrationBusy)
		}
		close(h.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		_, err := w.pay(t, second, other)
		wantRefusal(t, err, "duplicate=parent_duplicate")
		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
	})

	t.Run("one nonce in two sign-ups", func(t *testing.T) {
		t.Parallel()
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.ReusableNonces = false }))
		first, second := w.SignUp(t), w.SignUp(t)
		if _, err := w.pay(t, first, w.input(t, first, goodNonce)); err != nil {
			t.Fatal(err)
		}
		_, err := w.pay(t, second, w.input(t, second, goodNonce))
		wantRefusal(t, err, "nonce=payment_nonce_used")
		w.wantLedger(t, authorised)
	})

	t.Run("changes while paying", func(t *testing.T) {
		t.Parallel()
		h := newHold("authorize")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		done := make(chan error)
		go func() {
			_, err := w.payAs(t, s, in, "while-paying")
			done <- err
		}()
		<-h.acted
		wantStatus(t, w, s, sdk.PaymentConfirming)
		if answer, err := w.pay(t, s, in); err != nil || answer.Status != sdk.PaymentConfirming {
			t.Errorf("second tab: %+v, %v", answer, err)
		}
		change := sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionOrder}, Order: &sdk.RegistrationOrder{OrderChoice: sdk.OrderChoice{PackageID: 2004}}}
		if _, err := w.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, change, english); !errors.Is(err, sdk.RegistrationBusy) {
			t.Errorf("change while paying: %v, want %v", err, sdk.RegistrationBusy)
		}
		close(h.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.wantLedger(t, captured)
	})
}

func TestPayUnknown(t *testing.T) {
	t.Parallel()

	for _, kind := range []sandbox.FaultKind{sandbox.FaultDrop, sandbox.FaultCut, sandbox.FaultEmpty, sandbox.FaultError} {
		t.Run("answer lost after acting: "+string(kind), func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			s := w.SignUp(t)
			in, key := w.input(t, s, goodNonce), w.newKey()
			w.fault(t, sandbox.Fault{Kind: kind})
			answer, err := w.payAs(t, s, in, key)
			if diff := cmp.Diff(&sdk.PaymentAnswer{Status: sdk.PaymentConfirming}, answer); diff != "" || err != nil {
				t.Fatalf("answer (-want +got), error %v:\n%s", err, diff)
			}
			w.wantLedger(t, authorised)
			if again, err := w.payAs(t, s, in, key); err != nil || again.Status != sdk.PaymentConfirming {
				t.Errorf("the same call again: %+v, %v", again, err)
			}
			w.Clock.Advance(5 * time.Second)
			w.work(t)
			w.wantLedger(t, captured)
			w.wantBooks(t, paidOnce)
			status := wantStatus(t, w, s, sdk.PaymentAccepted)
			again, err := w.payAs(t, s, in, key)
			if err != nil || again.Receipt == nil || again.Receipt.ReceiptID != status.Receipt.ReceiptID || again.ClickToJoinToken == "" {
				t.Errorf("the same call afterwards: %+v, %v", again, err)
			}
			w.workAgain(t)
			w.wantLedger(t, captured)
			w.wantBooks(t, paidOnce)
		})
	}

	t.Run("never reached the provider", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultReset})
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.PayForCoparent, in.PaymentCodes = true, w.codes(t, 2001, 1) })
		if answer, err := w.pay(t, s, in); err != nil || answer.Status != sdk.PaymentConfirming {
			t.Fatalf("%+v, %v", answer, err)
		}
		for range 4 { // searches at 5, 15, 35 and 75 s find nothing, which proves nothing before two minutes
			w.Clock.Advance(30 * time.Second)
			w.work(t)
			if w.attempts(t)[0] != "superseded" {
				wantStatus(t, w, s, sdk.PaymentConfirming)
			}
		}
		w.Clock.Advance(time.Minute)
		w.work(t)
		wantAttempts(t, w, "superseded")
		wantStatus(t, w, s, sdk.PaymentDeclined)
		w.wantBooks(t, books{})
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		wantAttempts(t, w, "superseded", "captured")
		w.Clock.Advance(4 * time.Hour)
		w.work(t)
		if n := countRows(t, w.Env, "payment_attempts WHERE check_at IS NOT NULL"); n != 0 {
			t.Errorf("%d attempts are still looked for", n)
		}
	})

	t.Run("turns up after it was superseded", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultSearchEmpty, Count: -1})
		in := w.input(t, s, goodNonce)
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			w.Clock.Advance(30 * time.Second)
			w.work(t)
		}
		wantAttempts(t, w, "superseded")
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.provider.ClearFaults()
		w.Clock.Advance(10 * time.Minute)
		w.work(t)
		wantAttempts(t, w, "voided", "captured")
		w.wantLedger(t, voided, captured)
		w.wantBooks(t, paidOnce)
		wantStatus(t, w, s, sdk.PaymentAccepted)
	})

	t.Run("answer after the lease", func(t *testing.T) {
		t.Parallel()
		h := newHold("authorize")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		type outcome struct {
			answer *sdk.PaymentAnswer
			err    error
		}
		done := make(chan outcome)
		go func() {
			answer, err := w.payAs(t, s, in, "late-answer")
			done <- outcome{answer, err}
		}()
		<-h.acted
		w.Clock.Advance(91 * time.Second)
		w.work(t) // takes over, finds and adopts
		w.wantLedger(t, captured)
		close(h.release)
		late := <-done
		if late.err != nil || late.answer.Status != sdk.PaymentConfirming {
			t.Errorf("the old fence's answer: %+v, %v", late.answer, late.err)
		}
		w.wantBooks(t, paidOnce)
		wantStatus(t, w, s, sdk.PaymentAccepted)
		w.workAgain(t)
		w.wantLedger(t, captured)
	})

	t.Run("two reconcilers, one of them slow", func(t *testing.T) {
		t.Parallel()
		h := newHold("search")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultReset})
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		id := onlyAttempt(t, w).ID
		w.Clock.Advance(5 * time.Second)
		slow := make(chan error)
		go func() { slow <- w.Client.ReconcilePayment(t.Context(), id) }()
		<-h.acted
		if err := w.Client.ReconcilePayment(t.Context(), id); err != nil { // it is held: nothing to do
			t.Error(err)
		}
		w.Clock.Advance(90 * time.Second)
		if err := w.Client.ReconcilePayment(t.Context(), id); err != nil {
			t.Error(err)
		}
		close(h.release)
		if err := <-slow; err != nil {
			t.Errorf("the old fence: %v", err)
		}
		if got := onlyAttempt(t, w); got.Searches != 1 || got.State != sdk.AttemptUnknown {
			t.Errorf("%s after %d searches, want unknown after 1: what the old fence saw doesn't count", got.State, got.Searches)
		}
	})

	t.Run("found twice", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultSearchDouble, Count: -1})
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(5 * time.Second)
		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
	})

	t.Run("declined, and the answer lost", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		in, key := w.input(t, s, "fake-processor-declined-visa-nonce"), w.newKey()
		if answer, err := w.payAs(t, s, in, key); err != nil || answer.Status != sdk.PaymentConfirming {
			t.Fatalf("%+v, %v", answer, err)
		}
		w.Clock.Advance(5 * time.Second)
		w.work(t)
		wantAttempts(t, w, "declined")
		wantStatus(t, w, s, sdk.PaymentDeclined)
		_, err := w.payAs(t, s, in, key)
		wantRefusal(t, err, "nonce=payment_method_declined")
		w.wantBooks(t, books{})
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Error(err)
		}
	})

	t.Run("killed before it was sent", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.PayForCoparent, in.PaymentCodes = true, w.codes(t, 2001, 1) })
		if err := w.Client.BeginPaymentForTest(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{Lang: "en", IdempotencyKey: w.newKey()}); err != nil {
			t.Fatal(err)
		}
		wantStatus(t, w, s, sdk.PaymentConfirming)
		w.Clock.Advance(90 * time.Second)
		w.work(t)
		wantAttempts(t, w, "aborted")
		w.wantBooks(t, books{})
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
	})
}
