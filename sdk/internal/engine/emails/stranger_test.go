package emails

import (
	"strings"
	"testing"
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
