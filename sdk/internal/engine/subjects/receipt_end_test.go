package subjects_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// age makes the only purchase ten years old, less a duration, by the database's clock.
func age(t *testing.T, w *fixture.Till, less time.Duration) {
	t.Helper()
	_, err := w.Pool.Exec(t.Context(), `BEGIN; SET LOCAL session_replication_role = replica;
		UPDATE orders SET placed_at = now() - interval '10 years' + interval '`+less.String()+`';
		UPDATE receipts SET created_at = (SELECT placed_at FROM orders); COMMIT`)
	if err != nil {
		t.Fatal(err)
	}
}

// Ten years after a purchase its receipts are deleted, and the personal data in its order, price and payment. Amounts and dates stay. Nothing
// goes earlier, whatever time a server's clock shows.
func TestReceiptsEndAfterTenYears(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.SegmentAnonymousID = true, "visitor-1" })); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	// The sign-up's own data has a rule of its own.
	state := func() map[string]any {
		return fixture.Record(t, w.Env, `SELECT (SELECT count(*) FROM receipts)::integer AS receipts, (SELECT count(*) FROM order_prices)::integer AS prices, o.total_minor, o.tax_minor, a.amount_minor, a.state,
			array_remove(ARRAY[o.country, o.region, o.anonymous_id, o.terms_accepted_at::date::text, a.last_four, a.brand, a.card_country, encode(a.payer_hash || a.call_hash, 'hex')], NULL) = '{}' AS nobody
			FROM orders o JOIN payment_attempts a ON a.order_id = o.id`)
	}
	kept := map[string]any{"receipts": float64(2), "prices": float64(1), "total_minor": float64(31798), "tax_minor": float64(1800), "amount_minor": float64(31798), "state": "captured", "nobody": false}
	gone := map[string]any{"receipts": float64(0), "prices": float64(0), "total_minor": float64(31798), "tax_minor": float64(1800), "amount_minor": float64(31798), "state": "captured", "nobody": true}
	for _, step := range []struct {
		less    time.Duration
		clock   time.Duration
		receipt int
		want    map[string]any
	}{
		{time.Hour, 0, 0, kept},
		{time.Hour, 48 * time.Hour, 0, kept}, // a wrong server clock
		{-time.Minute, 0, 2, gone},
	} {
		age(t, w, step.less)
		w.Clock.Set(time.Now().Add(step.clock))
		if step.receipt == 0 {
			if _, err := w.Pool.Exec(t.Context(), "DELETE FROM receipts"); err == nil || !strings.Contains(err.Error(), "is kept for 10 years") {
				t.Errorf("deleted by hand: %v", err)
			}
		}
		purged, err := w.Client.Privacy.Purge(t.Context())
		if err != nil || purged.Receipts != step.receipt {
			t.Errorf("purged %d receipts, %v; want %d", purged.Receipts, err, step.receipt)
		}
		if diff := cmp.Diff(step.want, state()); diff != "" {
			t.Errorf("%s before ten years (-want +got):\n%s", step.less, diff)
		}
	}
	verified, err := w.Client.Audit.VerifyReceipts(t.Context(), time.Time{}, func(d audit.ReceiptDifference) { t.Errorf("differs: %+v", d) })
	if err != nil || verified.Orders != 0 {
		t.Errorf("verified %+v, %v", verified, err)
	}
	due, err := w.Client.Privacy.Due(t.Context())
	at := slices.IndexFunc(due, func(d privacy.Due) bool { return d.Table == "receipts" })
	if err != nil || at < 0 || due[at].Now != 0 {
		t.Errorf("due: %+v, %v", due, err)
	}
}
