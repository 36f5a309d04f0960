package orders_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The statement that reserves a code decides, whatever was read before it. It reserves a code only if the code is available, its batch is paid, and
// it hasn't expired.
func TestReserveCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before string // statements on $1, the code's batch
		after  time.Duration
		want   int64
	}{
		"available":            {"", 0, 1},
		"its last second":      {"", time.Hour - time.Second, 1},
		"its time is over":     {"", time.Hour, 0},
		"held by an order":     {"UPDATE subscription_codes SET state = 'reserved', order_id = (SELECT id FROM orders), reserved_at = now() WHERE batch_id = $1", 0, 0},
		"used":                 {"UPDATE subscription_codes SET state = 'redeemed', order_id = (SELECT id FROM orders), reserved_at = now(), redeemed_at = now() WHERE batch_id = $1", 0, 0},
		"revoked":              {"UPDATE subscription_codes SET state = 'revoked', ended_at = now() WHERE batch_id = $1", 0, 0},
		"marked as expired":    {"UPDATE subscription_codes SET state = 'expired', ended_at = now() WHERE batch_id = $1", 0, 0},
		"its batch is unpaid":  {"UPDATE code_batches SET state = 'awaiting_payment', activated_at = NULL WHERE id = $1", 0, 0},
		"its batch is revoked": {"UPDATE code_batches SET state = 'revoked', revoked_at = now() WHERE id = $1", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			b := fixture.NewBatch(t, w.Env, fixture.InsertProfessional(t, w.Env), 2001, 1)
			code := uuid.MustParse(fixture.BatchCodes(t, w.Env, b)[0].ID)
			if _, err := w.Pool.Exec(t.Context(), "UPDATE code_batches SET expires_at = $2 WHERE id = $1", b.ID, w.Clock.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			if c.before != "" {
				if _, err := w.Pool.Exec(t.Context(), c.before, b.ID); err != nil {
					t.Fatal(err)
				}
			}
			placed := uuid.MustParse(fixture.OnlyAttempt(t, w).OrderID)
			got, err := db.New(w.Pool).ReserveSubscriptionCode(t.Context(), placed, w.Clock.Now().Add(c.after), code)
			if err != nil || got != c.want {
				t.Errorf("%d reserved, %v; want %d", got, err, c.want)
			}
		})
	}
}
