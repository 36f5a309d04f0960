package orders_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
)

// placedOrder returns an order that is placed and paid.
func placedOrder(t *testing.T) (*fixture.Till, *db.Queries, orders.Priced) {
	t.Helper()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	q := db.New(w.Pool)
	placed, err := orders.Get(t.Context(), q, uuid.MustParse(fixture.OnlyAttempt(t, w).OrderID))
	if err != nil || placed.State != string(order.Placed) {
		t.Fatalf("order: %+v, %v", placed, err)
	}
	return w, q, placed
}

// A placed order was charged: neither the order nor its price ever changes.
func TestSavePlaced(t *testing.T) {
	t.Parallel()
	_, q, placed := placedOrder(t)
	changed := placed
	changed.Locale, changed.Price.TaxVersion = "es-MX", "another"
	for _, again := range []orders.Priced{changed, placed} {
		if _, err := orders.Save(t.Context(), q, again, placed.UpdatedAt.Add(time.Minute)); err == nil {
			t.Error("an order that is placed was written again")
		}
	}
	kept, err := orders.Get(t.Context(), q, placed.ID)
	if diff := cmp.Diff(placed, kept); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// isSettled returns true for the error of the triggers on orders and their prices.
func isSettled(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "23001"
}

// The database itself rejects every change or deletion of the price of an order that isn't pending.
func TestPlacedPriceIsSettled(t *testing.T) {
	t.Parallel()
	w, q, placed := placedOrder(t)
	for _, state := range []order.State{order.Placed, order.Refunded, order.Cancelled} {
		if _, err := w.Pool.Exec(t.Context(), "UPDATE orders SET state = $1", state); err != nil {
			t.Fatal(err)
		}
		for _, sql := range []string{
			"UPDATE order_prices SET quote_id = NULL", "UPDATE order_prices SET catalog_version = 2", "UPDATE order_prices SET tax_version = 'another'",
			"UPDATE order_prices SET input = '{}'", "UPDATE order_prices SET steps = '{}'", "UPDATE order_prices SET shown = '{}'",
			"UPDATE order_prices SET order_id = gen_random_uuid()", "DELETE FROM order_prices",
		} {
			if _, err := w.Pool.Exec(t.Context(), sql); !isSettled(err) {
				t.Errorf("%s, of an order that is %s: %v", sql, state, err)
			}
		}
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE orders SET state = 'placed'"); err != nil {
		t.Fatal(err)
	}
	kept, err := orders.Get(t.Context(), q, placed.ID)
	if diff := cmp.Diff(placed, kept); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// A price is replaced while its order is pending, but not while the order is being placed: then the change waits, and is rejected.
func TestPendingPriceIsReplaced(t *testing.T) {
	t.Parallel()
	w, q, placed := placedOrder(t)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE orders SET state = 'pending', placed_at = NULL"); err != nil {
		t.Fatal(err)
	}
	again := placed
	again.Price.CatalogVersion, again.Price.TaxVersion, again.Price.QuoteID = 7, "another", nil
	again.Price.Input, again.Price.Steps, again.Price.Shown = []byte(`{"a": 1}`), []byte(`{"b": 2}`), []byte(`{"c": 3}`)
	again.Price.OrderID = uuid.Nil // of a price that was just calculated
	saved, err := orders.Save(t.Context(), q, again, placed.UpdatedAt.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	again.Price.OrderID = placed.ID
	kept, err := orders.Get(t.Context(), q, placed.ID)
	if diff := cmp.Diff([]db.OrderPrice{again.Price, again.Price}, []db.OrderPrice{saved.Price, kept.Price}); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}

	placing, err := w.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = placing.Rollback(context.WithoutCancel(t.Context())) }()
	if n, err := db.New(placing).PlaceOrder(t.Context(), placed.AccountID, placed.FamilyID, placed.PlacedAt, placed.ID); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	changed := make(chan error, 1)
	go func() {
		_, err := w.Pool.Exec(t.Context(), "UPDATE order_prices SET tax_version = 'late'")
		changed <- err
	}()
	fixture.WaitUntil(t, "the change waits for the order, or has happened", func() bool {
		var waiting bool
		err := w.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waiting)
		return len(changed) > 0 || err == nil && waiting
	})
	if err := placing.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-changed; !isSettled(err) {
		t.Errorf("a price changed while its order was placed: %v", err)
	}
}
