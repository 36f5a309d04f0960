package payments_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

func TestWebhook(t *testing.T) {
	t.Parallel()

	t.Run("settled", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Hear(t, "transaction_settled", w.OnlyTransaction(t)) // early: nothing is captured yet, so it is captured now
		fixture.WantAttempts(t, w, "captured")
		w.WantLedger(t, fixture.Captured)
		w.Work(t)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("before the order is placed", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("authorize")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		done := make(chan error)
		go func() {
			_, err := w.PayAs(t, s, in, "webhook-first")
			done <- err
		}()
		<-h.Acted
		w.Hear(t, "transaction_settled", w.OnlyTransaction(t))
		fixture.WantAttempts(t, w, "sent")
		close(h.Release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.WantBooks(t, fixture.PaidOnce)
	})

	for kind, want := range map[string]struct {
		state string
		mails int
	}{
		"transaction_settlement_declined": {"settlement_declined", 1},
		"dispute_opened":                  {"disputed", 0},
		"dispute_lost":                    {"disputed", 0}, // with lost_at
		"dispute_won":                     {"captured", 0},
		"transaction_disbursed":           {"captured", 0},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
				t.Fatal(err)
			}
			w.Work(t)
			id := w.OnlyTransaction(t)
			if kind == "transaction_settlement_declined" {
				if err := w.Provider.DeclineSettlement(id); err != nil {
					t.Fatal(err)
				}
			}
			w.Hear(t, kind, id)
			fixture.WantAttempts(t, w, want.state)
			state := "suspended"
			switch {
			case want.state == "captured":
				state = "active"
			case kind == "dispute_lost":
				state = "cancelled"
			}
			if diff := cmp.Diff(map[string]int{state: 1}, w.Subscriptions(t)); diff != "" {
				t.Errorf("subscriptions (-want +got):\n%s", diff)
			}
			w.Work(t)
			problems := 0
			for _, m := range w.Mailbox.Mails() {
				if m.Kind == email.PaymentProblem {
					problems++
				}
			}
			if problems != want.mails {
				t.Errorf("%d mails of a problem, want %d", problems, want.mails)
			}
		})
	}

	t.Run("outdated content", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.Hear(t, "transaction_settlement_declined", w.OnlyTransaction(t)) // it isn't: the webhook first reads the provider's state
		fixture.WantAttempts(t, w, "captured")
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("provider doesn't answer", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		hook, err := w.Provider.Webhook("dispute_opened", w.OnlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "find"})
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); !errors.Is(err, payment.Unavailable) {
			t.Errorf("%v, want %v, so that it is sent again", err, payment.Unavailable)
		}
		fixture.WantAttempts(t, w, "captured")
	})

	t.Run("while it is refunded", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("find")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.Provider.SettleAll()
		hook, err := w.Provider.Webhook("dispute_opened", w.OnlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		id := fixture.OnlyAttempt(t, w).ID
		refunded := make(chan error)
		go func() {
			_, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{})
			refunded <- err
		}()
		<-h.Acted
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); !errors.Is(err, fault.InProgress) {
			t.Errorf("%v, want %v", err, fault.InProgress)
		}
		close(h.Release)
		if err := <-refunded; err != nil {
			t.Error(err)
		}
		fixture.WantAttempts(t, w, "refunded")
	})

	t.Run("unknown, and forged", func(t *testing.T) {
		t.Parallel()
		w, other := fixture.NewTill(t), fixture.NewTill(t)
		s := other.SignUp(t)
		if _, err := other.Pay(t, s, other.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		hook, err := other.Provider.Webhook("dispute_opened", other.OnlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); err != nil {
			t.Errorf("another's: %v", err)
		}
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, "x"+hook.Payload); !errors.Is(err, payment.WebhookRefused) {
			t.Errorf("forged: %v, want %v", err, payment.WebhookRefused)
		}
	})
}

