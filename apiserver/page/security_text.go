package page

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/site"
)

// securityTextLife is the validity of security.txt; RFC 9116 recommends less than a year. The file is generated for each request,
// so it never expires on a running server.
const securityTextLife = 90 * 24 * time.Hour

// serveSecurityText serves /.well-known/security.txt, the contact for reports of vulnerabilities. Without a configured contact it serves
// nothing, because a wrong contact is worse than none.
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
