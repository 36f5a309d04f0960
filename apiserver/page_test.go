package apiserver

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/dev"
	"github.com/cojoin/cojoin/apiserver/page"
	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/reference"
	"github.com/cojoin/cojoin/apiserver/static"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
)

func builtWidget() fstest.MapFS {
	return fstest.MapFS{
		"join/index.html":     {Data: []byte("<!doctype html><html><head><title>Join</title></head></html>")},
		"assets/join-1234.js": {Data: []byte("export {}" + strings.Repeat(" // padding", 200))},
		"embed/cojoin.js":     {Data: []byte("customElements")},
	}
}

var nonceMeta = regexp.MustCompile(`<head><meta property="csp-nonce" nonce="([\w-]+)">`)

func TestHostedPage(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Widget = builtWidget()
		c.Origins = []string{"https://www.example.com"}
		c.Site = site.Site{Environment: site.EnvironmentProduction, Provider: "braintree"}
	})
	nonces := map[string]bool{}
	for _, path := range []string{"/app/join", "/app/join/", "/app/join/step1", "/app/join/invite/step1"} {
		res := b.call(http.MethodGet, path, nil)
		found := nonceMeta.FindSubmatch(res.body)
		if res.status != http.StatusOK || found == nil || !strings.Contains(string(res.body), "<title>Join</title>") {
			t.Fatalf("%s: %d %s", path, res.status, res.body)
		}
		if want := `<meta name="description" content="A calmer way to share schedules, expenses and messages between two homes.">`; !strings.Contains(string(res.body), want) {
			t.Errorf("%s has no %s", path, want)
		}
		nonce := string(found[1])
		nonces[nonce] = true
		policy := res.header.Get("Content-Security-Policy")
		if diff := cmp.Diff(braintreePolicy(nonce), strings.Split(policy, "; ")); diff != "" {
			t.Errorf("%s: policy (-want +got):\n%s", path, diff)
		}
		if got := res.header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
	}
	if len(nonces) != 4 {
		t.Errorf("%d nonces for 4 pages", len(nonces))
	}
}

// braintreePolicy returns the policy of a page with Braintree payments: with the hosts of 3-D Secure, and the pages of
// banks in frames.
func braintreePolicy(nonce string) []string {
	return []string{
		"default-src 'none'",
		"script-src 'self' " + page.AllowedScript + " https://js.braintreegateway.com https://assets.braintreegateway.com https://www.paypalobjects.com https://*.paypal.com " +
			"https://songbird.cardinalcommerce.com https://songbirdstag.cardinalcommerce.com " +
			"https://static.client.cardinaltrusted.com https://cas.static.client.cardinaltrusted.com",
		"style-src 'self' 'nonce-" + nonce + "'",
		"font-src 'self'",
		"img-src 'self' data: https://assets.braintreegateway.com https://*.paypal.com https://www.paypalobjects.com",
		"connect-src 'self' https://*.braintreegateway.com https://*.braintree-api.com https://*.paypal.com https://*.cardinalcommerce.com https://*.cardinaltrusted.com",
		"frame-src https:",
		"form-action 'self' https:",
		"base-uri 'none'",
		"frame-ancestors https://www.example.com",
	}
}

func TestPagesMayNotBeFramedByDefault(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Widget = builtWidget()
		c.Site = site.Site{Environment: site.EnvironmentProduction}
	})
	policy := b.call(http.MethodGet, "/app/join", nil).header.Get("Content-Security-Policy")
	if !strings.HasSuffix(policy, "frame-ancestors 'none'") {
		t.Errorf("policy %s", policy)
	}
}