// A dispute (chargeback) suspends the subscription. Winning it undoes that, and nothing else.
func TestDispute(t *testing.T) {
	t.Parallel()
	suspended := fixture.Term{State: "suspended", Ends: fixture.FirstEnd}
	renewing := fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd}
	ending := fixture.Term{State: "active", Ends: fixture.FirstEnd}
	notKept := func(*payment.Input) {}
	const stands, disputed = "dispute_won ana.diaz.1@example.com: Your bank decided that your Cojoin payment is valid", "dispute ana.diaz.1@example.com: Your Cojoin payment is disputed"
	for name, test := range map[string]struct {
		change func(*payment.Input)
		steps  []string // webhooks by kind, or "cancel" by the payer
		events []payment.AttemptEvent
		state  payment.AttemptState
		terms  []fixture.Term
		mails  []string
		// the disputes, and the money that they moved
		disputes []string
	}{
		"lost": {
			fixture.Kept,
			[]string{"dispute_opened", "dispute_lost"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventLoseDispute}, payment.AttemptLost,
			[]fixture.Term{{State: "cancelled", Ends: fixture.FirstEnd}}, []string{"dispute_lost ana.diaz.1@example.com: Your Cojoin payment was returned"},
			[]string{"1 chargeback lost fraud, due in 10 days, decided", "chargeback of 1: open"},
		},
		"won": {
			fixture.Kept,
			[]string{"dispute_opened", "dispute_won"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute}, payment.AttemptSettled,
			[]fixture.Term{renewing}, []string{stands},
			[]string{"1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: open", "chargeback_reversal of 1: won"},
		},
		"won for both seats": {
			func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true },
			[]string{"dispute_opened", "dispute_won"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute}, payment.AttemptSettled,
			[]fixture.Term{renewing, renewing}, []string{stands},
			[]string{"1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: open", "chargeback_reversal of 1: won"},
		},
		"won, then opened again": {
			fixture.Kept,
			[]string{"dispute_opened", "dispute_won", "dispute_opened"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute, payment.EventDispute}, payment.AttemptDisputed,
			[]fixture.Term{suspended}, []string{disputed, disputed},
			[]string{
				"1 chargeback won fraud, due in 10 days, decided", "2 chargeback open fraud, due in 10 days",
				"chargeback of 1: open", "chargeback_reversal of 1: won", "chargeback of 2: open",
			},
		},
		"won after the payer cancelled": {
			fixture.Kept,
			[]string{"cancel", "dispute_opened", "dispute_won"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute}, payment.AttemptSettled,
			[]fixture.Term{ending}, []string{"subscription_cancelled ana.diaz.1@example.com: Your Cojoin renewal is cancelled", stands},
			[]string{"1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: open", "chargeback_reversal of 1: won"},
		},
		"won, cancelled meanwhile: not mailed, for a mail would promise the rest of the term": {
			fixture.Kept,
			[]string{"dispute_opened", "cancel", "dispute_won"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute}, payment.AttemptSettled,
			[]fixture.Term{ending}, []string{stands},
			[]string{"1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: open", "chargeback_reversal of 1: won"},
		},
		"won, without a stored payment method": {
			notKept,
			[]string{"dispute_opened", "dispute_won"},
			[]payment.AttemptEvent{payment.EventDispute, payment.EventWinDispute}, payment.AttemptSettled,
			[]fixture.Term{ending}, []string{stands},
			[]string{"1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: open", "chargeback_reversal of 1: won"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, test.change)
			w.NewMails(t) // receipt and welcome
			for _, step := range test.steps {
				if step != "cancel" {
					w.Hear(t, step, w.OnlyTransaction(t))
					continue
				}
				if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
					t.Fatal(err)
				}
			}
			wantDisputed(t, w, test.state, test.events...)
			wantDisputes(t, w, test.disputes...)
			wantFindings(t, w) // a dispute's money is no difference between the books
			w.WantTerms(t, test.terms...)
			w.Work(t)
			w.WantMails(t, test.mails...)
		})
	}

	t.Run("won is heard before opened", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		opened, err := w.Provider.Webhook("dispute_opened", w.OnlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		w.Hear(t, "dispute_won", w.OnlyTransaction(t))
		if err := w.Client.Payment.Webhook(t.Context(), opened.Signature, opened.Payload); err != nil {
			t.Error(err)
		}
		wantDisputed(t, w, payment.AttemptCaptured)
		wantDisputes(t, w, "1 chargeback won fraud, due in 10 days, decided", "chargeback of 1: won", "chargeback_reversal of 1: won")
		w.WantTerms(t, renewing)
	})

	t.Run("heard again and again", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		var hooks []sandbox.Webhook
		for _, kind := range []string{"dispute_opened", "dispute_lost"} {
			hook, err := w.Provider.Webhook(kind, w.OnlyTransaction(t))
			if err != nil {
				t.Fatal(err)
			}
			hooks = append(hooks, hook)
			for _, hook := range slices.Concat(hooks, hooks) {
				if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); err != nil {
					t.Fatal(err)
				}
			}
		}
		wantDisputed(t, w, payment.AttemptLost, payment.EventDispute, payment.EventLoseDispute)
		wantDisputes(t, w, "1 chargeback lost fraud, due in 10 days, decided", "chargeback of 1: open")
	})

	// The older response may be stored last.
	t.Run("an old answer of the provider", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("nothing yet")
		w := fixture.NewTill(t, fixture.WithHold(h))
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.Hear(t, "dispute_opened", w.OnlyTransaction(t))
		h.Call = "find"
		opened, err := w.Provider.Webhook("dispute_opened", w.OnlyTransaction(t))
		if err != nil {
			t.Fatal(err)
		}
		late := make(chan error)
		go func() { late <- w.Client.Payment.Webhook(t.Context(), opened.Signature, opened.Payload) }()
		<-h.Acted
		w.Hear(t, "dispute_lost", w.OnlyTransaction(t))
		close(h.Release)
		if err := <-late; !errors.Is(err, fault.InProgress) {
			t.Errorf("%v, want %v, so that it is sent again", err, fault.InProgress)
		}
		wantDisputes(t, w, "1 chargeback lost fraud, due in 10 days, decided", "chargeback of 1: open")
	})

	t.Run("of a refunded payment", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		w.Provider.SettleAll()
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			w.Hear(t, "dispute_opened", fixture.OnlyAttempt(t, w).TransactionID)
		}
		fixture.WantAttempts(t, w, "refunded")
		wantDisputes(t, w, "1 chargeback open fraud, due in 10 days", "chargeback of 1: open")
	})
}

