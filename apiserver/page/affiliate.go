package page

import (
	"html"
	"net/http"
	"regexp"
	"strings"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/site"
)

// The formats of our sale IDs and amounts. Other values don't come from us.
var (
	saleID     = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	saleAmount = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,3})?$`)
)

// affiliatePage runs the affiliate's script for one sale. The widget shows the page in a frame without an
// origin (sandbox), so the script can access neither the host's page nor ours.
func (s *Pages) affiliatePage(w http.ResponseWriter, r *http.Request) {
	request.NameRoute(w, "GET /embed/affiliate")
	id, amount := r.URL.Query().Get("transactionId"), r.URL.Query().Get("amount")
	script := s.cfg.Site.Affiliate.Script
	if script == "" || !saleID.MatchString(id) || !saleAmount.MatchString(amount) {
		problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusNotFound, problem.NotFound))
		return
	}
	origin := originOf(site.FillAffiliate(script, id, amount))
	ancestors := strings.TrimPrefix(s.frameAncestors(), "'none'")
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src "+origin+"; img-src "+origin+"; connect-src "+origin+
		"; base-uri 'none'; form-action 'none'; sandbox allow-scripts; frame-ancestors "+strings.TrimSpace("'self' "+ancestors))
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(`<!doctype html><meta charset="utf-8"><title>Affiliate</title><script src="` +
			html.EscapeString(site.FillAffiliate(script, id, amount)) + `"></script>`))
	}
}
