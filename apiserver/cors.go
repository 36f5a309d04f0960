package apiserver

import (
	"net/http"
	"slices"
	"strings"
)

const (
	corsMethods = "GET, POST, PUT, DELETE"
	corsHeaders = "Accept-Language, Activity, Anonymous-Id, Authorization, Content-Type, Idempotency-Key, Referrer-Key, Registration-Key, Traceparent, Tracestate"
	corsExposed = "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id"
)

// allowOrigin allows pages of the listed origins to call the API and to read every response, also a rejection by admission. We use no cookies, so
// credentials are never allowed. A page of another origin gets no CORS headers, so its browser withholds the response.
func (s *server) allowOrigin(h http.Header, r *http.Request) {
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(s.cfg.Origins, strings.ToLower(origin)) {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", corsExposed)
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", corsMethods)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", "600")
	}
}

// isPreflight reports whether a request is a CORS preflight. Preflights always succeed, because otherwise the browser would withhold the response
// of the call itself.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}
