package ledger_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/ledger"
)

var start = time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC)

// A year for 120.00 with tax. A code paid 20.00 of it, and a third is given back after 100 days.
func TestAnOrdersYear(t *testing.T) {
	t.Parallel()
	o := ledger.Order{
		ID: "o", Receipt: "R-2026-000001", Currency: "CAD", PlacedAt: start, Total: 10000 + 500 + 700, Codes: 2000, Faces: 2500,
		Taxes: []ledger.Tax{{Name: "CA-BC GST", Minor: 500}, {Name: "CA-BC PST", Minor: 700}},
		Term:  &ledger.Term{Starts: start, Ends: start.AddDate(1, 0, 0)},
		Refunds: []ledger.Refund{
			{CreditNote: "C-2027-000001", At: start.AddDate(0, 0, 73), Minor: 3360, Tax: 360},
		},
	}
	got := o.Entries(start, start.AddDate(2, 0, 0))
	want := []ledger.Entry{
		{At: start, Kind: ledger.Sale, Document: "R-2026-000001", Order: "o", Currency: "CAD", Lines: []ledger.Line{
			{Account: ledger.Receivable, Debit: 11200}, {Account: ledger.CodesOutstanding, Debit: 2500},
			{Account: ledger.TaxPayable, Tax: "CA-BC GST", Credit: 500}, {Account: ledger.TaxPayable, Tax: "CA-BC PST", Credit: 700},
			{Account: ledger.CodesForfeited, Credit: 500}, {Account: ledger.DeferredRevenue, Credit: 12000},
		}},
		{At: start.AddDate(0, 0, 73), Kind: ledger.Refunded, Document: "C-2027-000001", Order: "o", Currency: "CAD", Lines: []ledger.Line{
			{Account: ledger.TaxPayable, Tax: "CA-BC GST", Debit: 150}, {Account: ledger.TaxPayable, Tax: "CA-BC PST", Debit: 210},
			{Account: ledger.DeferredRevenue, Debit: 2400}, {Account: ledger.Revenue, Debit: 600}, {Account: ledger.Receivable, Credit: 3360},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	november := ledger.MonthOf(start)
	if got := o.Released(november.Starts(), november.Ends()); got != 690 { // 21 of 365 days
		t.Errorf("November earns %d", got)
	}
}

// A dispute lost in the middle of a term ends it: the remaining days aren't owed, so nothing stays deferred for them.
func TestLostDisputeEndsTheTerm(t *testing.T) {
	t.Parallel()
	lost := start.AddDate(0, 0, 73)
	o := ledger.Order{
		ID: "o", Receipt: "R-2026-000001", Currency: "CAD", PlacedAt: start, Total: 36500, Term: &ledger.Term{Starts: start, Ends: start.AddDate(1, 0, 0)}, Lost: &lost,
	}
	january := ledger.MonthOf(lost)
	if got := o.Deferred(january)[january]; got == 0 {
		t.Error("January begins with nothing deferred")
	}
	february := ledger.Month(january.Ends())
	if diff := cmp.Diff(map[ledger.Month]int64{}, o.Deferred(february)); diff != "" {
		t.Errorf("deferred after the loss (-want +got):\n%s", diff)
	}
	want := []ledger.Entry{{At: lost, Kind: ledger.EndOfService, Document: "R-2026-000001", Order: "o", Currency: "CAD", Lines: []ledger.Line{
		{Account: ledger.DeferredRevenue, Debit: 29200}, {Account: ledger.Revenue, Credit: 29200},
	}}}
	if diff := cmp.Diff(want, o.Entries(lost, february.Ends())); diff != "" {
		t.Errorf("entries of the loss (-want +got):\n%s", diff)
	}
}

// After any events of orders, each entry balances, the months add up to the whole, and in the end nothing stays deferred.
func TestRandomHistories(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := anOrder(t)
		first, last := ledger.MonthOf(o.PlacedAt), o.PlacedAt.AddDate(4, 0, 0)
		sums := map[ledger.Account]int64{}
		taxes := map[string]int64{}
		for m := first; m.Starts().Before(last); m = ledger.Month(m.Ends()) {
			for _, e := range o.Entries(m.Starts(), m.Ends()) {
				if e.Balance() != 0 || e.Document == "" || e.Currency == "" || len(e.Lines) < 2 {
					t.Fatalf("%+v", e)
				}
				for _, l := range e.Lines {
					if l.Debit < 0 || l.Credit < 0 || (l.Debit == 0) == (l.Credit == 0) {
						t.Fatalf("%+v", e)
					}
					sums[l.Account] += l.Debit - l.Credit
					taxes[l.Tax] += l.Debit - l.Credit
				}
			}
			released := o.Released(m.Starts(), m.Ends())
			if released < 0 {
				t.Fatalf("%s earns %d", m, released)
			}
			sums[ledger.DeferredRevenue] += released
			sums[ledger.Revenue] -= released
			waiting := int64(0)
			for _, n := range o.Deferred(ledger.Month(m.Ends())) {
				waiting += n
			}
			if waiting != 0 && endedBefore(o, m.Ends()) {
				t.Fatalf("after %s, %d is deferred of a subscription that has ended", m, waiting)
			}
			if waiting != -sums[ledger.DeferredRevenue] {
				t.Fatalf("after %s, %d is deferred, and %d is planned", m, -sums[ledger.DeferredRevenue], waiting)
			}
		}
		refunded, refundedTax, tax := int64(0), int64(0), int64(0)
		for _, r := range o.Refunds {
			refunded, refundedTax = refunded+r.Minor, refundedTax+r.Tax
		}
		for _, x := range o.Taxes {
			tax += x.Minor
			if refunded == o.Total && taxes[x.Name] != 0 {
				t.Fatalf("everything was refunded, but %d of %s is owed", taxes[x.Name], x.Name)
			}
		}
		want := map[ledger.Account]int64{}
		switch {
		case o.Voided != nil && o.Term == nil: // the codes end in entries of their own
			want = map[ledger.Account]int64{ledger.CodesOutstanding: tax - o.Total, ledger.CodesRefunded: o.Total - tax}
		case o.Voided != nil:
		case o.Term == nil:
			want = map[ledger.Account]int64{
				ledger.Receivable: o.Total - refunded, ledger.TaxPayable: refundedTax - tax, ledger.CodesOutstanding: tax - o.Total, ledger.CodesRefunded: refunded - refundedTax,
			}
		default:
			want = map[ledger.Account]int64{
				ledger.Receivable: o.Total - refunded, ledger.TaxPayable: refundedTax - tax, ledger.CodesOutstanding: o.Faces, ledger.CodesForfeited: o.Codes - o.Faces,
				ledger.Revenue: -(o.Total - tax + o.Codes - refunded + refundedTax),
			}
		}
		for _, account := range ledger.Accounts {
			if sums[account] != want[account] {
				t.Fatalf("in the end %s is %d, want %d", account, sums[account], want[account])
			}
		}
	})
}

// endedBefore returns true if a lost dispute or a full refund has ended a subscription before a time.
func endedBefore(o ledger.Order, before time.Time) bool {
	left := o.Total
	for _, r := range o.Refunds {
		left -= r.Minor
		if left == 0 && !r.Keeps && r.At.Before(before) {
			return true
		}
	}
	return o.Lost != nil && o.Lost.Before(before)
}

func anOrder(t *rapid.T) ledger.Order {
	amount := func(name string, most int64) int64 { return rapid.Int64Range(0, most).Draw(t, name) }
	placed := start.Add(time.Duration(amount("seconds", 60*24*60*60)) * time.Second)
	later := func(name string) time.Time {
		return placed.Add(time.Duration(amount(name, 3*365*24*60*60)) * time.Second)
	}
	o := ledger.Order{ID: "o", Receipt: "R", Currency: "USD", PlacedAt: placed}
	for _, name := range []string{"A", "B", "C"}[:amount("taxes", 3)] {
		tax := amount("tax", 5000)
		o.Taxes = append(o.Taxes, ledger.Tax{Name: name, Minor: tax})
		o.Total += tax
	}
	tax := o.Total
	o.Total += amount("net", 100_000)
	if rapid.Bool().Draw(t, "term") {
		starts := placed.AddDate(0, 0, int(amount("begins", 20))-10) // a renewal may be paid before or after its term begins
		o.Term = &ledger.Term{Starts: starts, Ends: starts.AddDate(1+int(amount("years", 1)), 0, 0)}
		o.Codes = amount("codes", 50_000)
		o.Faces = o.Codes + amount("unused", 1000)
	}
	left, leftTax := o.Total, tax
	for range amount("refunds", 4) {
		r := ledger.Refund{CreditNote: "C", At: later("refunded"), Minor: amount("refund", left), Keeps: rapid.Bool().Draw(t, "keeps")}
		r.Tax = max(min(amount("refunded tax", leftTax), r.Minor), leftTax-(left-r.Minor))
		if r.Minor == left {
			r.Tax = leftTax
		}
		left, leftTax = left-r.Minor, leftTax-r.Tax
		o.Refunds = append(o.Refunds, r)
	}
	at := make([]time.Time, len(o.Refunds))
	for i, r := range o.Refunds {
		at[i] = r.At
	}
	slices.SortFunc(at, time.Time.Compare)
	for i := range at {
		o.Refunds[i].At = at[i]
	}
	switch {
	case rapid.Bool().Draw(t, "lost"):
		lost := later("lost at")
		o.Lost = &lost
	case len(o.Refunds) == 0 && rapid.Bool().Draw(t, "voided"):
		voided := later("voided at")
		o.Voided = &voided
	}
	return o
}
