package page

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/site"
)

// securityTextLife is how long what security.txt says may be relied upon: RFC 9116 asks for less than a year. It is written for each
// request, so that it never expires where the configuration stays.
const securityTextLife = 90 * 24 * time.Hour

// serveSecurityText serves /.well-known/security.txt, which tells those who have found a weakness of this installation whom to write to.
// Without a contact there is none: a wrong one is worse.
func (s *Pages) serveSecurityText(mux *http.ServeMux) {
	if s.cfg.Site.Security.Contact == "" {
		return
	}
	mux.HandleFunc("GET /.well-known/security.txt", func(w http.ResponseWriter, _ *http.Request) {
		request.NameRoute(w, "GET /.well-known/security.txt")
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write([]byte(securityText(s.cfg.Site, time.Now())))
	})
}

func securityText(of site.Site, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Contact: %s\n", of.Security.Contact)
	fmt.Fprintf(&b, "Expires: %s\n", now.Add(securityTextLife).UTC().Truncate(24*time.Hour).Format(time.RFC3339))
	b.WriteString("Preferred-Languages: en, es\n")
	fmt.Fprintf(&b, "Canonical: %s/.well-known/security.txt\n", of.PublicURL)
	if of.Security.Policy != "" {
		fmt.Fprintf(&b, "Policy: %s\n", of.Security.Policy)
	}
	return b.String()
}
