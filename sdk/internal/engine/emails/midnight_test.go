package emails_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

var dated = regexp.MustCompile(`(?m)[A-Z][a-z]+ \d+, \d{4}`)

// Mails have the days of the buyer in New York, wherever the process runs: around midnight of New Year's Eve there, and in UTC.
func TestMailsAroundMidnightHaveTheBuyersDay(t *testing.T) {
	t.Parallel()
	for at, want := range map[string][]string{
		"2026-12-31T23:30:00Z": {"December 31, 2026", "December 31, 2027"},
		"2027-01-01T00:30:00Z": {"December 31, 2026", "December 31, 2027"},
		"2027-01-01T05:30:00Z": {"January 1, 2027", "January 1, 2028"},
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			bought, err := time.Parse(time.RFC3339, at)
			if err != nil {
				t.Fatal(err)
			}
			w.Clock.Set(bought)
			w.Subscribe(t, fixture.Kept)
			got := [][]string{dated.FindAllString(lastText(t, w, email.Receipt), -1)}
			w.RunOn(t, bought.AddDate(1, 0, -30))
			got = append(got, dated.FindAllString(lastText(t, w, email.RenewalNotice), -1))
			if diff := cmp.Diff([][]string{want, {want[1], want[1]}}, got); diff != "" {
				t.Errorf("days of the receipt and of the notice (-want +got):\n%s", diff)
			}
		})
	}
}
