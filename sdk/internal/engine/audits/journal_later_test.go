package audits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A package for two years is earned in its second year, too: in each of its 25 calendar months, and the rest is deferred.
func TestJournalOfTheSecondYear(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Subscribe(t, func(in *payment.Input) { in.Order.PackageID = 2002 }) // 2 June 2026 to 2 June 2028
	w.Clock.Set(sdktest.Start.AddDate(3, 0, 0))
	type moment struct{ Earned, Deferred int64 }
	got, sum := map[string]moment{}, int64(0)
	for m := ledger.MonthOf(sdktest.Start); m.Starts().Before(w.Clock.Now()); m = ledger.Month(m.Ends()) {
		var at moment
		if err := w.Client.Audit.Journal(t.Context(), m, func(e ledger.Entry) error {
			if e.Kind == ledger.Released {
				at.Earned += e.Lines[0].Debit
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		deferred, err := w.Client.Audit.Deferred(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		for _, minor := range deferred["USD"] {
			at.Deferred += minor
		}
		sum += at.Earned
		got[m.String()] = at
	}
	for month := range got { // the first, the last of the first year, month 20, the last, and one after the end
		switch month {
		case "2026-06", "2027-06", "2028-02", "2028-06", "2028-07":
		default:
			delete(got, month)
		}
	}
	want := map[string]moment{ // 731 days for 269.98
		"2026-06": {Earned: 1071}, "2027-06": {Earned: 1108, Deferred: 13554}, "2028-02": {Earned: 1071, Deferred: 4506}, "2028-06": {Earned: 37, Deferred: 37}, "2028-07": {},
	}
	if diff := cmp.Diff(want, got); diff != "" || sum != 26998 {
		t.Errorf("earned in all %d, want 26998, by month (-want +got):\n%s", sum, diff)
	}
}
