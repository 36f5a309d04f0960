package subscriptions_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// keptTerm is a stored term with the order that bought it.
type keptTerm struct {
	Starts, Ends   time.Time
	Package        string
	Purpose, State string
	Seats          int16
	BuysThis       bool // the order names this term
}

func termsOf(t *testing.T, w *fixture.Till) []keptTerm {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), `SELECT t.starts_at, t.ends_at, t.package_name, o.purpose, o.state, o.seats,
			o.purpose = 'signup' OR (o.renews_id, o.term_starts_at) = (t.subscription_id, t.starts_at)
		FROM subscription_terms t JOIN orders o ON o.id = t.order_id ORDER BY t.starts_at`)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := pgx.CollectRows(rows, pgx.RowToStructByPos[keptTerm])
	if err != nil {
		t.Fatal(err)
	}
	for i := range terms {
		terms[i].Starts, terms[i].Ends = terms[i].Starts.UTC(), terms[i].Ends.UTC()
	}
	return terms
}

// Every term is kept with its order. A seat that leaves keeps its past terms.
func TestTermsAreKept(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
	w.RunOn(t, fixture.FirstEnd)
	both, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(both) != 2 {
		t.Fatalf("%d subscriptions, want 2 (%v)", len(both), err)
	}
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), both[0].ID); err != nil { // the co-parent's: the newest first
		t.Fatal(err)
	}
	w.RunOn(t, secondEnd)
	thirdEnd := fixture.FirstEnd.AddDate(2, 0, 0)
	const name = "P0_ESSENTIAL_1Y"
	want := []keptTerm{
		{sdktest.Start, fixture.FirstEnd, name, "signup", "placed", 2, true},
		{fixture.FirstEnd, secondEnd, name, "renewal", "placed", 2, true},
		{secondEnd, thirdEnd, name, "renewal", "placed", 1, true},
	}
	if diff := cmp.Diff(want, termsOf(t, w)); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: thirdEnd}, fixture.Term{State: "ended", Ends: secondEnd})
	for _, tc := range []struct {
		of       subscription.Subscription
		renewals []time.Time // starts
	}{{both[1], []time.Time{fixture.FirstEnd, secondEnd}}, {both[0], []time.Time{fixture.FirstEnd}}} {
		found, err := w.Client.Subscription.Find(t.Context(), tc.of.ID)
		if err != nil {
			t.Fatal(err)
		}
		var starts []time.Time
		for _, r := range found.Renewals {
			starts = append(starts, r.StartsAt)
		}
		if diff := cmp.Diff(tc.renewals, starts); diff != "" {
			t.Errorf("renewals of seat %d (-want +got):\n%s", tc.of.Seat, diff)
		}
	}
}

// A term is bought once and an order buys one term. A bought term never changes.
func TestTermIsBoughtOnce(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.RunOn(t, fixture.FirstEnd)
	for name, tc := range map[string]struct{ statement, constraint string }{
		"the same term by another order": {
			`INSERT INTO subscription_terms SELECT subscription_id, starts_at, ends_at, (SELECT id FROM orders WHERE purpose = 'signup'), package_id, package_name, product_id, services, years
				FROM subscription_terms WHERE order_id <> (SELECT id FROM orders WHERE purpose = 'signup')`, "subscription_terms_pkey",
		},
		"another term by the same order": {
			`INSERT INTO subscription_terms SELECT subscription_id, ends_at, ends_at + interval '1 year', order_id, package_id, package_name, product_id, services, years
				FROM subscription_terms WHERE order_id <> (SELECT id FROM orders WHERE purpose = 'signup')`, "subscription_terms_order_id_key",
		},
		"a second order for the term": {
			`UPDATE orders SET renews_id = (SELECT id FROM subscriptions), registration_id = NULL, purpose = 'renewal', term_starts_at = (SELECT term_starts_at FROM subscriptions)
				WHERE purpose = 'signup'`, "orders_one_live",
		},
	} {
		_, err := w.Pool.Exec(t.Context(), tc.statement)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.ConstraintName != tc.constraint {
			t.Errorf("%s: %v, want a refusal by %s", name, err, tc.constraint)
		}
	}
	for _, statement := range []string{"UPDATE subscription_terms SET ends_at = ends_at + interval '1 day'", "DELETE FROM subscription_terms"} {
		_, err := w.Pool.Exec(t.Context(), statement)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Message != "subscription_terms is append-only" {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if diff := cmp.Diff([]time.Time{sdktest.Start, fixture.FirstEnd}, []time.Time{termsOf(t, w)[0].Starts, termsOf(t, w)[1].Starts}); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}
