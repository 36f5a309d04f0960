package payments_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// unheard returns a test environment with a successful payment and a lost response.
func unheard(t *testing.T, a *answers) (w *fixture.Till, id string) {
	t.Helper()
	w = fixture.NewTill(t, fixture.WithGateway(a, &a.Gateway))
	s := w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil || answer.Status != payment.Confirming {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.Clock.Advance(time.Minute)
	return w, fixture.OnlyAttempt(t, w).ID
}

// checkAt returns the time of the next search for the only attempt.
func checkAt(t *testing.T, w *fixture.Till) (at time.Time) {
	t.Helper()
	if err := w.Pool.QueryRow(t.Context(), "SELECT check_at FROM payment_attempts").Scan(&at); err != nil {
		t.Fatal(err)
	}
	return at
}

// authorizeAgain makes the provider hold the only attempt's amount a second time, under the same order id.
func authorizeAgain(t *testing.T, w *fixture.Till, a *answers) {
	t.Helper()
	first := w.Provider.Ledger().Transactions[0]
	_, err := a.Gateway.Authorize(t.Context(), gateway.AuthorizeRequest{
		OrderID: first.OrderID, Amount: money.New(15899, "USD"), MerchantAccountID: first.MerchantAccountID, Nonce: "fake-valid-mastercard-nonce",
	})
	if err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Authorized, fixture.Authorized)
}

// A foreign transaction beside the attempt's own goes to review: nothing is captured.
func TestFoundWithForeignTransaction(t *testing.T) {
	t.Parallel()
	a := &answers{found: func(all []gateway.Transaction) []gateway.Transaction {
		other := all[0]
		other.Amount.Minor--
		return append(all, other)
	}}
	w, id := unheard(t, a)
	if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	wantLast(t, w, payment.AttemptReview, "another amount, currency or merchant")
	w.WantLedger(t, fixture.Authorized)
}

// An operator's reconciliation resets the count of searches.
func TestReconcileResetsSearches(t *testing.T) {
	t.Parallel()
	a := &answers{found: func(all []gateway.Transaction) []gateway.Transaction {
		all[0].Amount.Minor--
		return all
	}}
	w, id := unheard(t, a)
	if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE payment_attempts SET searches = 2"); err != nil {
		t.Fatal(err)
	}
	a.found = func([]gateway.Transaction) []gateway.Transaction { return nil }
	w.Clock.Advance(time.Hour)
	got, err := w.Client.Payment.ReconcileNow(t.Context(), id)
	if err != nil || got.State != payment.AttemptUnknown || got.Searches != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// If a search finds two authorizations, one is voided before the order of the other is placed. While the void fails, no order is placed.
func TestFoundTwice(t *testing.T) {
	t.Parallel()
	a := &answers{}
	w, id := unheard(t, a)
	authorizeAgain(t, w, a)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "void", BeforeActing: true})
	before := w.Clock.Now()
	if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	fixture.WantAttempts(t, w, "unknown")
	w.WantLedger(t, fixture.Authorized, fixture.Authorized)
	if at := checkAt(t, w); !at.Equal(before.Add(engine.Of(w.Client).Payment.SearchPause(0))) {
		t.Errorf("it is looked for again at %s", at)
	}
	w.Clock.Advance(time.Minute)
	w.Work(t)
	var statuses []string // of either: both were created within a second
	for _, line := range w.Provider.Ledger().Transactions {
		statuses = append(statuses, line.Status)
	}
	slices.Sort(statuses)
	if diff := cmp.Diff([]string{fixture.Captured.Status, fixture.Voided.Status}, statuses); diff != "" {
		t.Errorf("transactions (-want +got):\n%s", diff)
	}
	w.WantBooks(t, fixture.PaidOnce)
}

// A payment that is found declined returns the decline to the payer, even without the provider's reason.
func TestFoundDeclined(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"": "payment_method_declined", "payment_method_expired": "payment_method_expired"} {
		a := &answers{found: func(all []gateway.Transaction) []gateway.Transaction {
			all[0].Status, all[0].DeclineCode = gateway.ProcessorDeclined, text.Code(given)
			return all
		}}
		w, id := unheard(t, a)
		if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		wantLast(t, w, payment.AttemptDeclined, want)
	}
}

// The searches for an attempt that was given up become rarer.
func TestSearchesAfterGivingUpAreRarer(t *testing.T) {
	t.Parallel()
	a := &answers{found: func([]gateway.Transaction) []gateway.Transaction { return nil }}
	w, id := unheard(t, a)
	var pauses []time.Duration
	for len(pauses) < 3 {
		w.Clock.Advance(10 * time.Minute)
		before := fixture.OnlyAttempt(t, w).State
		if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if before != payment.AttemptSuperseded {
			continue
		}
		pauses = append(pauses, checkAt(t, w).Sub(w.Clock.Now()))
	}
	searches := fixture.OnlyAttempt(t, w).Searches
	want := []time.Duration{engine.Of(w.Client).Payment.SearchPause(int32(searches) - 2), engine.Of(w.Client).Payment.SearchPause(int32(searches) - 1), engine.Of(w.Client).Payment.SearchPause(int32(searches))}
	if diff := cmp.Diff(want, pauses); diff != "" || searches != 6 {
		t.Errorf("after %d searches (-want +got):\n%s", searches, diff)
	}
}

// A search that ends after another process has decided changes nothing, and is no failure.
func TestFoundByAnotherProcess(t *testing.T) {
	t.Parallel()
	a := &answers{}
	w, id := unheard(t, a)
	a.found = func(all []gateway.Transaction) []gateway.Transaction {
		a.found = nil
		if _, err := w.Client.Payment.ReconcileNow(t.Context(), id); err != nil {
			t.Error(err)
		}
		return all
	}
	if err := w.Client.Payment.Reconcile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	fixture.WantAttempts(t, w, "captured")
	w.WantBooks(t, fixture.PaidOnce)
}

// A payment that can't be reconciled doesn't block others, and is reported.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	a := &answers{}
	w, broken := unheard(t, a)
	s := w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.RefuseWrites(t, "UPDATE", "payment_attempts", "old.id = '"+broken+"'")
	w.Clock.Advance(time.Hour)
	n, err := w.Client.Payment.Sweep(t.Context())
	if n != 2 || err == nil || !strings.Contains(err.Error(), "attempt "+broken) {
		t.Errorf("%d looked at: %v", n, err)
	}
	if diff := cmp.Diff([]string{"unknown", "authorised"}, w.Attempts(t)); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}
}
