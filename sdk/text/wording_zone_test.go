package text_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/text"
)

// A text has the day of a time in UTC, whatever the zone of the time: half an hour before midnight of New Year's Eve is 2026 everywhere.
func TestDateIsInUTC(t *testing.T) {
	t.Parallel()
	eve := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("west", -10*3600), time.FixedZone("east", 14*3600)} {
		for name, w := range map[string]struct {
			wording text.Wording
			want    string
		}{
			"en":    {text.WordingOf("en"), "December 31, 2026"},
			"en-GB": {text.WordingOf("en").At("GB"), "31 December 2026"},
			"es":    {text.WordingOf("es"), "31 de diciembre de 2026"},
		} {
			got := []string{w.wording.Date(eve.In(zone)), w.wording.DateOf(eve.In(zone).Format(time.RFC3339)), w.wording.DateOf("")}
			if diff := cmp.Diff([]string{w.want, w.want, ""}, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", name, zone, diff)
			}
		}
	}
}