// wantDisputes compares the disputes of all attempts, each with the last digit of the provider's id, and the money that they moved.
func wantDisputes(t *testing.T, w *fixture.Till, want ...string) {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), `
		SELECT right(d.provider_id, 1) || ' ' || d.kind || ' ' || d.state || ' ' || d.reason_code || ', due in ' || (d.evidence_due_at::date - d.opened_at::date) || ' days' ||
			CASE WHEN d.decided_at IS NULL THEN '' ELSE ', decided' END ||
			CASE WHEN (d.amount_minor, d.currency) = (a.amount_minor, a.currency) THEN '' ELSE ', of another amount' END AS line, 1 AS part, d.opened_at AS at, d.provider_id, '' AS kind
		FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
		UNION ALL SELECT t.kind || ' of ' || right(t.provider_id, 1) || ': ' || t.status ||
			CASE WHEN (t.amount_minor, t.currency) = (a.amount_minor, a.currency) THEN '' ELSE ', of another amount' END, 2, t.created_at, t.provider_id, t.kind
		FROM gateway_transactions t JOIN payment_attempts a ON a.id = t.attempt_id WHERE t.kind LIKE 'chargeback%'
		ORDER BY 2, 4, 5`)
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		Line string
		Part int
		At   time.Time
		ID   string
		Kind string
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[line])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range found {
		got = append(got, l.Line)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("disputes (-want +got):\n%s", diff)
	}
}

// wantDisputed compares the single attempt's state and its events since the capture. Nothing may be left for the sweep.
func wantDisputed(t *testing.T, w *fixture.Till, state payment.AttemptState, want ...payment.AttemptEvent) {
	t.Helper()
	a, err := w.Client.Payment.Attempt(t.Context(), fixture.OnlyAttempt(t, w).ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []payment.AttemptEvent
	for _, change := range a.Changes {
		got = append(got, change.Event)
	}
	want = append([]payment.AttemptEvent{payment.EventApprove, payment.EventCapture, payment.EventSettle}, want...)
	if diff := cmp.Diff(want, got); diff != "" || a.State != state {
		t.Errorf("the attempt is %s, want %s; events (-want +got):\n%s", a.State, state, diff)
	}
	w.Clock.Set(w.Clock.Now().Add(fixture.Day))
	if due, err := w.Client.Payment.Sweep(t.Context()); err != nil || due != 0 {
		t.Errorf("the sweep looked at %d attempts, %v", due, err)
	}
}

// workedLater returns a test environment with one payment, authorized this long before the worker captured it.
func workedLater(t *testing.T, age time.Duration) *fixture.Till {
	t.Helper()
	w := fixture.NewTimedTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(age)
	w.Work(t)
	return w
}

// An authorization that wasn't captured in time has expired: the payer gets a mail, and nothing is captured.
func TestAuthorizationExpiry(t *testing.T) {
	t.Parallel()
	w := workedLater(t, 8*24*time.Hour)
	fixture.WantAttempts(t, w, "expired")
	w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Receipts: 1})
	if got := w.Mailbox.Mails(); len(got) == 0 || got[len(got)-1].Kind != email.PaymentProblem {
		t.Error("the payer got no mail")
	}
}

// An attempt that another process has taken over is left to that process when its authorization expires.
func TestAuthorizationExpiryOfTakenOverAttempt(t *testing.T) {
	t.Parallel()
	a := &answers{}
	w, id := answered(t, a)
	w.Clock.Advance(8 * 24 * time.Hour)
	a.change = func(found *gateway.Transaction) {
		found.Status = gateway.AuthorizationExpired
		if _, err := w.Pool.Exec(t.Context(), "UPDATE payment_attempts SET fence = fence + 1"); err != nil {
			t.Error(err)
		}
	}
	if err := w.Client.Payment.Capture(t.Context(), id); err != nil {
		t.Error(err)
	}
	fixture.WantAttempts(t, w, "authorised")
	w.WantLedger(t, fixture.Authorized)
}

// An authorization that may have expired is checked first, and captured if it still holds.
func TestOldAuthorizationIsCaptured(t *testing.T) {
	t.Parallel()
	w := workedLater(t, 6*24*time.Hour+time.Hour)
	fixture.WantAttempts(t, w, "captured")
	w.WantLedger(t, fixture.Captured)
	w.WantBooks(t, fixture.PaidOnce)
}