func TestAffiliatePage(t *testing.T) {
	t.Parallel()
	affiliate := site.Affiliate{Script: "https://sales.example.net/s.js?id={transactionId}&total={amount}", Pixel: "https://pixel.example.net/{transactionId}"}
	b := setup(t, func(c *Config) {
		c.Widget, c.Origins = builtWidget(), []string{"https://www.example.com"}
		c.Site = site.Site{Environment: site.EnvironmentProduction, Provider: "braintree", Affiliate: affiliate}
	})
	file := b.call(http.MethodGet, "/embed/affiliate?transactionId=tx-1&amount=134.99", nil)
	want := `<script src="https://sales.example.net/s.js?id=tx-1&amp;total=134.99"></script>`
	if file.status != http.StatusOK || !strings.HasSuffix(string(file.body), want) {
		t.Errorf("%d %s", file.status, file.body)
	}
	policy := "default-src 'none'; script-src https://sales.example.net; img-src https://sales.example.net; connect-src https://sales.example.net; " +
		"base-uri 'none'; form-action 'none'; sandbox allow-scripts; frame-ancestors 'self' https://www.example.com"
	if got := file.header.Get("Content-Security-Policy"); got != policy {
		t.Errorf("policy %s", got)
	}
	for _, query := range []string{"", "?transactionId=tx-1", `?amount=1&transactionId="><script>alert(1)</script>`, "?transactionId=tx&amount=1e9", "?transactionId=" + strings.Repeat("x", 65) + "&amount=1"} {
		if res := b.call(http.MethodGet, "/embed/affiliate"+query, nil); res.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", query, res.status, res.body)
		}
	}
	hosted := b.call(http.MethodGet, "/app/join", nil).header.Get("Content-Security-Policy")
	for _, part := range []string{"https://pixel.example.net", "frame-src https: 'self'"} {
		if !strings.Contains(hosted, part) {
			t.Errorf("policy lacks %s: %s", part, hosted)
		}
	}
	none := setup(t, func(c *Config) { c.Widget = builtWidget() })
	if res := none.call(http.MethodGet, "/embed/affiliate?transactionId=tx-1&amount=1", nil); res.status != http.StatusNotFound {
		t.Errorf("without an affiliate: %d", res.status)
	}
}

func TestEmbeddedFiles(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Widget = builtWidget() })
	type head struct{ status, cache, origin, contentType string }
	of := func(path string) head {
		r := b.call(http.MethodGet, path, nil)
		return head{statusText(r.status), r.header.Get("Cache-Control"), r.header.Get("Access-Control-Allow-Origin"), r.header.Get("Content-Type")}
	}
	got := map[string]head{
		"chunk": of("/embed/assets/join-1234.js"), "loader": of("/embed/cojoin.js"),
		"gone": of("/embed/assets/old-9999.js"), "outside": of("/embed/../join/index.html"),
	}
	want := map[string]head{
		"chunk":   {"200", "public, max-age=31536000, immutable", "*", "text/javascript; charset=utf-8"},
		"loader":  {"200", "public, max-age=300", "*", "text/javascript; charset=utf-8"},
		"gone":    {"404", "no-store", "*", "application/problem+json"},
		"outside": {"404", "no-store", "", "application/problem+json"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(head{})); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	zipped := b.call(http.MethodGet, "/embed/assets/join-1234.js", nil, "Accept-Encoding", "gzip")
	if zipped.header.Get("Content-Encoding") != "gzip" || len(zipped.body) > 200 {
		t.Errorf("with Accept-Encoding gzip: %q, %d bytes", zipped.header.Get("Content-Encoding"), len(zipped.body))
	}
	tag := zipped.header.Get("ETag")
	if again := b.call(http.MethodGet, "/embed/assets/join-1234.js", nil, "If-None-Match", tag); again.status != http.StatusNotModified {
		t.Errorf("with If-None-Match: %d", again.status)
	}
}

