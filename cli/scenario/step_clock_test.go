package scenario

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/subscription"
)

func TestShift(t *testing.T) {
	t.Parallel()
	from := time.Date(2027, 1, 31, 10, 0, 0, 0, time.UTC)
	for by, want := range map[string]string{"30d": "2027-03-02T10:00:00Z", "-1d": "2027-01-30T10:00:00Z", "36h": "2027-02-01T22:00:00Z", "1d12h": "2027-02-01T22:00:00Z", "-1d12h": "2027-01-29T22:00:00Z"} {
		if got, err := shift(from, by); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %s, %v; want %s", by, got, err, want)
		}
	}
	if _, err := shift(from, "soon"); err == nil || err.Error() != "soon isn't a duration: write days or hours, e.g. 30d, -1d or 36h" {
		t.Errorf("soon: %v", err)
	}
}

func TestSubscriptionTimes(t *testing.T) {
	t.Parallel()
	ends := time.Date(2027, 6, 30, 12, 0, 0, 0, time.UTC)
	held := subscription.HeldSubscription{EndsAt: ends, Renews: true}
	for _, tt := range []struct {
		event    string
		daysLeft int
		want     string
	}{
		{"renewal", 100, "2027-06-30"}, {"term_end", 1, "2027-06-30"}, {"notice", 31, "2027-05-31"}, {"notice", 29, "2027-06-23"},
		{"notice", 6, "no notice is left in this term: the next event is its end, renewal or term_end"}, {"retry", 1, "no renewal is waiting for another attempt: retry comes after a declined renewal only"},
	} {
		at, err := subscriptionTime(held, tt.event, ends.AddDate(0, 0, -tt.daysLeft))
		got := at.Format(time.DateOnly)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s %d days before the end: %s, want %s", tt.event, tt.daysLeft, got, tt.want)
		}
	}
}
