package emails

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestNamesInMailsAreNamesOnly(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"Ana Diaz":                 "Ana Diaz",
		"J.R. O'Neill-García, Jr.": "J.R. O'Neill-García, Jr.",
		"María José (Majo) Núñez":  "María José (Majo) Núñez",
		"李 小龍":                     "李 小龍",
		"https://evil.com":         "https evil com",
		"Go to evil.com":           "Go to evil com",
		"www.evil.example/win":     "www evil example win",
		"ana@evil.example":         "ana evil example",
		"<b>Win</b> $1000":         "bWin b 1000",
		"[Win](http://evil.com)":   "Win(http evil com)",
		"Ana\r\nBcc: x":            "Ana Bcc x",
		"x.y":                      "x y",
		strings.Repeat("Ab", 40):   strings.Repeat("Ab", 30) + "…",
		"":                         "",
	} {
		if got := plainName(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// A time zone may be any text where the country has no list of zones. Only a zone of the tz database is named in a mail.
func TestUnknownZoneIsNotNamed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 6, 2, 9, 30, 0, 0, time.UTC)
	for typed, want := range map[string]map[string]any{
		"America/New_York":      {"product": "Cojoin", "date": "June 2, 2026", "time": "05:30", "zone": "Eastern Time (New York)"},
		"I know where you live": {"product": "Cojoin", "date": "June 2, 2026", "time": "09:30", "zone": "UTC"},
		"../../etc/passwd":      {"product": "Cojoin", "date": "June 2, 2026", "time": "09:30", "zone": "UTC"},
		"Local":                 {"product": "Cojoin", "date": "June 2, 2026", "time": "09:30", "zone": "UTC"},
		"":                      {"product": "Cojoin", "date": "June 2, 2026", "time": "09:30", "zone": "UTC"},
	} {
		got := recipient{locale: "en", zone: typed}.moment("Cojoin", at)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", typed, diff)
		}
	}
}
