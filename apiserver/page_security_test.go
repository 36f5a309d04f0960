package apiserver

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/site"
)

// Who finds a weakness of an installation finds whom to write to, where its operator says so.
func TestSecurityText(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 24, 15, 4, 5, 0, time.UTC)
	got := securityText(site.Site{PublicURL: "https://join.example.com", Security: site.Security{Contact: "mailto:security@example.com", Policy: "https://example.com/security"}}, now)
	want := `Contact: mailto:security@example.com
Expires: 2027-02-22T00:00:00Z
Preferred-Languages: en, es
Canonical: https://join.example.com/.well-known/security.txt
Policy: https://example.com/security
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("security.txt (-want +got):\n%s", diff)
	}
	const path = "/.well-known/security.txt"
	served := setup(t, func(c *Config) { c.Site.Security.Contact = "mailto:security@example.com" }).call(http.MethodGet, path, nil)
	if served.status != http.StatusOK || served.header.Get("Content-Type") != "text/plain; charset=utf-8" || !regexp.MustCompile(`^Contact: mailto:security@example\.com\nExpires: 20`).Match(served.body) {
		t.Errorf("served: %d %q: %s", served.status, served.header.Get("Content-Type"), served.body)
	}
	if without := setup(t, nil).call(http.MethodGet, path, nil); without.status != http.StatusNotFound {
		t.Errorf("without a contact: %d %s", without.status, without.body)
	}
}
