// Package day has days of the calendar. A day begins and ends by a time zone.
package day

import (
	"time"
	_ "time/tzdata" // a small container has no list of zones
)

// Day is a day of the calendar in the form 2027-01-15. The zero value is no day.
type Day string

// Zone returns the name of a zone of the tz database; UTC for an unknown one.
func Zone(name string) string { return location(name).String() }

// On returns the day at an instant in a zone of the tz database. An unknown zone counts as UTC.
func On(at time.Time, zone string) Day { return Day(at.In(location(zone)).Format(time.DateOnly)) }

// Begins returns the first instant of the day in a zone. It is 00:00 there, or the end of the gap if the clocks skip midnight. No day begins at the
// zero time.
func (d Day) Begins(zone string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, string(d), location(zone))
	if err != nil {
		return time.Time{}
	}
	if On(t, zone) != d { // a gap at midnight: t is before it
		_, t = t.ZoneBounds()
	}
	return t.UTC()
}

// AddYears returns the day n years later. 29 February becomes 28 February in a common year. If first is a 29 February, the days derived from it return
// to 29 February in a leap year.
func (d Day) AddYears(n int, first Day) Day {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return ""
	}
	of := t.Day()
	if leaps(first) && t.Month() == time.February && of == 28 {
		of = 29
	}
	later := time.Date(t.Year()+n, t.Month(), of, 0, 0, 0, 0, time.UTC)
	if later.Month() != t.Month() {
		later = later.AddDate(0, 0, -1)
	}
	return Day(later.Format(time.DateOnly))
}

// AddDays returns the day n days later.
func (d Day) AddDays(n int) Day {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return ""
	}
	return Day(t.AddDate(0, 0, n).Format(time.DateOnly))
}

// Date returns year, month and day; zeros for no day.
func (d Day) Date() (year int, month time.Month, of int) {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return 0, 0, 0
	}
	return t.Date()
}

// Time returns the time of day at an instant in a zone, in the form 15:04.
func Time(at time.Time, zone string) string { return at.In(location(zone)).Format("15:04") }

func leaps(d Day) bool {
	_, month, of := d.Date()
	return month == time.February && of == 29
}

// location returns a zone's location; UTC for an unknown one.
func location(zone string) *time.Location {
	at, err := time.LoadLocation(zone)
	if err != nil || at == time.Local {
		return time.UTC
	}
	return at
}
