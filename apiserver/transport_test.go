package apiserver

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestLookupsAreCachedByLanguage(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	english := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "en")
	spanish := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "es-MX")
	tag := english.header.Get("ETag")
	if tag == "" || tag == spanish.header.Get("ETag") {
		t.Errorf("ETags %q and %q, want two that differ", tag, spanish.header.Get("ETag"))
	}
	if got := english.header.Get("Cache-Control"); got != "public, max-age=300" {
		t.Errorf("Cache-Control %q", got)
	}
	if got := strings.Join(english.header.Values("Vary"), ", "); !strings.Contains(got, "Accept-Language") {
		t.Errorf("Vary %q, want Accept-Language in it", got)
	}
	again := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "en", "If-None-Match", tag)
	if again.status != http.StatusNotModified || len(again.body) != 0 {
		t.Errorf("asked again: %d with %d bytes, want 304 with none", again.status, len(again.body))
	}
	if other := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "es", "If-None-Match", tag); other.status != http.StatusOK {
		t.Errorf("in the other language: %d, want 200", other.status)
	}
	var list CountryList
	spanish.into(t, &list)
	for _, c := range list.Countries {
		if c.Code == "US" && c.Name != "Estados Unidos" {
			t.Errorf("US is called %q in Spanish", c.Name)
		}
	}
}

// Every look-up of the table answers, and is cached.
func TestLookupsAnswer(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	replace := strings.NewReplacer("{country}", "US", "{region}", "FL")
	for _, r := range routes {
		if r.caching != cacheLookup {
			continue
		}
		path := replace.Replace(r.path)
		if r.id == "listPackages" {
			path += "?group=P0"
		}
		res := b.call(r.method, path, nil)
		if res.status != http.StatusOK || res.header.Get("ETag") == "" || len(res.body) < 20 {
			t.Errorf("%s: %d, ETag %q, %s", path, res.status, res.header.Get("ETag"), res.body)
		}
	}
	var zones TimeZoneList
	b.call(http.MethodGet, "/v1/countries/US/regions/FL/timezones", nil).into(t, &zones)
	if len(zones.TimeZones) != 2 {
		t.Errorf("Florida has %d time zones, want 2", len(zones.TimeZones))
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Origins = []string{"https://www.example.com"} })
	preflight := func(origin string) http.Header {
		res := b.call(http.MethodOptions, "/v1/signups", nil, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "registration-key")
		if res.status != http.StatusNoContent {
			t.Errorf("preflight from %s: %d", origin, res.status)
		}
		return res.header
	}
	listed := preflight("https://www.example.com")
	got := []string{listed.Get("Access-Control-Allow-Origin"), listed.Get("Access-Control-Allow-Methods"), listed.Get("Access-Control-Allow-Headers"), listed.Get("Access-Control-Allow-Credentials")}
	if diff := cmp.Diff([]string{"https://www.example.com", corsMethods, corsHeaders, ""}, got); diff != "" {
		t.Errorf("listed origin (-want +got):\n%s", diff)
	}
	for _, origin := range []string{"https://evil.example", "http://www.example.com", "https://www.example.com.evil.example", "null"} {
		if h := preflight(origin); h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s is allowed as %s", origin, h.Get("Access-Control-Allow-Origin"))
		}
	}
	res := b.call(http.MethodGet, "/v1/countries", nil, "Origin", "https://www.example.com")
	if res.header.Get("Access-Control-Allow-Origin") != "https://www.example.com" || res.header.Get("Access-Control-Expose-Headers") != corsExposed {
		t.Errorf("a call of a listed origin: %v", res.header)
	}
}

func TestRateLimitOfWrites(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Writes = caller.Limit{Count: 2, Per: time.Minute} }))
	send := func() reply {
		return b.call(http.MethodPost, "/v1/signups", map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{}})
	}
	limits := func(r reply) []string {
		return []string{statusText(r.status), r.header.Get("RateLimit-Limit"), r.header.Get("RateLimit-Remaining"), r.header.Get("RateLimit-Reset"), r.header.Get("Retry-After")}
	}
	got := [][]string{limits(send()), limits(send()), limits(send())}
	want := [][]string{{"409", "2", "1", "60", ""}, {"409", "2", "0", "60", ""}, {"429", "2", "0", "60", "60"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	if res := b.call(http.MethodGet, "/v1/countries", nil); res.status != http.StatusOK {
		t.Errorf("a look-up is limited, too: %d", res.status)
	}
}

func TestSaturationAnswers503(t *testing.T) {
	t.Parallel()
	rec, status := callOnce(t, 0, http.NotFoundHandler())
	if rec.status != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") != "1" {
		t.Errorf("got %d, Retry-After %q; want 503 and 1", rec.status, rec.Header().Get("Retry-After"))
	}
	if status != "503" {
		t.Errorf("the call is counted with status %q, and alerts don't see it", status)
	}
}

func TestPanicIsCountedAsFailure(t *testing.T) {
	t.Parallel()
	if _, status := callOnce(t, 1, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake") })); status != "500" {
		t.Errorf("the call is counted with status %q, and alerts don't see it", status)
	}
}

// callOnce makes one call of a route that admits inFlight concurrent calls, and returns the answer and the status in
// its metrics.
func callOnce(t *testing.T, inFlight int, handler http.Handler) (*recorder, string) {
	t.Helper()
	registry := prometheus.NewRegistry()
	s := &server{turns: make(chan struct{}, inFlight)}
	s.cfg.Timeout = time.Minute
	var err error
	if s.metrics, err = newCallMetrics(registry, func() int { return 0 }); err != nil {
		t.Fatal(err)
	}
	rec := &recorder{ResponseWriter: httptest.NewRecorder()}
	func() {
		defer func() { _ = recover() }()
		s.routed(routes[0], handler).ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/bootstrap", nil))
	}()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, label := range family.GetMetric()[0].GetLabel() {
			if label.GetName() == "status" {
				return rec, label.GetValue()
			}
		}
	}
	return rec, ""
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	if res := b.call(http.MethodGet, "/readyz", nil); res.status != http.StatusOK || string(res.body) != "ready\n" {
		t.Errorf("got %d %q", res.status, res.body)
	}
	down := setup(t, func(c *Config) { c.Ready = closedDatabase })
	down.env.Pool.Close()
	if p := down.call(http.MethodGet, "/readyz", nil).problem(t); p.Status != http.StatusServiceUnavailable || p.Code != "server_not_ready" {
		t.Errorf("without a database: %d %s", p.Status, p.Code)
	}
	if res := down.call(http.MethodGet, "/livez", nil); res.status != http.StatusOK {
		t.Errorf("/livez without a database: %d", res.status)
	}
}

func TestAcceptedLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string][2]string{
		"": {"en", "en"}, "es": {"es", "es"}, "es-MX,en;q=0.8": {"es", "es-MX"}, "fr,es;q=0.4,en;q=0.2": {"es", "es"},
		"de": {"en", "en"}, "en;q=0.1, es-419;q=0.9": {"es", "es-419"}, "%%%": {"en", "en"}, strings.Repeat("es,", 200): {"en", "en"},
	} {
		lang, locale := acceptedLanguage(header)
		if got := [2]string{lang, locale}; got != want {
			t.Errorf("%.20q: %v, want %v", header, got, want)
		}
	}
}

func closedDatabase(context.Context) error { return errors.New("no database") }