// The message before the script has rendered is in the visitor's language, with their country's phone number, and
// the policy allows its inline script.
func TestPageTextBeforeScript(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Site.SupportPhones = site.DefaultSupportPhones()
		c.Widget = fstest.MapFS{"join/index.html": {Data: []byte(`<!doctype html><html lang="en" data-theme="auto"><head></head><body><div id="join"></div></body></html>`)}}
	})
	type words struct{ lang, title, phone string }
	of := func(path, accepted string) words {
		res := b.call(http.MethodGet, path, nil, "Accept-Language", accepted)
		file := string(res.body)
		script := regexp.MustCompile(`<script>([^<]+)</script>`).FindStringSubmatch(file)
		if script == nil {
			t.Fatalf("%s: no script in %s", path, file)
		}
		sum := sha256.Sum256([]byte(script[1]))
		if policy := res.header.Get("Content-Security-Policy"); !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("%s: the policy blocks the page's script: %s", path, policy)
		}
		if got := res.header.Get("Vary"); got != "Accept-Language" {
			t.Errorf("%s: Vary %q", path, got)
		}
		first := func(pattern string) string {
			if found := regexp.MustCompile(pattern).FindStringSubmatch(file); found != nil {
				return html.UnescapeString(found[1])
			}
			return ""
		}
		return words{first(`<html lang="(\w+)"`), first(`<h1>([^<]+)</h1>`), first(`href="tel:([^"]+)"`)}
	}
	english, spanish := "This page hasn’t loaded", "Esta página no se ha cargado"
	got := map[string]words{
		"no language":      of("/app/join", ""),
		"Spanish":          of("/app/join/step1", "es-MX,en;q=0.5"),
		"British":          of("/app/join/step1", "en-GB,en;q=0.5"),
		"by the address":   of("/app/join/pro?lang=es", "en-AU"),
		"of another world": of(`/app/join?lang="><script>alert(1)</script>`, "tlh"),
	}
	phones := site.DefaultSupportPhones()
	tel := func(key string) string { return strings.NewReplacer(" ", "", "-", "").Replace(phones[key]) }
	want := map[string]words{
		"no language":      {"en", english, tel("default")},
		"Spanish":          {"es", spanish, tel("default")},
		"British":          {"en", english, tel("GB")},
		"by the address":   {"es", spanish, tel("AU")},
		"of another world": {"en", english, tel("default")},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(words{})); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func TestWidgetNotBuilt(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Widget = fstest.MapFS{".gitkeep": {}} })
	for _, path := range []string{"/app/join/step1", "/embed/cojoin.js"} {
		res := b.call(http.MethodGet, path, nil)
		if res.status != http.StatusServiceUnavailable || !strings.Contains(string(res.body), "make widget") {
			t.Errorf("%s: %d %s", path, res.status, res.body)
		}
	}
}

func TestReferencePage(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	res := b.call(http.MethodGet, "/docs", nil)
	file := string(res.body)
	for _, r := range routes {
		if !strings.Contains(file, "<code>"+r.path+"</code>") || !strings.Contains(file, `id="`+r.id+`"`) {
			t.Errorf("the page lacks %s %s", r.method, r.path)
		}
	}
	for _, must := range []string{`id="problem-registration_expired"`, `id="schema-RegistrationInput"`} {
		if !strings.Contains(file, must) {
			t.Errorf("the page lacks %s", must)
		}
	}
	if foreign := regexp.MustCompile(`(?:src|href)="https?://[^"]*"`).FindString(file); foreign != "" {
		t.Errorf("the page loads or links from elsewhere: %s", foreign)
	}
	if got := res.header.Get("Content-Security-Policy"); got != reference.Policy {
		t.Errorf("policy %q", got)
	}
	golden, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if doc := b.call(http.MethodGet, "/openapi.json", nil); string(doc.body) != string(golden) {
		t.Error("/openapi.json isn't the document")
	}
}

