package checkouts_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func wantStatus(t *testing.T, w *fixture.Till, s sdktest.Session, want payment.Status) *payment.Answer {
	t.Helper()
	got, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != want {
		t.Errorf("status %s, want %s", got.Status, want)
	}
	return got
}

func TestPayOnce(t *testing.T) {
	t.Parallel()

	t.Run("the same key twice concurrently", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in, key := w.Input(t, s, fixture.GoodNonce), w.NewKey()
		var answers [2]*payment.Answer
		var wait sync.WaitGroup
		for i := range answers {
			wait.Go(func() {
				var err error
				if answers[i], err = w.PayAs(t, s, in, key); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if diff := cmp.Diff(answers[0], answers[1]); diff != "" {
			t.Errorf("two answers (-first +second):\n%s", diff)
		}
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
		if _, err := w.Pay(t, s, in); !errors.Is(err, fault.RegistrationIsPaid) {
			t.Errorf("another key afterwards: %v, want %v", err, fault.RegistrationIsPaid)
		}
		other := in
		other.MarketingOptIn = true
		if _, err := w.PayAs(t, s, other, key); !errors.Is(err, fault.IdempotencyMismatch) {
			t.Errorf("same key, another body: %v, want %v", err, fault.IdempotencyMismatch)
		}
		retry := in
		retry.Payment.Nonce = "fake-valid-mastercard-nonce"
		if again, err := w.PayAs(t, s, retry, key); err != nil || again.Receipt.CardLastFour != answers[0].Receipt.CardLastFour {
			t.Errorf("same key, new nonce: %+v, %v", again, err)
		}
	})

	t.Run("50 concurrent submits, each with its own key and nonce", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		var mu sync.Mutex
		outcomes := map[string]int{}
		var wait sync.WaitGroup
		for range 50 {
			key := w.NewKey()
			wait.Go(func() {
				answer, err := w.PayAs(t, s, in, key)
				outcome := "paid already"
				switch {
				case err == nil:
					outcome = string(answer.Status)
				case !errors.Is(err, fault.RegistrationIsPaid):
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
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("two sign-ups with one e-mail", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("authorize")
		w := fixture.NewTill(t, fixture.WithHold(h))
		same := func(in *signup.Input) { in.Parent.Email = "one@example.com" }
		first, second := w.SignUp(t, same), w.SignUp(t, same)
		in, other := w.Input(t, first, fixture.GoodNonce), w.Input(t, second, fixture.GoodNonce)
		done := make(chan error)
		go func() {
			_, err := w.PayAs(t, first, in, "first-sign-up")
			done <- err
		}()
		<-h.Acted
		if _, err := w.Pay(t, second, other); !errors.Is(err, fault.RegistrationBusy) {
			t.Errorf("while the first pays: %v, want %v", err, fault.RegistrationBusy)
		}
		close(h.Release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		_, err := w.Pay(t, second, other)
		fixture.WantRefusal(t, err, "duplicate=parent_duplicate")
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("one nonce in two sign-ups", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.ReusableNonces = false }))
		first, second := w.SignUp(t), w.SignUp(t)
		if _, err := w.Pay(t, first, w.Input(t, first, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		_, err := w.Pay(t, second, w.Input(t, second, fixture.GoodNonce))
		fixture.WantRefusal(t, err, "nonce=payment_nonce_used")
		w.WantLedger(t, fixture.Authorized)
	})

	t.Run("changes while paying", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("authorize")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		done := make(chan error)
		go func() {
			_, err := w.PayAs(t, s, in, "while-paying")
			done <- err
		}()
		<-h.Acted
		wantStatus(t, w, s, payment.Confirming)
		if answer, err := w.Pay(t, s, in); err != nil || answer.Status != payment.Confirming {
			t.Errorf("second tab: %+v, %v", answer, err)
		}
		change := signup.Input{Sections: []signup.Section{signup.SectionOrder}, Order: &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2004}}}
		if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, change, fixture.English); !errors.Is(err, fault.RegistrationBusy) {
			t.Errorf("change while paying: %v, want %v", err, fault.RegistrationBusy)
		}
		close(h.Release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
	})
}

func TestPayUnknown(t *testing.T) {
	t.Parallel()

	for _, kind := range []sandbox.FaultKind{sandbox.FaultDrop, sandbox.FaultCut, sandbox.FaultEmpty, sandbox.FaultError} {
		t.Run("answer lost after acting: "+string(kind), func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			in, key := w.Input(t, s, fixture.GoodNonce), w.NewKey()
			w.Fault(t, sandbox.Fault{Kind: kind})
			answer, err := w.PayAs(t, s, in, key)
			if diff := cmp.Diff(&payment.Answer{Status: payment.Confirming}, answer); diff != "" || err != nil {
				t.Fatalf("answer (-want +got), error %v:\n%s", err, diff)
			}
			w.WantLedger(t, fixture.Authorized)
			if again, err := w.PayAs(t, s, in, key); err != nil || again.Status != payment.Confirming {
				t.Errorf("the same call again: %+v, %v", again, err)
			}
			w.Clock.Advance(5 * time.Second)
			w.Work(t)
			w.WantLedger(t, fixture.Captured)
			w.WantBooks(t, fixture.PaidOnce)
			status := wantStatus(t, w, s, payment.Accepted)
			again, err := w.PayAs(t, s, in, key)
			if err != nil || again.Receipt == nil || again.Receipt.ReceiptID != status.Receipt.ReceiptID || again.ClickToJoinToken == "" {
				t.Errorf("the same call afterwards: %+v, %v", again, err)
			}
			w.WorkAgain(t)
			w.WantLedger(t, fixture.Captured)
			w.WantBooks(t, fixture.PaidOnce)
		})
	}

	t.Run("given up before it was sent", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		cfg := w.Config
		cfg.Payment.Interrupt = func(at payment.InterruptPoint) {
			if at == payment.InterruptAfterReserve { // long enough for another process to assume this one dead
				for range 2 {
					w.Clock.Advance(2 * time.Minute)
					w.Work(t)
				}
			}
		}
		slow := w.NewClient(t, cfg)
		answer, err := slow.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: w.NewKey()})
		if diff := cmp.Diff(&payment.Answer{Status: payment.Confirming}, answer); diff != "" || err != nil {
			t.Errorf("answer (-want +got), error %v:\n%s", err, diff)
		}
		w.WantLedger(t)
		fixture.WantAttempts(t, w, "aborted")
	})

	t.Run("never reached the provider", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultReset})
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, w.Codes(t, 2001, 1) })
		if answer, err := w.Pay(t, s, in); err != nil || answer.Status != payment.Confirming {
			t.Fatalf("%+v, %v", answer, err)
		}
		for range 4 { // searches at 5, 15, 35 and 75 s find nothing; that proves absence only after two minutes
			w.Clock.Advance(30 * time.Second)
			w.Work(t)
			if w.Attempts(t)[0] != "superseded" {
				wantStatus(t, w, s, payment.Confirming)
			}
		}
		w.Clock.Advance(time.Minute)
		w.Work(t)
		fixture.WantAttempts(t, w, "superseded")
		wantStatus(t, w, s, payment.Declined)
		w.WantBooks(t, fixture.Books{})
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		fixture.WantAttempts(t, w, "superseded", "captured")
		w.Clock.Advance(4 * time.Hour)
		w.Work(t)
		if n := fixture.CountRows(t, w.Env, "payment_attempts WHERE check_at IS NOT NULL"); n != 0 {
			t.Errorf("%d attempts are still looked for", n)
		}
	})

	t.Run("turns up after it was superseded", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultSearchEmpty, Count: -1})
		in := w.Input(t, s, fixture.GoodNonce)
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			w.Clock.Advance(30 * time.Second)
			w.Work(t)
		}
		fixture.WantAttempts(t, w, "superseded")
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.Provider.ClearFaults()
		w.Clock.Advance(10 * time.Minute)
		w.Work(t)
		fixture.WantAttempts(t, w, "voided", "captured")
		w.WantLedger(t, fixture.Voided, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
		wantStatus(t, w, s, payment.Accepted)
	})

	t.Run("answer after the lease", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("authorize")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		type outcome struct {
			answer *payment.Answer
			err    error
		}
		done := make(chan outcome)
		go func() {
			answer, err := w.PayAs(t, s, in, "late-answer")
			done <- outcome{answer, err}
		}()
		<-h.Acted
		w.Clock.Advance(91 * time.Second)
		w.Work(t) // takes over, finds the payment, and places its order
		w.WantLedger(t, fixture.Captured)
		close(h.Release)
		late := <-done
		if late.err != nil || late.answer.Status != payment.Confirming {
			t.Errorf("the old fence's answer: %+v, %v", late.answer, late.err)
		}
		w.WantBooks(t, fixture.PaidOnce)
		wantStatus(t, w, s, payment.Accepted)
		w.WorkAgain(t)
		w.WantLedger(t, fixture.Captured)
	})

	t.Run("two reconcilers, one of them slow", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("search")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultReset})
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		id := fixture.OnlyAttempt(t, w).ID
		w.Clock.Advance(5 * time.Second)
		slow := make(chan error)
		go func() { slow <- w.Client.Payment.Reconcile(t.Context(), id) }()
		<-h.Acted
		if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil { // held: nothing to do
			t.Error(err)
		}
		w.Clock.Advance(90 * time.Second)
		if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
			t.Error(err)
		}
		close(h.Release)
		if err := <-slow; err != nil {
			t.Errorf("the old fence: %v", err)
		}
		if got := fixture.OnlyAttempt(t, w); got.Searches != 1 || got.State != payment.AttemptUnknown {
			t.Errorf("%s after %d searches, want unknown after 1: a search with the old fence doesn't count", got.State, got.Searches)
		}
	})

	t.Run("found twice", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultSearchDouble, Count: -1})
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(5 * time.Second)
		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("declined, and the answer lost", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		in, key := w.Input(t, s, "fake-processor-declined-visa-nonce"), w.NewKey()
		if answer, err := w.PayAs(t, s, in, key); err != nil || answer.Status != payment.Confirming {
			t.Fatalf("%+v, %v", answer, err)
		}
		w.Clock.Advance(5 * time.Second)
		w.Work(t)
		fixture.WantAttempts(t, w, "declined")
		wantStatus(t, w, s, payment.Declined)
		_, err := w.PayAs(t, s, in, key)
		fixture.WantRefusal(t, err, "nonce=payment_method_declined")
		w.WantBooks(t, fixture.Books{})
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Error(err)
		}
	})

	t.Run("killed before it was sent", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, w.Codes(t, 2001, 1) })
		if err := engine.Of(w.Client).Checkout.BeginPaymentForTest(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: w.NewKey()}); err != nil {
			t.Fatal(err)
		}
		wantStatus(t, w, s, payment.Confirming)
		w.Clock.Advance(90 * time.Second)
		w.Work(t)
		fixture.WantAttempts(t, w, "aborted")
		w.WantBooks(t, fixture.Books{})
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
	})
}
