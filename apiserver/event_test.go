package apiserver

import (
	"net/http"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Only the widget's events are accepted, and only without personal data.
func TestEventsHaveNoPersonalData(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for name, tc := range map[string]struct {
		event      string
		properties map[string]any
		want       int
	}{
		"the widget's":        {"Package Chosen", map[string]any{"packageId": 2001, "package": "grow"}, 204},
		"an unknown event":    {"Wire Money", nil, 422},
		"an address as event": {"ana@example.com", nil, 422},
		"an e-mail address":   {"Errored", map[string]any{"step": "ana@example.com"}, 422},
		"a phone number":      {"Errored", map[string]any{"step": "+12155550123"}, 422},
		"a name as property":  {"Errored", map[string]any{"Ana Diaz": true}, 422},
	} {
		body := map[string]any{"events": []any{map[string]any{"event": tc.event, "properties": tc.properties}}}
		if tc.properties == nil {
			body = map[string]any{"events": []any{map[string]any{"event": tc.event}}}
		}
		if res := b.call(http.MethodPost, "/v1/events", body); res.status != tc.want {
			t.Errorf("%s: %d, want %d", name, res.status, tc.want)
		}
	}
}

// The table of events matches the documentation, which is generated from the widget.
func TestEventsMatchDocumentation(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/reference/events.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z][^`]*)` \\|").FindAllSubmatch(page, -1) {
		documented[string(row[1])] = true
	}
	if diff := cmp.Diff(documented, knownEvents); diff != "" {
		t.Errorf("events (-documented +known):\n%s", diff)
	}
}
