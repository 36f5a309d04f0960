package order_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/order"
)

// A term ends on the day of the year on which it began; that of 29 February on the last of February.
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
	} {
		starts, err := time.Parse(time.RFC3339, c.starts)
		if err != nil {
			t.Fatal(err)
		}
		if got := order.TermEnd(starts, c.years).Format(time.RFC3339); got != c.want {
			t.Errorf("%d years from %s end at %s, want %s", c.years, c.starts, got, c.want)
		}
	}
}
