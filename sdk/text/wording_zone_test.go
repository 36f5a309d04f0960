package text_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/text"
)

// A text has the day of a time in the reader's zone, UTC if it is unknown, whatever the zone of the time: half an hour before midnight of New Year's Eve.
func TestDateIsInReadersZone(t *testing.T) {
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
			"west":  {text.WordingOf("en").Zoned("America/New_York"), "December 31, 2026"},
			"east":  {text.WordingOf("es").Zoned("Europe/Madrid"), "1 de enero de 2027"},
		} {
			if got := w.wording.Date(eve.In(zone)); got != w.want {
				t.Errorf("%s, %s: %q, want %q", name, zone, got, w.want)
			}
			if got := w.wording.Day(""); got != "" {
				t.Errorf("%s: no day is %q", name, got)
			}
		}
	}
}
