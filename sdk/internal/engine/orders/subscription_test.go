package orders_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
)

// A term ends on the day of the year on which it began; one from 29 February ends on the last of February. Days are in UTC, wherever the process
// runs: times from the database are in the process's zone.
func TestTermEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		starts string
		years  int
		want   string
	}{
		{"2026-06-02T09:30:00Z", 1, "2027-06-02T09:30:00Z"},
		{"2028-02-29T23:59:59Z", 1, "2029-02-28T23:59:59Z"},
		{"2028-02-29T00:00:00Z", 2, "2030-02-28T00:00:00Z"},
		{"2028-02-29T00:00:00Z", 4, "2032-02-29T00:00:00Z"},
		{"2027-02-28T00:00:00Z", 1, "2028-02-28T00:00:00Z"},
		{"2027-03-29T00:00:00Z", 1, "2028-03-29T00:00:00Z"},
		{"2027-03-01T02:00:00Z", 1, "2028-03-01T02:00:00Z"}, // still February in New York
		{"2028-02-29T20:00:00Z", 1, "2029-02-28T20:00:00Z"}, // March in Tokyo
		{"2026-11-01T12:00:00Z", 1, "2027-11-01T12:00:00Z"}, // summer time ends in New York on another day each year
	} {
		starts, err := time.Parse(time.RFC3339, c.starts)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"UTC", "America/New_York", "Asia/Tokyo"} {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := orders.TermEnd(starts.In(zone), c.years).Format(time.RFC3339); got != c.want {
				t.Errorf("%d years from %s end at %s in %s, want %s", c.years, c.starts, got, name, c.want)
			}
		}
	}
}