// fixedDev returns the tools of /dev with fixed results.
func fixedDev(clock *sdktest.Clock) *dev.Tools {
	mail := dev.Mail{
		ID: "m1", Kind: "receipt", To: "ana@example.com", Lang: "en", Subject: "Your <receipt>", Text: "Thank you",
		HTML: "<p>Thank you</p><script>alert(1)</script>", Link: "http://127.0.0.1/app/join/credentials#token=t", SentAt: sdktest.Start,
	}
	missing := fault.New(fault.NotFound, problem.NotFound, nil)
	return &dev.Tools{
		Clock: resettable{clock},
		Outbox: func(_ context.Context, to string) ([]dev.Mail, error) {
			if to != "" && to != mail.To {
				return nil, nil
			}
			return []dev.Mail{mail}, nil
		},
		Mail: func(_ context.Context, id string) (dev.Mail, error) {
			if id != mail.ID {
				return dev.Mail{}, missing
			}
			return mail, nil
		},
		ExpireSignup:     func(_ context.Context, id string) error { return map[bool]error{true: nil, false: missing}[id == "s1"] },
		ExpireInvitation: func(context.Context, string) error { return missing },
		MintCodes: func(_ context.Context, packageID, count int) (dev.Minted, error) {
			return dev.Minted{Codes: make([]string, count)}, nil
		},
		Payments: func(_ context.Context, about string) ([]payment.AttemptDetail, error) {
			return []payment.AttemptDetail{{Attempt: payment.Attempt{ID: "a" + about[1:]}}}, nil
		},
		Settle: func(context.Context) error { return nil },
		Renew: func(context.Context) (*subscription.RenewalReport, error) {
			return &subscription.RenewalReport{Lines: []subscription.RenewalLine{}}, nil
		},
		Run: func(_ context.Context, to time.Time) (dev.Ran, error) {
			days := int(to.Sub(clock.Now()).Hours() / 24)
			clock.Set(to)
			if days > 300 {
				return dev.Ran{Jobs: days, Failed: []string{"job mail_receipt: away"}}, nil
			}
			return dev.Ran{Jobs: days}, nil
		},
		CreateProfessional: func(context.Context, string, string, string) (string, error) { return "p1", nil },
	}
}

type resettable struct{ *sdktest.Clock }

func (r resettable) Reset() { r.Set(sdktest.Start) }

// A page of another site with a name that points to this machine can't use /dev.
func TestDevelopmentHelpHasOneHost(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Dev = fixedDev(sdktest.NewClock(sdktest.Start))
		c.Site.PublicURL = "http://dev.example.com:8080"
	})
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "localhost:8080": 200, "[::1]:8080": 200, "dev.example.com:8080": 200,
		"evil.example": 421, "127.0.0.1.evil.example:8080": 421, "192.0.2.1": 421, "": 421,
	} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/dev/outbox.json", nil)
		req.Host = host
		rec := httptest.NewRecorder()
		b.handler.ServeHTTP(rec, req)
		if rec.Code != want {
			t.Errorf("host %q: %d, want %d", host, rec.Code, want)
		}
	}
}

