package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// After nine days without a sweep, a sweep finds the disputes and the refunds of the first of these days.
func TestSettleAfterNineDaysWithoutASweep(t *testing.T) {
	t.Parallel()
	w := fixture.NewTimedTill(t)
	w.Subscribe(t, fixture.Kept)
	disputed := w.LastSale().ID
	w.Subscribe(t, fixture.Kept)
	refunded := w.LastSale().ID
	w.Provider.SettleAll()
	w.Settle(t)

	w.Clock.Advance(fixture.Day)
	if _, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: disputed}); err != nil {
		t.Fatal(err)
	}
	w.RefundThere(t, refunded, money.New(15899, "USD"))
	w.Clock.Advance(8 * fixture.Day)
	want := &payment.SettleReport{Asked: 2, Disputes: 1, Refunds: 1, Moved: map[payment.AttemptState]int{payment.AttemptDisputed: 1, payment.AttemptRefunded: 1}}
	if diff := cmp.Diff(want, w.Settle(t)); diff != "" {
		t.Errorf("the sweep (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"suspended": 1, "cancelled": 1}, w.Subscriptions(t)); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

// A sweep numbers the receipts that no mail has numbered, and no sooner than ten minutes after the payment: the mail usually does.
func TestSettleNumbersReceipts(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Env.Pay(t, w.SignUp(t)) // nothing works off its mail
	w.Clock.Advance(10*time.Minute - 1)
	numbers := func() []string {
		t.Helper()
		if _, err := w.Client.Payment.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		var all []string
		if err := w.Pool.QueryRow(t.Context(), "SELECT array_agg(coalesce(number, 'none')) FROM receipts").Scan(&all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	early := numbers()
	w.Clock.Set(sdktest.Start.Add(10 * time.Minute))
	if diff := cmp.Diff([][]string{{"none"}, {"R-2026-000001"}}, [][]string{early, numbers()}); diff != "" {
		t.Errorf("before ten minutes and after (-want +got):\n%s", diff)
	}
}
