package subjects_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// No view of the reports uses a column with personal data. Every view is a security barrier: a function in the WHERE of a query sees only rows
// that the view returns.
func TestReportsHaveNoPersonalData(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	used := column(t, env, `SELECT view_name || ' reads ' || table_name || '.' || column_name FROM information_schema.view_column_usage WHERE view_schema = 'report'`)
	if len(used) < 20 {
		t.Fatalf("the views use %d columns: %q", len(used), used)
	}
	for _, view := range []string{"orders", "money", "funnel"} {
		for _, c := range subjects.PersonalColumns() {
			if slices.Contains(used, view+" reads "+c) {
				t.Errorf("report.%s reads %s, which has personal data", view, c)
			}
		}
	}
	want := []string{"report.funnel {security_barrier=true}", "report.money {security_barrier=true}", "report.orders {security_barrier=true}"}
	got := column(t, env, `SELECT oid::regclass || ' ' || coalesce(reloptions::text, '') FROM pg_class WHERE relnamespace = 'report'::regnamespace`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("views (-want +got):\n%s", diff)
	}
}

// The reports for finance and product managers list a paid and an unpaid sign-up.
func TestReports(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Subscribe(t, fixture.Kept)
	w.SignUp(t, fixture.Only("PARENT"))
	for query, want := range map[string][]string{
		"SELECT concat_ws(' ', purpose, state, package_id, seats, currency, total_minor, placed_at IS NOT NULL) FROM report.orders":      {"signup placed 2001 1 USD 15899 t"},
		"SELECT concat_ws(' ', m.kind, m.currency, m.amount_minor, o.purpose) FROM report.money m JOIN report.orders o USING (order_id)": {"sale USD 15899 signup"},
		"SELECT concat_ws(' ', day, flow, locale, arms, reached, registrations) FROM report.funnel":                                      {"2026-06-02 signup en {} paid 1", "2026-06-02 signup en {} parent 1"},
	} {
		if diff := cmp.Diff(want, column(t, w.Env, query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}
