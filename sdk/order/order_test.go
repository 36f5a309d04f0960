package order_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
)

// What is placed was charged: it never changes.
func TestSavePlaced(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	id := uuid.MustParse(fixture.OnlyAttempt(t, w).OrderID)
	q := db.New(w.Pool)
	placed, err := q.GetOrder(t.Context(), id)
	if err != nil || placed.State != string(order.Placed) {
		t.Fatalf("order: %+v, %v", placed, err)
	}
	again := placed
	again.Locale = "es-MX"
	if _, err := order.Save(t.Context(), q, again, placed.UpdatedAt.Add(time.Minute)); err == nil {
		t.Error("an order that is placed was written again")
	}
	kept, err := q.GetOrder(t.Context(), id)
	if err != nil || kept.Locale != placed.Locale {
		t.Errorf("locale %s after it was %s, %v", kept.Locale, placed.Locale, err)
	}
}