func TestDevelopmentHelp(t *testing.T) {
	t.Parallel()
	clock := sdktest.NewClock(sdktest.Start)
	b := setup(t, func(c *Config) { c.Dev = fixedDev(clock) })
	tests := []struct {
		method, path string
		body         any
		status       int
		holds        string
	}{
		{"GET", "/dev", nil, 200, "/dev/outbox"},
		{"GET", "/dev/outbox", nil, 200, "Your &lt;receipt&gt;"},
		{"GET", "/dev/outbox.json", nil, 200, `"subject":"Your \u003creceipt\u003e"`},
		{"GET", "/dev/outbox.json?to=nobody@example.com", nil, 200, `{"mails":[]}`},
		{"GET", "/dev/outbox/m1", nil, 200, `sandbox src="/dev/outbox/m1/html"`},
		{"GET", "/dev/outbox/m1/html", nil, 200, "<p>Thank you</p>"},
		{"GET", "/dev/outbox/m2", nil, 404, "route_unknown"},
		{"POST", "/dev/signups/s1/expire", nil, 204, ""},
		{"POST", "/dev/signups/s2/expire", nil, 404, "route_unknown"},
		{"POST", "/dev/codes", map[string]int{"packageId": 2001, "count": 2}, 201, `{"codes":["",""],"expiresAt":"0001-01-01T00:00:00Z"}`},
		{"POST", "/dev/codes", map[string]int{"packageId": 2001, "count": 501}, 422, "count must be from 1 to 500"},
		{"GET", "/dev/events.json", nil, 200, `{"events":[]}`},
		{"GET", "/dev/events.json?after=first", nil, 422, "\"after\\\" must be the position of an event"},
		{"GET", "/dev/payments.json?about=s1", nil, 200, `{"payments":[{"id":"a1"`},
		{"POST", "/dev/settlements", nil, 204, ""},
		{"POST", "/dev/renewals", nil, 200, `"renewals":[]`},
		{"POST", "/dev/professionals", map[string]string{"email": "p@example.com"}, 201, `{"professionalId":"p1"}`},
		{"PUT", "/dev/clock", map[string]string{"advance": "36h"}, 200, `"now":"2026-06-03T21:30:00Z"`},
		{"PUT", "/dev/clock", map[string]string{"now": "2027-01-31T12:00:00Z"}, 200, `"now":"2027-01-31T12:00:00Z"`},
		{"PUT", "/dev/clock", map[string]string{}, 422, "set either"},
		{"POST", "/dev/jobs", nil, 200, `{"jobs":0}`},
		{"PUT", "/dev/clock", map[string]any{"advance": "48h", "run": true}, 200, `"now":"2027-02-02T12:00:00Z","ahead":`},
		{"PUT", "/dev/clock", map[string]any{"advance": "48h", "run": true}, 200, `"jobs":2}`},
		{"PUT", "/dev/clock", map[string]any{"now": "2028-01-31T12:00:00Z", "run": true}, 200, `"jobs":361,"failed":["job mail_receipt: away"]}`},
		{"PUT", "/dev/clock", map[string]any{"now": "2027-01-31T12:00:00Z", "run": true}, 422, "only moves forward"},
		{"DELETE", "/dev/clock", nil, 200, `"now":"2026-06-02T09:30:00Z"`},
	}
	for _, tt := range tests {
		res := b.call(tt.method, tt.path, tt.body)
		if res.status != tt.status || !strings.Contains(string(res.body), tt.holds) {
			t.Errorf("%s %s: %d %s; want %d with %s", tt.method, tt.path, res.status, res.body, tt.status, tt.holds)
		}
	}
	if got := b.call(http.MethodGet, "/dev/outbox/m1/html", nil).header.Get("Content-Security-Policy"); !strings.Contains(got, "sandbox") || strings.Contains(got, "script-src") {
		t.Errorf("a mail's own scripts may run: %s", got)
	}
	if res := b.call(http.MethodPost, "/dev/codes", nil, "Sec-Fetch-Site", "cross-site"); res.status != http.StatusForbidden {
		t.Errorf("another site's page may mint codes: %d", res.status)
	}
	if now := clock.Now(); !now.Equal(sdktest.Start) {
		t.Errorf("the clock is at %s", now.Format(time.RFC3339))
	}
}

func TestNoDevelopmentHelpInProduction(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Site = site.Site{Environment: site.EnvironmentProduction}
		c.Dev = fixedDev(sdktest.NewClock(sdktest.Start))
	})
	for _, path := range []string{"/dev", "/dev/outbox", "/dev/clock", "/examples/marketing/", "/terms"} {
		if p := b.call(http.MethodGet, path, nil).problem(t); p.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, p.Status)
		}
	}
}

func TestMarketingPageEmbedsWithOneScriptTag(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Site = site.Site{Environment: site.EnvironmentDevelopment} })
	file := string(b.call(http.MethodGet, "/examples/marketing/", nil).body)
	if strings.Count(file, "<script") != 1 || !strings.Contains(file, `src="/embed/cojoin.js"`) || !strings.Contains(file, "<cojoin-join>") {
		t.Errorf("the page embeds otherwise:\n%s", file)
	}
}

// Typed or bookmarked addresses redirect to screens of the hosted page. Of the query, only known parameters are kept.
func TestShortAddresses(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for path, want := range map[string]string{
		"/login": "/app/join/login", "/app/login": "/app/join/login", "/app/account": "/app/join/account",
		"/login?lang=es&token=secret": "/app/join/login?lang=es", "/login?login_error=1": "/app/join/login?login_error=1",
		"/app/account?lang=%2F%2Fevil.example": "/app/join/account?lang=%2F%2Fevil.example",
	} {
		res := b.call(http.MethodGet, path, nil)
		if got := res.header.Get("Location"); res.status != http.StatusFound || got != want {
			t.Errorf("%s: %d to %s, want %s", path, res.status, got, want)
		}
	}
}

