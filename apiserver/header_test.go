package apiserver

import (
	"bytes"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/site"
)

// The headers are literals here, because a test with the server's constants would accept every change.

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	type headers struct{ transport, referrer, sniff, opener, permissions, content string }
	common := headers{
		referrer: "strict-origin-when-cross-origin", sniff: "nosniff", opener: "same-origin-allow-popups",
		permissions: "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), usb=(), payment=*",
		content:     "default-src 'none'; frame-ancestors 'none'",
	}
	production := common
	production.transport = "max-age=31536000; includeSubDomains"
	for environment, want := range map[site.Environment]headers{site.EnvironmentDevelopment: common, site.EnvironmentProduction: production} {
		b := setup(t, func(c *Config) {
			c.Widget, c.Site.Environment = builtWidget(), environment
		})
		for name, call := range map[string]struct {
			method, path string
			isPage       bool // has its own content security policy
		}{
			"look-up":       {http.MethodGet, "/v1/countries", false},
			"personal":      {http.MethodGet, "/v1/signups/018f3a3e-7b1c-7000-8000-000000000001", false},
			"preflight":     {http.MethodOptions, "/v1/signups", false},
			"unknown call":  {http.MethodGet, "/v1/nothing", false},
			"wrong method":  {http.MethodDelete, "/v1/signups", false},
			"too large":     {http.MethodPost, "/v1/signups", false},
			"health":        {http.MethodGet, "/livez", false},
			"widget's file": {http.MethodGet, "/embed/assets/join-1234.js", false},
			"hosted page":   {http.MethodGet, "/app/join", true},
			"reference":     {http.MethodGet, "/docs", true},
		} {
			var body any
			if name == "too large" {
				body = strings.Repeat("x", 64<<10+1)
			}
			h := b.call(call.method, call.path, body).header
			got := headers{
				h.Get("Strict-Transport-Security"), h.Get("Referrer-Policy"), h.Get("X-Content-Type-Options"),
				h.Get("Cross-Origin-Opener-Policy"), h.Get("Permissions-Policy"), h.Get("Content-Security-Policy"),
			}
			if call.isPage && got.content != "" {
				got.content = want.content // the page's tests compare it
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(headers{})); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", environment, name, diff)
			}
		}
	}
}

// The headers that a browser lets a page of another site send and read. Accept-Language needs no permission; it is listed
// for browsers that request it anyway.
var (
	mayBeSent = []string{
		"Accept-Language", "Activity", "Anonymous-Id", "Authorization", "Content-Type", "Idempotency-Key", "Referrer-Key",
		"Registration-Key", "Traceparent", "Tracestate",
	}
	mayBeRead = []string{"ETag", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "X-Request-Id"}
)

func TestCORS(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Origins = []string{"https://www.example.com"} })
	type answer struct {
		status                                              int
		origin, methods, headers, age, exposed, credentials string
		vary                                                string
	}
	of := func(r reply) answer {
		h := r.header
		return answer{
			r.status, h.Get("Access-Control-Allow-Origin"), h.Get("Access-Control-Allow-Methods"), h.Get("Access-Control-Allow-Headers"),
			h.Get("Access-Control-Max-Age"), h.Get("Access-Control-Expose-Headers"), h.Get("Access-Control-Allow-Credentials"), h.Get("Vary"),
		}
	}
	preflight := func(path, origin string) answer {
		return of(b.call(http.MethodOptions, path, nil, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "registration-key"))
	}
	exposed := strings.Join(mayBeRead, ", ")
	allowed := answer{204, "https://www.example.com", "GET, POST, PUT, DELETE", strings.Join(mayBeSent, ", "), "600", exposed, "", "Origin"}
	for _, path := range []string{"/v1/signups", "/v2/professional/users", "/pub/v1/zendesk/getUserJwtToken", "/login", "/v1/account/hand-over", "/v1/account/login"} {
		if diff := cmp.Diff(allowed, preflight(path, "https://www.example.com"), cmp.AllowUnexported(answer{})); diff != "" {
			t.Errorf("preflight of %s from a listed origin (-want +got):\n%s", path, diff)
		}
		for _, origin := range []string{"https://evil.example", "http://www.example.com", "https://www.example.com.evil.example", "null"} {
			if diff := cmp.Diff(answer{status: 204, vary: "Origin"}, preflight(path, origin), cmp.AllowUnexported(answer{})); diff != "" {
				t.Errorf("preflight of %s from %s (-want +got):\n%s", path, origin, diff)
			}
		}
	}
	call := of(b.call(http.MethodGet, "/v1/signups/nonsense", nil, "Origin", "https://www.example.com"))
	if diff := cmp.Diff(answer{status: 404, origin: "https://www.example.com", exposed: exposed, vary: "Origin"}, call, cmp.AllowUnexported(answer{})); diff != "" {
		t.Errorf("a call from a listed origin (-want +got):\n%s", diff)
	}
	// A rejection by admission is readable, too. Otherwise the page would assume that the browser is offline.
	for b.server.lanes.open.Take("", everyTurn) {
	}
	if diff := cmp.Diff(allowed, preflight("/v1/signups", "https://www.example.com"), cmp.AllowUnexported(answer{})); diff != "" {
		t.Errorf("preflight while nothing is admitted (-want +got):\n%s", diff)
	}
	busy := of(b.call(http.MethodGet, "/v1/bootstrap", nil, "Origin", "https://www.example.com"))
	if diff := cmp.Diff(answer{status: 503, origin: "https://www.example.com", exposed: exposed, vary: "Origin"}, busy, cmp.AllowUnexported(answer{})); diff != "" {
		t.Errorf("a call that isn't admitted (-want +got):\n%s", diff)
	}
}

