package page

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/site"
)

func TestSecurityTextContact(t *testing.T) {
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
}
