package page

import (
	"bytes"
	_ "embed"
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/apiserver/problem"
)

//go:embed missing.html
var missingSource string

// Missing serves a 404 page to a browser and returns true. For other clients it writes nothing and returns false.
func (s *Pages) Missing(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	var html bytes.Buffer
	nonce := newNonce()
	if err := unloadedPage.ExecuteTemplate(&html, "missing", s.unloadedFor(r, nonce)); err != nil {
		problem.Log(r.Context(), err)
		return false
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", s.pagePolicy(nonce))
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(html.Bytes())
	}
	return true
}
