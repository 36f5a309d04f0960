package orders_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
)

// Terms follow one another without a gap. Each ends as the anniversary of the first day begins for the buyer, wherever the process runs: times from the
// database are in the process's zone.
func TestTermsEndWithADay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bought, zone string
		years        int16
		want         []string // ends
	}{
		{"2027-01-15T03:30:00Z", "America/Los_Angeles", 1, []string{"2028-01-14T08:00:00Z", "2029-01-14T08:00:00Z"}}, // the evening of the 14th
		{"2026-12-31T21:00:00Z", "Australia/Sydney", 1, []string{"2027-12-31T13:00:00Z", "2028-12-31T13:00:00Z"}},    // 1 January
		{"2027-01-01T04:30:00Z", "America/New_York", 2, []string{"2028-12-31T05:00:00Z", "2030-12-31T05:00:00Z"}},    // 31 December
		{"2024-02-29T12:00:00Z", "Europe/London", 1, []string{"2025-02-28T00:00:00Z", "2026-02-28T00:00:00Z", "2027-02-28T00:00:00Z", "2028-02-29T00:00:00Z"}},
		{"2026-11-01T12:00:00Z", "America/New_York", 1, []string{"2027-11-01T04:00:00Z", "2028-11-01T04:00:00Z"}}, // summer time ends on another day each year
		{"2026-06-02T09:30:00Z", "UTC", 1, []string{"2027-06-02T00:00:00Z"}},
	} {
		bought, err := time.Parse(time.RFC3339, c.bought)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"UTC", "America/New_York", "Asia/Tokyo"} {
			process, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			o := db.Order{Years: c.years, Zone: c.zone}
			term := orders.FirstTerm(o, uuid.New(), bought.In(process))
			for i, want := range c.want {
				if i > 0 {
					contract := db.Subscription{ID: term.SubscriptionID, CreatedAt: bought.In(process), EndsAt: term.EndsAt.In(process)}
					term = orders.NextTerm(o, contract, term.Zone)
					if !term.StartsAt.Equal(contract.EndsAt) {
						t.Errorf("%s in %s: term %d begins at %s, the one before ends at %s", c.bought, c.zone, i+1, term.StartsAt, contract.EndsAt)
					}
				}
				if got := term.EndsAt.UTC().Format(time.RFC3339); got != want || term.Zone != c.zone {
					t.Errorf("%s in %s, read in %s: term %d ends at %s in %s, want %s", c.bought, c.zone, name, i+1, got, term.Zone, want)
				}
			}
		}
	}
}

// A term keeps the zone in which it was bought. The next one counts from its last day in that zone, and ends in the payer's new zone.
func TestZoneCountsFromNextTerm(t *testing.T) {
	t.Parallel()
	contract := db.Subscription{CreatedAt: time.Date(2027, 1, 14, 20, 0, 0, 0, time.UTC), EndsAt: time.Date(2028, 1, 14, 5, 0, 0, 0, time.UTC)}
	next := orders.NextTerm(db.Order{Years: 1, Zone: "America/Los_Angeles"}, contract, "America/New_York")
	if want := time.Date(2029, 1, 14, 8, 0, 0, 0, time.UTC); !next.EndsAt.Equal(want) || !next.StartsAt.Equal(contract.EndsAt) {
		t.Errorf("from %s to %s, want to %s", next.StartsAt, next.EndsAt, want)
	}
}
