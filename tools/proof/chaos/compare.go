package chaos

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
)

// bookedOrder is an order in the database.
type bookedOrder struct {
	ID, Registration, State string
	Total                   int64
	Currency                string
	Receipts, Subscriptions int
}

// compare compares the provider's ledger with the database and with the customers' outcomes.
func (w *world) compare(ctx context.Context, outcomes []outcome) (*Figures, error) {
	f := newFigures(w, outcomes)
	rows, err := w.pool.Query(ctx, `SELECT o.id::text, coalesce(o.registration_id::text, ''), o.state, o.total_minor, o.currency,
		(SELECT count(*) FROM receipts r WHERE r.order_id = o.id AND r.kind = 'payer'),
		(SELECT count(*) FROM subscription_terms t WHERE t.order_id = o.id)
		FROM orders o ORDER BY o.id`)
	if err != nil {
		return nil, fmt.Errorf("chaos: orders: %w", err)
	}
	orders, err := pgx.CollectRows(rows, pgx.RowToStructByPos[bookedOrder])
	if err != nil {
		return nil, fmt.Errorf("chaos: orders: %w", err)
	}
	byID := map[string]bookedOrder{}
	placed := map[string]int{} // by registration
	for _, o := range orders {
		byID[o.ID] = o
		if o.State == string(order.Placed) {
			if o.Registration == "" {
				f.Renewed++
				continue
			}
			f.Placed++
			placed[o.Registration]++
		}
	}
	refunded, err := w.refundedAttempts(ctx)
	if err != nil {
		return nil, err
	}
	captured := w.readLedger(f, byID, refunded)
	for _, o := range orders {
		if o.State != string(order.Placed) {
			continue
		}
		amounts := captured[o.ID]
		switch total := money.New(o.Total, money.Currency(o.Currency)).Decimal(); {
		case o.Total == 0:
		case len(amounts) == 0:
			f.fault(&f.OrderWithoutMoney, "order %s is placed and nothing is captured", o.ID)
		case amounts[0] != total:
			f.fault(&f.ChargedNotDisplayed, "order %s of %s was charged %s", o.ID, total, amounts[0])
		}
		if o.Receipts != 1 || o.Subscriptions == 0 {
			f.fault(&f.HalfPlaced, "order %s has %d receipts and %d subscriptions", o.ID, o.Receipts, o.Subscriptions)
		}
		if placed[o.Registration] > 1 {
			f.fault(&f.DoubleCaptures, "registration %s has %d orders", o.Registration, placed[o.Registration])
		}
	}
	for _, o := range outcomes {
		w.compareCustomer(f, o, byID, placed, captured)
	}
	return f, errors.Join(w.countStuck(ctx, f), w.compareHost(ctx, f))
}

