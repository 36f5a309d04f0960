package day_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/day"
)

func at(t *testing.T, rfc3339 string) time.Time {
	t.Helper()
	out, err := time.Parse(time.RFC3339, rfc3339)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A day is that of the zone, wherever the process runs. It begins at midnight there, or when the clocks have skipped midnight.
func TestDayOfZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ at, zone, want, begins string }{
		{"2027-01-15T03:30:00Z", "America/Los_Angeles", "2027-01-14", "2027-01-14T08:00:00Z"},
		{"2026-12-31T21:00:00Z", "Australia/Sydney", "2027-01-01", "2026-12-31T13:00:00Z"},
		{"2027-01-01T04:30:00Z", "America/New_York", "2026-12-31", "2026-12-31T05:00:00Z"},
		{"2027-01-01T04:30:00Z", "UTC", "2027-01-01", "2027-01-01T00:00:00Z"},
		{"2027-01-01T04:30:00Z", "", "2027-01-01", "2027-01-01T00:00:00Z"},
		{"2027-01-01T04:30:00Z", "Local", "2027-01-01", "2027-01-01T00:00:00Z"},
		{"2027-01-01T04:30:00Z", "Mars/Olympus", "2027-01-01", "2027-01-01T00:00:00Z"},
		{"2026-04-24T12:00:00Z", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"}, // 00:00 is skipped
		{"2026-03-29T12:00:00Z", "Europe/London", "2026-03-29", "2026-03-29T00:00:00Z"},
	} {
		got := day.On(at(t, c.at), c.zone)
		if begins := got.Begins(c.zone).Format(time.RFC3339); string(got) != c.want || begins != c.begins {
			t.Errorf("%s in %q: %s begins at %s, want %s at %s", c.at, c.zone, got, begins, c.want, c.begins)
		}
	}
}

// In each zone, an instant is between the beginning of its day and that of the next one, and no earlier instant is on that day.
func TestDayBegins(t *testing.T) {
	t.Parallel()
	zones := []string{
		"UTC", "America/Los_Angeles", "America/New_York", "America/St_Johns", "America/Mexico_City", "America/Asuncion", "America/Havana", "Europe/London",
		"Europe/Madrid", "Africa/Cairo", "Asia/Beirut", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland",
		"Pacific/Kiritimati", "Pacific/Pago_Pago",
	}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		when := time.Unix(rapid.Int64Range(1_700_000_000, 2_500_000_000).Draw(t, "at"), 0)
		of := day.On(when, zone)
		begins, next := of.Begins(zone), of.AddDays(1).Begins(zone)
		if begins.After(when) || !when.Before(next) {
			t.Errorf("%s in %s: %s is from %s to %s", when, zone, of, begins, next)
		}
		if day.On(begins, zone) != of || day.On(begins.Add(-1), zone) == of {
			t.Errorf("%s in %s doesn't begin at %s", of, zone, begins)
		}
	})
}

// 29 February is 28 February in a common year, and comes back.
func TestAddYears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, from day.Day
		n           int
		want        day.Day
	}{
		{"2026-06-02", "2026-06-02", 1, "2027-06-02"},
		{"2024-02-29", "2024-02-29", 1, "2025-02-28"},
		{"2024-02-29", "2027-02-28", 1, "2028-02-29"},
		{"2024-02-29", "2026-02-28", 2, "2028-02-29"},
		{"2024-02-29", "2028-02-29", 2, "2030-02-28"},
		{"2027-02-28", "2027-02-28", 1, "2028-02-28"},
		{"2024-02-29", "2025-03-28", 1, "2026-03-28"},
		{"", "", 1, ""},
	} {
		if got := c.from.AddYears(c.n, c.first); got != c.want {
			t.Errorf("%d years after %q, since %q: %q, want %q", c.n, c.from, c.first, got, c.want)
		}
	}
}
