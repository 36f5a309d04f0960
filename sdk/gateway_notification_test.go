package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// hear posts a webhook of the provider, twice: a second time must change nothing.
func (w *till) hear(t *testing.T, kind, transactionID string) {
	t.Helper()
	hook, err := w.provider.Webhook(kind, transactionID)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Client.HearGateway(t.Context(), hook.Signature, hook.Payload); err != nil {
			t.Error(err)
		}
	}
}

func (w *till) onlyTransaction(t *testing.T) string {
	t.Helper()
	all := w.provider.Ledger().Transactions
	if len(all) != 1 {
		t.Fatalf("%d transactions, want 1", len(all))
	}
	return all[0].ID
}

// subscriptions counts subscriptions by state.
func (w *till) subscriptions(t *testing.T) map[string]int {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), "SELECT state, count(*)::int FROM subscriptions GROUP BY state")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for rows.Next() {
		var state string
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			t.Fatal(err)
		}
		out[state] = n
	}
	return out
}

func TestHearGateway(t *testing.T) {
	t.Parallel()

	t.Run("settled", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.hear(t, "transaction_settled", w.onlyTransaction(t)) // early: nothing is captured yet, so it is now
		wantAttempts(t, w, "captured")
		w.wantLedger(t, captured)
		w.work(t)
		w.wantBooks(t, paidOnce)
	})

	t.Run("before the order is placed", func(t *testing.T) {
		t.Parallel()
		h := newHold("authorize")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		done := make(chan error)
		go func() {
			_, err := w.payAs(t, s, in, "webhook-first")
			done <- err
		}()
		<-h.acted
		w.hear(t, "transaction_settled", w.onlyTransaction(t))
		wantAttempts(t, w, "sent")
		close(h.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.wantBooks(t, paidOnce)
	})

	for kind, want := range map[string]struct {
		state string
		mails int
	}{
		"transaction_settlement_declined": {"settlement_declined", 1},
		"dispute_opened":                  {"disputed", 0},
		"dispute_lost":                    {"disputed", 0},
		"dispute_won":                     {"captured", 0},
		"transaction_disbursed":           {"captured", 0},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			s := w.SignUp(t)
			if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
				t.Fatal(err)
			}
			w.work(t)
			id := w.onlyTransaction(t)
			if kind == "transaction_settlement_declined" {
				if err := w.provider.DeclineSettlement(id); err != nil {
					t.Fatal(err)
				}
			}
			w.hear(t, kind, id)
			wantAttempts(t, w, want.state)
			state := "suspended"
			if want.state == "captured" {
				state = "active"
			}
			if diff := cmp.Diff(map[string]int{state: 1}, w.subscriptions(t)); diff != "" {
				t.Errorf("subscriptions (-want +got):\n%s", diff)
			}
			w.work(t)
			problems := 0
			for _, m := range w.Mailbox.Mails() {
				if m.Kind == sdk.MailPaymentProblem {
					problems++
				}
			}
			if problems != want.mails {
				t.Errorf("%d mails of a problem, want %d", problems, want.mails)
			}
		})
	}

	t.Run("says what isn't so", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.hear(t, "transaction_settlement_declined", w.onlyTransaction(t)) // it isn't: the provider is asked first
		wantAttempts(t, w, "captured")
		w.wantBooks(t, paidOnce)
	})

	t.Run("provider doesn't answer", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		hook, err := w.provider.Webhook("dispute_opened", w.onlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "find"})
		if err := w.Client.HearGateway(t.Context(), hook.Signature, hook.Payload); !errors.Is(err, sdk.PaymentUnavailable) {
			t.Errorf("%v, want %v, so that it is sent again", err, sdk.PaymentUnavailable)
		}
		wantAttempts(t, w, "captured")
	})

	t.Run("while it is refunded", func(t *testing.T) {
		t.Parallel()
		h := newHold("find")
		w := newTill(t, withHold(h))
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.provider.SettleAll()
		hook, err := w.provider.Webhook("dispute_opened", w.onlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		id := onlyAttempt(t, w).ID
		refunded := make(chan error)
		go func() {
			_, err := w.Client.RefundPayment(t.Context(), id)
			refunded <- err
		}()
		<-h.acted
		if err := w.Client.HearGateway(t.Context(), hook.Signature, hook.Payload); !errors.Is(err, sdk.InProgress) {
			t.Errorf("%v, want %v", err, sdk.InProgress)
		}
		close(h.release)
		if err := <-refunded; err != nil {
			t.Error(err)
		}
		wantAttempts(t, w, "refunded")
	})

	t.Run("nobody's, and forged", func(t *testing.T) {
		t.Parallel()
		w, other := newTill(t), newTill(t)
		s := other.SignUp(t)
		if _, err := other.pay(t, s, other.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		hook, err := other.provider.Webhook("dispute_opened", other.onlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Client.HearGateway(t.Context(), hook.Signature, hook.Payload); err != nil {
			t.Errorf("another's: %v", err)
		}
		if err := w.Client.HearGateway(t.Context(), hook.Signature, "x"+hook.Payload); !errors.Is(err, sdk.WebhookRefused) {
			t.Errorf("forged: %v, want %v", err, sdk.WebhookRefused)
		}
	})
}

// An authorisation that nobody captured in time has run out: the payer is told, and nothing is captured.
func TestAuthorisationRunsOut(t *testing.T) {
	t.Parallel()
	clock := sdktest.NewClock(sdktest.Start)
	w := newTillAt(t, clock.Now, sdktest.WithConfig(func(c *sdk.Config) { c.Clock = clock }))
	s := w.SignUp(t)
	if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
		t.Fatal(err)
	}
	clock.Advance(8 * 24 * time.Hour)
	w.Clock.Set(clock.Now())
	w.work(t)
	wantAttempts(t, w, "expired")
	w.wantBooks(t, books{Placed: 1, Families: 1, Receipts: 1})
	if got := w.Mailbox.Mails(); len(got) == 0 || got[len(got)-1].Kind != sdk.MailPaymentProblem {
		t.Error("the payer wasn't told")
	}
}