// The links of a flow lead to pages in the flow's language, also after a change of language, regardless of the browser's.
func TestLinkedPagesAreInTheFlowsLanguage(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	titles := map[string]map[string]string{
		"en": {"terms": "Terms &amp; Conditions", "privacy": "Privacy Policy", "help": "Help", "contact": "Contact"},
		"es": {"terms": "Términos y condiciones", "privacy": "Política de privacidad", "help": "Ayuda", "contact": "Contacto"},
	}
	for lang, browser := range map[string]string{"en": "es-MX", "es": "en-US"} {
		var start struct {
			Links           map[string]string            `json:"links"`
			LinksByLanguage map[string]map[string]string `json:"linksByLanguage"`
		}
		if err := json.Unmarshal(b.call(http.MethodGet, "/v1/bootstrap", nil, "Accept-Language", lang).body, &start); err != nil {
			t.Fatal(err)
		}
		for read, pages := range titles {
			links := start.Links
			if read != lang {
				links = start.LinksByLanguage[read]
			}
			for link, title := range pages {
				at, err := url.Parse(links[link])
				if err != nil {
					t.Fatal(err)
				}
				shown := string(b.call(http.MethodGet, at.RequestURI(), nil, "Accept-Language", browser).body)
				if !strings.Contains(shown, `<html lang="`+read+`">`) || !strings.Contains(shown, "<h1>"+title+"</h1>") {
					t.Errorf("%s leads to\n%s", links[link], shown)
				}
			}
		}
	}
}

func TestLinkedPagesInDevelopment(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for path, title := range map[string]string{"/terms": "Terms &amp; Conditions", "/privacy": "Privacy Policy", "/help": "Help", "/contact": "Contact"} {
		if res := b.call(http.MethodGet, path, nil); res.status != http.StatusOK || !strings.Contains(string(res.body), "<h1>"+title+"</h1>") {
			t.Errorf("%s: %d %s", path, res.status, res.body)
		}
	}
}

// A page of another release gets its files here while they are stored. Nothing else is served this way.
func TestFilesOfOtherReleases(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Widget = builtWidget() })
	other := fstest.MapFS{
		"assets/StepScreen-AbCd_123.js": {Data: []byte("export const step = 2")},
		"assets/notes.txt":              {Data: []byte("not a file of a page")},
		"join/index.html":               {Data: []byte("another page")},
	}
	for range 2 { // every server of a release publishes
		if err := sdk.PublishPageFiles(t.Context(), b.env.Pool, other); err != nil {
			t.Fatal(err)
		}
	}
	got := b.call(http.MethodGet, "/embed/assets/StepScreen-AbCd_123.js", nil)
	want := []string{"200", "export const step = 2", static.Immutable, "text/javascript; charset=utf-8"}
	if diff := cmp.Diff(want, []string{strconv.Itoa(got.status), string(got.body), got.header.Get("Cache-Control"), got.header.Get("Content-Type")}); diff != "" {
		t.Errorf("another release's file (-want +got):\n%s", diff)
	}
	for _, path := range []string{"/embed/assets/StepScreen-AbCd_124.js", "/embed/assets/notes.txt", "/embed/assets/a'b-AbCd_123.js"} {
		if res := b.call(http.MethodGet, path, nil); res.status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, res.status)
		}
	}
	next := fstest.MapFS{"assets/StepScreen-AbCd_125.js": {Data: []byte("export const step = 3")}}
	if err := sdk.PublishPageFiles(t.Context(), b.env.Pool, next); err != nil {
		t.Fatal(err)
	}
	// Moves both publications to 91 days before the test's clock.
	shifted := "UPDATE page_files SET published_at = published_at - ((SELECT max(published_at) FROM page_files) - $1::timestamptz)"
	if _, err := b.env.Pool.Exec(t.Context(), shifted, b.env.Clock.Now().AddDate(0, 0, -91)); err != nil {
		t.Fatal(err)
	}
	purged, err := b.env.Client.Privacy.Purge(t.Context())
	if err != nil || purged.PageFiles != 1 {
		t.Errorf("purged %+v, want one page file (%v)", purged, err)
	}
}