// The lists contain every header that the server reads from a page and every one that the widget sends or reads.
func TestCORSListsUsedHeaders(t *testing.T) {
	t.Parallel()
	readByServer := map[string]string{}
	for _, op := range operationsOf(document(), routes) {
		for _, p := range op.Parameters {
			if p.In == "header" {
				readByServer[p.Name] = op.OperationID
			}
		}
	}
	for name, scheme := range document().Components.SecuritySchemes {
		switch {
		case scheme.In == "header":
			readByServer[scheme.Name] = name
		case scheme.Type == "http":
			readByServer["Authorization"] = name
		}
	}
	// Headers that are read outside the table of calls. Browsers and proxies send those in byItself themselves.
	byItself := []string{"Accept", "Origin", "If-None-Match", "Access-Control-Request-Method", "Accept-Encoding", "X-Forwarded-For"}
	maps.DeleteFunc(readByServer, func(name, _ string) bool { return slices.Contains(byItself, name) })
	for name, file := range namesIn(t, os.DirFS("."), regexp.MustCompile(`r\.Header\.(?:Get|Values)\("([^"]+)"\)`), ".go") {
		if !slices.Contains(byItself, name) {
			readByServer[name] = file
		}
	}
	widget := os.DirFS("../widget/src")
	sentByWidget := namesIn(t, widget, regexp.MustCompile(`(?:headers\.set\(|\bheaders?: .*?)'?\b([A-Z][A-Za-z]*(?:-[A-Z][a-z]+)*)'?(?:',|:)`), ".ts", ".tsx")
	maps.Copy(sentByWidget, namesIn(t, widget, regexp.MustCompile(`'([A-Z][a-z]+(?:-[A-Z][a-z]+)+)'[:,]`), ".ts", ".tsx"))
	maps.Copy(sentByWidget, namesIn(t, widget, regexp.MustCompile(`\b(Authorization):`), ".ts", ".tsx"))
	for reader, used := range map[string]map[string]string{"the server reads": readByServer, "the widget sends": sentByWidget} {
		for name, where := range used {
			if !slices.Contains(mayBeSent, name) {
				t.Errorf("%s %s (%s), which pages of other sites may not send", reader, name, where)
			}
		}
	}
	readByWidget := namesIn(t, widget, regexp.MustCompile(`headers\.get\('([^']+)'\)`), ".ts", ".tsx")
	for name, where := range readByWidget {
		if !slices.Contains(mayBeRead, name) {
			t.Errorf("the widget reads %s (%s), which pages of other sites may not", name, where)
		}
	}
	// The patterns still match known uses.
	for used, known := range map[*map[string]string][]string{
		&readByServer: {"Accept-Language", "Activity", "Anonymous-Id", "Authorization", "Idempotency-Key", "Referrer-Key", "Registration-Key", "Traceparent"},
		&sentByWidget: {"Accept-Language", "Activity", "Anonymous-Id", "Authorization", "Content-Type", "Idempotency-Key", "Referrer-Key", "Registration-Key", "Traceparent"},
		&readByWidget: {"Retry-After"},
	} {
		if diff := cmp.Diff(known, slices.Sorted(maps.Keys(*used))); diff != "" {
			t.Errorf("headers that are used (-want +got):\n%s", diff)
		}
	}
}

// namesIn returns the matches of the pattern's group in files with these endings, each with a file. It skips tests and
// generated types.
func namesIn(t *testing.T, folder fs.FS, pattern *regexp.Regexp, endings ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(path, e) }) ||
			strings.Contains(path, "test.") || strings.HasSuffix(path, ".d.ts") {
			return err
		}
		raw, err := fs.ReadFile(folder, path)
		for _, match := range pattern.FindAllSubmatch(bytes.TrimSpace(raw), -1) {
			found[string(match[1])] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
