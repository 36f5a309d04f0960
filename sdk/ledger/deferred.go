package ledger

import (
	"time"
)

// day is the number of a time's day in UTC.
func day(t time.Time) int64 { return t.UTC().Unix() / (24 * 60 * 60) }

// earned returns the part of the order's net income (without tax and refunds) that the days up to an event have used up.
func (o Order) earned(e event) int64 {
	if o.Term == nil || e.voided {
		return 0
	}
	net := o.Total - o.tax() + o.Codes
	for _, r := range o.Refunds[:e.refunds] {
		net -= r.Minor - r.Tax
	}
	days := max(day(o.Term.Ends)-day(o.Term.Starts), 1)
	over := min(max(day(e.at)-day(o.Term.Starts), 0), days)
	if e.ended {
		over = days
	}
	return part(net, over, days)
}

// Released returns the amount that the days from one time to another turn from deferred revenue into revenue.
func (o Order) Released(from, to time.Time) (sum int64) {
	all := o.events()
	for i, e := range all {
		begin, end := latest(e.at, from), to
		if i+1 < len(all) && all[i+1].at.Before(to) {
			end = all[i+1].at
		}
		if begin.Before(end) {
			sum += o.earned(event{at: end, refunds: e.refunds, voided: e.voided, ended: e.ended}) - o.earned(event{at: begin, refunds: e.refunds, voided: e.voided, ended: e.ended})
		}
	}
	return sum
}

// Month is the first moment of a calendar month in UTC.
type Month time.Time

// MonthOf returns the month of a time.
func MonthOf(t time.Time) Month {
	t = t.UTC()
	return Month(time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC))
}

// Starts returns the month's first moment.
func (m Month) Starts() time.Time { return time.Time(m) }

// Ends returns the first moment after the month.
func (m Month) Ends() time.Time { return time.Time(m).AddDate(0, 1, 0) }

// String writes the month as 2026-11.
func (m Month) String() string { return time.Time(m).Format("2006-01") }

// Deferred returns the order's deferred revenue at the beginning of a month, by the months in which it will be earned.
func (o Order) Deferred(at Month) map[Month]int64 {
	out := map[Month]int64{}
	if o.Term == nil || !o.PlacedAt.Before(at.Starts()) {
		return out
	}
	var last event
	for _, e := range o.events() {
		if e.at.Before(at.Starts()) {
			last = e
		}
	}
	for m := at; m.Starts().Before(o.Term.Ends.AddDate(0, 0, 1)); m = Month(m.Ends()) {
		begin, end := last, last
		begin.at, end.at = m.Starts(), m.Ends()
		if n := o.earned(end) - o.earned(begin); n != 0 {
			out[m] = n
		}
	}
	return out
}
