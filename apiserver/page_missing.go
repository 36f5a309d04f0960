package apiserver

import (
	"bytes"
	_ "embed"
	"net/http"
	"strings"
)

//go:embed page/missing.html
var missingSource string

// missing answers for an address where nothing is: with a page to somebody who reads, whose link was cut short, and
// with a problem to a program.
func (s *server) missing(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeProblem(w, r, newProblem(callOf(r.Context()), http.StatusNotFound, codeNotFound))
		return
	}
	var html bytes.Buffer
	nonce := newNonce()
	if err := unloadedPage.ExecuteTemplate(&html, "missing", s.unloadedFor(r, nonce)); err != nil {
		logFailure(r.Context(), err)
		writeProblem(w, r, newProblem(callOf(r.Context()), http.StatusNotFound, codeNotFound))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", s.pagePolicy(nonce))
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(html.Bytes())
	}
}
