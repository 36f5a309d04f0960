package orders_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// A receipt has a number of the year of its purchase, whenever it is numbered: one of 31 December 23:30 is numbered in January. Years are in UTC,
// and each kind of document counts for itself.
func TestReceiptIsNumberedInTheYearOfItsPurchase(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	for _, at := range []time.Time{time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 10, 0, 0, time.UTC)} {
		w.Clock.Set(at)
		w.Env.Pay(t, w.SignUp(t)) // nothing works off its mail
	}
	w.Clock.Advance(time.Hour)
	c := fixture.Core(w.Env)
	engine := orders.New(c)
	if err := engine.NumberReceipts(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := w.Pool.QueryRow(t.Context(), "SELECT array_agg(number ORDER BY created_at) FROM receipts").Scan(&got); err != nil {
		t.Fatal(err)
	}
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	err = c.Tx(t.Context(), func(tx *pg.Tx) error {
		for _, kind := range []orders.DocumentKind{orders.DocumentReceipt, orders.DocumentCreditNote} {
			number, err := engine.NextDocument(t.Context(), tx.Queries, kind, time.Date(2026, 12, 31, 19, 30, 0, 0, newYork)) // 2027 in UTC
			if err != nil {
				return err
			}
			got = append(got, *number)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"R-2026-000001", "R-2027-000001", "R-2027-000002", "C-2027-000001"}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}
