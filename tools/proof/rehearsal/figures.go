package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/internal/sandbox"
)

// figures are the results of a rehearsal.
type figures struct {
	phases   []phase
	results  []scenario.Result
	repeats  int           // repeated calls
	renewed  int           // terms
	slowest  time.Duration // a whole sign-up
	settling time.Duration // until every payment was decided

	// These have to be zero.
	failed  error
	doubles []string
	lost    []string
}

// settleLimit limits the decision of the last payments: production's lease and some more.
const settleLimit = 4 * time.Minute

// settle waits until every payment is decided, and compares.
func settle(ctx context.Context, db *cluster, ledger *sandbox.Sandbox, results []scenario.Result) (*figures, error) {
	f := &figures{results: results, failed: failures(results)}
	for _, r := range results {
		f.slowest = max(f.slowest, time.Duration(r.Millis)*time.Millisecond)
		for _, s := range r.Steps {
			f.repeats += s.Repeats
		}
	}
	began := time.Now()
	waiting, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	for open := -1; open != 0; {
		err := db.query(waiting, "SELECT count(*) FROM payment_attempts WHERE check_at IS NOT NULL OR state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'capture_failed')", &open)
		if err != nil {
			return nil, fmt.Errorf("%d payments aren't decided after %s: %w", open, settleLimit, err)
		}
	}
	f.settling = time.Since(began)
	return f, f.compare(ctx, db, ledger)
}

// compare compares the acknowledged sign-ups with the database and the provider's ledger.
func (f *figures) compare(ctx context.Context, db *cluster, ledger *sandbox.Sandbox) error {
	conn, err := pgx.Connect(ctx, db.url())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT o.id::text FROM orders o JOIN accounts a ON a.id = o.account_id JOIN credentials c ON c.account_id = a.id
		JOIN receipts r ON r.order_id = o.id AND r.kind = 'payer' WHERE o.state = 'placed' AND a.state = 'active'`)
	if err != nil {
		return err
	}
	whole, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	captured := map[string]int{}
	for _, e := range ledger.Ledger().Transactions {
		if e.Type == "sale" && e.Captured() {
			captured[e.OrderID[:min(len(e.OrderID), 36)]]++ // order, dash, number of the attempt
		}
	}
	for _, r := range f.results {
		if r.Receipt == nil {
			continue
		}
		if id := r.Receipt.OrderID; !slices.Contains(whole, id) || captured[id] == 0 {
			f.lost = append(f.lost, fmt.Sprintf("order %s of sign-up %d: in the database %v, captured %d times", id, r.Run, slices.Contains(whole, id), captured[id]))
		}
	}
	rows, err = conn.Query(ctx, "SELECT id::text FROM orders WHERE renews_id IS NOT NULL AND state = 'placed'")
	if err != nil {
		return err
	}
	renewals, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	f.renewed = len(renewals)
	for _, id := range renewals {
		if captured[id] == 0 {
			f.lost = append(f.lost, fmt.Sprintf("renewal %s is placed and not captured", id))
		}
	}
	for order, n := range captured {
		if n > 1 {
			f.doubles = append(f.doubles, fmt.Sprintf("order %s is captured %d times", order, n))
		}
	}
	if len(captured) > len(whole)+count(f.results, func(r scenario.Result) bool { return !r.OK }) {
		f.doubles = append(f.doubles, fmt.Sprintf("%d orders are captured, and %d sign-ups are whole", len(captured), len(whole)))
	}
	for what, sql := range map[string]string{
		"registrations with several orders": "SELECT count(*) FROM (SELECT registration_id FROM orders WHERE state = 'placed' AND registration_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1) d",
		"orders with several receipts":      "SELECT count(*) FROM (SELECT order_id FROM receipts WHERE kind = 'payer' GROUP BY 1 HAVING count(*) > 1) d",
		// Every renewal adds a receipt.
		"mails of one kind sent twice": "SELECT count(*) FROM (SELECT 1 FROM outbox_mails GROUP BY to_address, kind, CASE kind WHEN 'receipt' THEN body_text END HAVING count(*) > 1) d",
	} {
		var n int
		if err := conn.QueryRow(ctx, sql).Scan(&n); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if n > 0 {
			f.doubles = append(f.doubles, fmt.Sprintf("%d %s", n, what))
		}
	}
	return nil
}

func count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// write prints the figures.
func (f *figures) write() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "event\ttook\tlongest without a write\tanswers of 500 and above\tsign-ups")
	for _, p := range f.phases {
		var answers []string
		for _, status := range slices.Sorted(maps.Keys(p.answers)) {
			answers = append(answers, fmt.Sprintf("%d×%d", p.answers[status], status))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", p.what, p.took.Round(10*time.Millisecond), p.gap.Round(10*time.Millisecond), cmp.Or(strings.Join(answers, " "), "none"), p.signups)
	}
	fmt.Fprintln(w)
	acknowledged := count(f.results, func(r scenario.Result) bool { return r.Receipt != nil })
	for _, row := range [][2]any{
		{"sign-ups", len(f.results)}, {"acknowledged", acknowledged}, {"terms renewed", f.renewed}, {"calls sent again", f.repeats},
		{"slowest sign-up", f.slowest.Round(10 * time.Millisecond)}, {"last payment decided after", f.settling.Round(10 * time.Millisecond)},
		{"errors, for people who try again (0)", count(f.results, func(r scenario.Result) bool { return !r.OK })},
		{"doubles (0)", len(f.doubles)}, {"acknowledged and lost (0)", len(f.lost)},
	} {
		fmt.Fprintf(w, "%v\t%v\n", row[0], row[1])
	}
	_ = w.Flush()
}

// broken returns every broken promise.
func (f *figures) broken() error {
	all := []error{f.failed}
	for _, text := range append(f.doubles, f.lost...) {
		all = append(all, errors.New(text))
	}
	return errors.Join(all...)
}