// refundedAttempts returns the provider's order ids of refunded attempts.
func (w *world) refundedAttempts(ctx context.Context) (map[string]bool, error) {
	rows, err := w.pool.Query(ctx, `SELECT order_id::text || '-' || number FROM payment_attempts WHERE state = 'refunded'`)
	if err != nil {
		return nil, fmt.Errorf("chaos: refunded attempts: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("chaos: refunded attempts: %w", err)
	}
	refunded := map[string]bool{}
	for _, id := range ids {
		refunded[id] = true
	}
	return refunded, nil
}

// readLedger checks the provider's ledger and returns the amounts captured for each order.
func (w *world) readLedger(f *Figures, orders map[string]bookedOrder, refunded map[string]bool) map[string][]string {
	captured := map[string][]string{}
	for _, e := range w.ledger.Ledger().Transactions {
		placed := orderOf(e)
		switch {
		case e.Type != "sale":
		case e.Captured() || e.Status == "settlement_declined":
			captured[placed] = append(captured[placed], e.Amount)
			if len(captured[placed]) > 1 {
				f.fault(&f.DoubleCaptures, "order %s is captured again by %s", placed, e.ID)
			}
			if s := orders[placed].State; s != string(order.Placed) && s != string(order.Refunded) {
				f.fault(&f.CapturedWithoutOrder, "%s is captured for order %s, which is %q", e.ID, placed, orders[placed].State)
			}
		case e.Status == "authorized" || e.Status == "authorizing":
			f.fault(&f.Orphans, "%s is still authorized for order %s", e.ID, placed)
		case e.Status == "voided" && refunded[e.OrderID]: // before it was settled; a sale that turned up late was voided, too, but never captured
			captured[placed] = append(captured[placed], e.Amount)
		case e.Status == "voided":
			f.Voided++
			f.voids = append(f.voids, e.UpdatedAt.Sub(e.CreatedAt))
		}
	}
	return captured
}

// orderOf extracts our order's id from the provider's order id: order, dash, number of the attempt.
func orderOf(e sandbox.Entry) string {
	const uuid = 36
	if len(e.OrderID) < uuid {
		return e.OrderID
	}
	return e.OrderID[:uuid]
}

// compareCustomer checks one customer's outcome.
func (w *world) compareCustomer(f *Figures, o outcome, orders map[string]bookedOrder, placed map[string]int, captured map[string][]string) {
	switch {
	case o.paid:
		if o.charged != o.displayed {
			f.fault(&f.ChargedNotDisplayed, "customer %d (%s) saw %s and was charged %s", o.number, o.kind, o.displayed, o.charged)
		}
		if s := orders[o.order].State; s != string(order.Placed) && s != string(order.Refunded) {
			f.fault(&f.PaidWithoutAccount, "customer %d (%s) was told paid, and order %s is %q", o.number, o.kind, o.order, orders[o.order].State)
		}
		if amounts := captured[o.order]; orders[o.order].Total > 0 && (len(amounts) == 0 || amounts[0] != o.charged) {
			f.fault(&f.ChargedNotDisplayed, "customer %d (%s) has a receipt of %s, and captured is %v", o.number, o.kind, o.charged, amounts)
		}
	case o.gone:
		f.Gone++
	case o.duplicate:
		f.Refused++
	default:
		f.fault(&f.Unanswered, "customer %d (%s) was never told that it is paid (%d orders)", o.number, o.kind, placed[o.signupID])
	}
}

// countStuck counts rows that no process will ever decide, and excess redemptions.
func (w *world) countStuck(ctx context.Context, f *Figures) error {
	for _, q := range []struct {
		into      *int
		what, sql string
	}{
		{&f.Stuck, "attempts that are open, in review or failed", `SELECT count(*) FROM payment_attempts WHERE state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'capture_failed', 'review')`},
		{&f.Stuck, "registrations that are being paid", `SELECT count(*) FROM registrations WHERE paying_since IS NOT NULL`},
		{&f.Stuck, "codes that are reserved", `SELECT count(*) FROM subscription_codes WHERE state = 'reserved'`},
		{&f.Stuck, "coupons that are reserved", `SELECT count(*) FROM coupon_uses WHERE state = 'reserved'`},
		{&f.OverRedemptions, "codes redeemed twice", `SELECT count(*) FROM (SELECT code_id FROM redemptions WHERE code_id IS NOT NULL AND reversed_at IS NULL GROUP BY code_id HAVING count(*) > 1) d`},
		{&f.OverRedemptions, "codes redeemed by an order that isn't placed", `SELECT count(*) FROM subscription_codes s JOIN orders o ON o.id = s.order_id WHERE s.state = 'redeemed' AND o.state NOT IN ('placed', 'refunded')`},
		{&f.OverRedemptions, "codes counted and not redeemed", `SELECT count(*) FROM redemptions r JOIN subscription_codes s ON s.id = r.code_id WHERE r.reversed_at IS NULL AND s.state <> 'redeemed'`},
		{&f.PaidWithoutAccount, "families without a placed order", `SELECT count(*) FROM families f WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.family_id = f.id AND o.state IN ('placed', 'refunded'))`},
		{&f.PaidWithoutAccount, "orders without a price", `SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_prices p WHERE p.order_id = o.id)`},
		{&f.DoubleCaptures, "e-mails with several accounts", `SELECT count(*) FROM (SELECT login_email_hash FROM accounts WHERE login_email_hash IS NOT NULL GROUP BY login_email_hash HAVING count(*) > 1) d`},
		{&f.DoubleCaptures, "payers who were charged for two sign-ups", `SELECT count(*) FROM (SELECT payer_hash FROM payment_attempts WHERE state = 'captured' AND payer_hash IS NOT NULL GROUP BY payer_hash HAVING count(*) > 1) d`},
		{&f.DoubleCaptures, "registrations with several captured attempts", `SELECT count(*) FROM (SELECT o.registration_id FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE a.state = 'captured' AND o.registration_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1) d`},
		{&f.DoubleCaptures, "terms renewed twice", `SELECT count(*) FROM (SELECT renews_id, term_starts_at FROM orders WHERE renews_id IS NOT NULL AND state = 'placed' GROUP BY 1, 2 HAVING count(*) > 1) d`},
		{&f.DoubleCaptures, "renewals of terms that weren't over", `SELECT count(*) FROM orders o WHERE o.renews_id IS NOT NULL AND o.state = 'placed'
			AND NOT EXISTS (SELECT 1 FROM chaos_terms t WHERE t.subscription = o.renews_id AND t.ended_at = o.term_starts_at)`},
		{&f.Stuck, "terms that are over and weren't renewed", "SELECT count(*) FROM " + endedTerms},
		{&f.DoubleCaptures, "terms without the order that bought them", `SELECT count(*) FROM subscription_terms t JOIN orders o ON o.id = t.order_id WHERE o.state NOT IN ('placed', 'refunded')`},
		{&f.Stuck, "subscriptions whose renewal isn't decided", `SELECT count(*) FROM subscriptions WHERE renewing_since IS NOT NULL`},
	} {
		var n int
		if err := w.pool.QueryRow(ctx, q.sql).Scan(&n); err != nil {
			return fmt.Errorf("chaos: %s: %w", q.what, err)
		}
		if n > 0 {
			*q.into += n
			f.Findings = append(f.Findings, fmt.Sprintf("%d %s", n, q.what))
		}
	}
	if err := errors.Join(w.readFence(ctx, f), w.readDoubles(ctx, f), w.compareAfterCapture(ctx, f), w.compareBooks(ctx, f)); err != nil {
		return err
	}
	report, err := w.auditor.Audit.Payments(ctx, time.Unix(0, 0))
	if err != nil {
		return err
	}
	for _, found := range report.Findings {
		if sale := found.TransactionID; found.Kind == audit.PaidBackTwice && w.after.disputed[sale] && w.after.requested[sale] > 0 {
			w.note("sales refunded in full and disputed")
			continue
		}
		f.fault(&f.AuditDifferences, "audit: %+v", found)
	}
	return nil
}
