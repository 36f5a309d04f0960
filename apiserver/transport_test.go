package apiserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/apiserver/admission"
	"github.com/cojoin/cojoin/apiserver/page"
	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
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
	// A shared cache keeps an answer for each of these: a partner's answer is no one else's.
	if got := strings.Join(english.header.Values("Vary"), ", "); got != "Origin, Accept-Language, Referrer-Key" {
		t.Errorf("Vary %q", got)
	}
	again := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "en", "If-None-Match", tag)
	if again.status != http.StatusNotModified || len(again.body) != 0 {
		t.Errorf("repeated request: %d with %d bytes, want 304 with none", again.status, len(again.body))
	}
	// Proxies that compress a response weaken its tag. A browser may send several tags.
	for held, want := range map[string]int{"W/" + tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200, `W/"other"`: 200, "": 200} {
		if res := b.call(http.MethodGet, "/v1/countries", nil, "Accept-Language", "en", "If-None-Match", held); res.status != want {
			t.Errorf("repeated request with %s: %d, want %d", held, res.status, want)
		}
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

// Every look-up of the table works and is cacheable.
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
	// Retry-After is never too short: half a second is rounded up.
	b.env.Clock.Advance(59500 * time.Millisecond)
	if diff := cmp.Diff([]string{"429", "2", "0", "1", "1"}, limits(send())); diff != "" {
		t.Errorf("half a second before the end (-want +got):\n%s", diff)
	}
	b.env.Clock.Advance(time.Second)
	if diff := cmp.Diff([]string{"409", "2", "1", "60", ""}, limits(send())); diff != "" {
		t.Errorf("a second later (-want +got):\n%s", diff)
	}
}

// Of eight concurrent calls, sign-ups start while half are free. The last quarter is reserved for people who have paid.
func TestSaturationAnswers503(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		route    route
		lastIn   int64 // running calls with which another one is admitted
		firstOut int64
	}{
		"begins a sign-up": {route{method: get, path: "/first"}.begins(), 3, 4},
		"goes on":          {route{method: get, path: "/next"}, 5, 6},
		"has paid":         {route{method: get, path: "/last"}.afterPaying(), 7, 8},
	} {
		if rec, _ := callOnce(t, tc.route, tc.lastIn, http.NotFoundHandler()); rec.Status != http.StatusNotFound {
			t.Errorf("%s, with %d in progress: %d, want it admitted", name, tc.lastIn, rec.Status)
		}
		rec, status := callOnce(t, tc.route, tc.firstOut, http.NotFoundHandler())
		if rec.Status != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") != "1" {
			t.Errorf("%s, with %d in progress: %d, Retry-After %q; want 503 and 1", name, tc.firstOut, rec.Status, rec.Header().Get("Retry-After"))
		}
		if status != "503" {
			t.Errorf("%s: the call is counted with status %q, and alerts don't see it", name, status)
		}
	}
}

func TestPanicIsCountedAsFailure(t *testing.T) {
	t.Parallel()
	if _, status := callOnce(t, routes[0], 0, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake") })); status != "500" {
		t.Errorf("the call is counted with status %q, and alerts don't see it", status)
	}
}

// A disconnected caller isn't a failure of the server, neither in metrics nor in the log.
func TestDisconnectIsNoFailure(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	b := setup(t, func(c *Config) { c.Metrics = registry })
	id, key := b.signup(1)
	hungUp, hangUp := context.WithCancel(t.Context())
	hangUp()
	for _, call := range [][2]string{{"GET", "/v1/signups/" + id}, {"PUT", "/v1/signups/" + id}, {"POST", "/login"}} {
		req := httptest.NewRequestWithContext(hungUp, call[0], call[1], strings.NewReader(`{"sections":["SECURITY_CODE"],"securityCode":"1234","confirmCode":"1234"}`))
		req.Header.Set("Registration-Key", key)
		req.Header.Set("Content-Type", "application/json")
		if call[1] == "/login" {
			req.Header.Set("Content-Type", formType)
		}
		rec := httptest.NewRecorder()
		b.handler.ServeHTTP(rec, req)
		if rec.Code != 499 {
			t.Errorf("%v answers %d, want 499", call, rec.Code)
		}
	}
	if log := b.log.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log has failures:\n%s", log)
	}
	got := statusesOf(t, registry)
	want := map[string]string{"POST /v1/signups": "201", "GET /v1/signups/{signupId}": "499", "PUT /v1/signups/{signupId}": "499", "POST /login": "499"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses that are counted (-want +got):\n%s", diff)
	}
}

// statusesOf returns the status of each route in a registry.
func statusesOf(t *testing.T, registry *prometheus.Registry) map[string]string {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	statuses := map[string]string{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			labels := map[string]string{}
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = label.GetValue()
			}
			if route, ok := labels["route"]; ok {
				statuses[route] = labels["status"]
			}
		}
	}
	return statuses
}

