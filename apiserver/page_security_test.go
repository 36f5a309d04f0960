package apiserver

import (
	"net/http"
	"regexp"
	"testing"
)

// A configured security contact is published in security.txt.
func TestSecurityText(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/security.txt"
	served := setup(t, func(c *Config) { c.Site.Security.Contact = "mailto:security@example.com" }).call(http.MethodGet, path, nil)
	if served.status != http.StatusOK || served.header.Get("Content-Type") != "text/plain; charset=utf-8" || !regexp.MustCompile(`^Contact: mailto:security@example\.com\nExpires: 20`).Match(served.body) {
		t.Errorf("served: %d %q: %s", served.status, served.header.Get("Content-Type"), served.body)
	}
	if without := setup(t, nil).call(http.MethodGet, path, nil); without.status != http.StatusNotFound {
		t.Errorf("without a contact: %d %s", without.status, without.body)
	}
}