// callOnce calls a route once, on a server with room for eight concurrent calls and some already running. It returns the response and the status in
// its metrics.
func callOnce(t *testing.T, r route, inProgress int64, handler http.Handler) (*request.Recorder, string) {
	t.Helper()
	registry := prometheus.NewRegistry()
	s := &server{lanes: newLanes(8, -1), reads: admission.NewWindow(-1, time.Minute)}
	s.cfg.InFlight = 8
	for range inProgress {
		s.lanes.calls.Take("", everyTurn)
	}
	s.cfg.Timeout = time.Minute
	var err error
	if s.metrics, err = newCallMetrics(registry, func() int { return 0 }); err != nil {
		t.Fatal(err)
	}
	rec := &request.Recorder{ResponseWriter: httptest.NewRecorder()}
	func() {
		defer func() { _ = recover() }()
		s.routed(r, handler).ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, r.path, nil))
	}()
	return rec, statusesOf(t, registry)[r.method+" "+r.path]
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
		"": {"en", "en"}, "es": {"es", "es"}, "es-MX,en;q=0.8": {"es", "es-MX"}, "eo,es;q=0.4,en;q=0.2": {"es", "es"},
		"de": {"en", "en"}, "en;q=0.1, es-419;q=0.9": {"es", "es-419"}, "%%%": {"en", "en"}, strings.Repeat("es,", 200): {"en", "en"},
	} {
		lang, locale := request.Language(header)
		if got := [2]string{lang, locale}; got != want {
			t.Errorf("%.20q: %v, want %v", header, got, want)
		}
	}
}

func closedDatabase(context.Context) error { return errors.New("no database") }

// A timeout and an unreachable database return 503 with Retry-After. Any other error that isn't the caller's is
// reported as a failure.
func TestFailuresByTheirCause(t *testing.T) {
	t.Parallel()
	type response struct {
		status     int
		code       string
		retryAfter string
	}
	for name, tc := range map[string]struct {
		err  error
		want response
	}{
		"too slow":      {fmt.Errorf("read: %w", context.DeadlineExceeded), response{503, "server_too_slow", "5"}},
		"hung up":       {fmt.Errorf("read: %w", context.Canceled), response{499, "request_canceled", ""}},
		"database away": {fmt.Errorf("read: %w", &pgconn.PgError{Code: "57P03"}), response{503, "server_not_ready", "1"}},
		"a mistake":     {errors.New("nil map"), response{500, "genericErrorMessage", ""}},
	} {
		var p *problem.Details
		if !errors.As(problem.Of(t.Context(), tc.err), &p) {
			t.Fatalf("%s: no problem", name)
		}
		if diff := cmp.Diff(tc.want, response{p.Status, string(p.Code), p.GetHeaders().Get("Retry-After")}, cmp.AllowUnexported(response{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMissingTokenNamesTheScheme(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	if res := b.call(http.MethodGet, "/v1/subscriptions", nil); res.status != http.StatusUnauthorized || res.header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%d with WWW-Authenticate %q, want 401 with Bearer", res.status, res.header.Get("WWW-Authenticate"))
	}
}

// Every call has a deadline. Calls that wait for the payment provider or the next event have a later one.
func TestCallsHaveDeadlines(t *testing.T) {
	t.Parallel()
	s := &server{lanes: newLanes(1, -1), reads: admission.NewWindow(-1, time.Minute)}
	s.cfg.InFlight, s.cfg.Timeout, s.cfg.PaymentTimeout = 1, time.Hour, 3*time.Hour
	var err error
	if s.metrics, err = newCallMetrics(nil, nil); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, r := range routes {
		r.token, r.form = tokenSignature, false // skips the check for a token and the limit
		s.routed(r, http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
			deadline, has := req.Context().Deadline()
			kind := "late"
			if left := time.Until(deadline); !has || left > 3*time.Hour {
				kind = "none"
			} else if left <= time.Hour {
				kind = "soon"
			}
			got[kind] = append(got[kind], r.id)
		})).ServeHTTP(&request.Recorder{ResponseWriter: httptest.NewRecorder()}, httptest.NewRequestWithContext(t.Context(), r.method, "/", nil))
	}
	late := []string{
		"createClientToken", "paySignup", "createSubscriptionClientToken", "replacePaymentMethod", "payAgain", "payInvitation", "hearBraintree", "buyCodes", "createCodeClientToken", "readHostFeed",
	}
	if diff := cmp.Diff(late, got["late"]); diff != "" || len(got["none"]) > 0 || len(got["soon"]) != len(routes)-len(late) {
		t.Errorf("without a deadline: %v; calls with the later one (-want +got):\n%s", got["none"], diff)
	}
}

// If a handler aborts its response, the connection is closed and no error is logged.
func TestAbortedResponseIsNoFailure(t *testing.T) {
	t.Parallel()
	log := &sdktest.Log{}
	s := &server{tracer: noop.NewTracerProvider().Tracer(""), pages: page.New(page.Config{})}
	s.cfg.Log = slog.New(slog.NewJSONHandler(log, nil))
	defer func() {
		if p := recover(); p != http.ErrAbortHandler { //nolint:errorlint // net/http compares it this way, too
			t.Errorf("the handler panics with %v, want http.ErrAbortHandler", p)
		}
		if strings.Contains(log.String(), "panic") {
			t.Errorf("the log has an error: %s", log.String())
		}
	}()
	s.outermost(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
}
