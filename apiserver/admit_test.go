package apiserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// halfSend starts a call and never sends the rest of its body.
func (b *bundle) halfSend(path, contentType string) net.Conn {
	b.t.Helper()
	conn, err := (&net.Dialer{}).DialContext(b.t.Context(), "tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: 500\r\n\r\nbt_signature=", path, contentType); err != nil {
		b.t.Fatal(err)
	}
	return conn
}

// Slow senders of bodies don't hold a turn: other calls from any address are served.
func TestSlowBodiesHoldNoTurn(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.InFlight, c.PerAddress = 8, -1 })
	for range 15 {
		b.halfSend("/v1/webhooks/braintree", formType)
		b.halfSend("/v1/signups", "application/json")
	}
	for deadline := time.Now().Add(5 * time.Second); b.server.lanes.bodies.Taken() < 30; {
		if time.Now().After(deadline) {
			t.Fatalf("%d of 30 bodies are being read", b.server.lanes.bodies.Taken())
		}
	}
	for range 5 {
		if res := b.call(http.MethodGet, "/v1/bootstrap", nil); res.status != http.StatusOK {
			t.Errorf("another call: %d", res.status)
		}
		if _, key := b.signup(1); key == "" {
			t.Error("sign-up fails")
		}
	}
	if res := b.call(http.MethodGet, "/readyz", nil); res.status != http.StatusOK {
		t.Errorf("/readyz: %d, while every turn is free", res.status)
	}
}

// A stalled body gets 408, and its connection is closed.
func TestSlowBodyTimesOut(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	conn := b.halfSend("/v1/signups", "application/json")
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	start := time.Now()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusRequestTimeout || !strings.Contains(string(raw), `"request_timed_out"`) || !res.Close {
		t.Errorf("%d, closing %v: %s", res.StatusCode, res.Close, raw)
	}
	if took := time.Since(start); took < bodies.Grace || took > bodies.Limit {
		t.Errorf("the request timed out after %s", took)
	}
	if log := b.log.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log has a failure:\n%s", log)
	}
}

// An aborted body isn't a failure of the server.
func TestAbortedBodyIsNoFailure(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	_ = b.halfSend("/v1/signups", "application/json").Close()
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(b.log.String(), `"status":499`); {
		if time.Now().After(deadline) {
			t.Fatalf("no call is logged as broken off:\n%s", b.log.String())
		}
		time.Sleep(time.Millisecond)
	}
	if log := b.log.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log has a failure:\n%s", log)
	}
}

// An address that holds its share of turns gets no other one, but another address does.
func TestTurnsAreSharedAmongAddresses(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.InFlight, c.PerAddress = 16, 4
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for range 4 {
		if !b.server.lanes.calls.Take("203.0.113.9", everyTurn) {
			t.Fatal("an address has no share")
		}
	}
	got := map[string]string{}
	for _, from := range []string{"203.0.113.9", "203.0.113.10"} {
		res := b.call(http.MethodGet, "/v1/bootstrap", nil, "X-Forwarded-For", from)
		got[from] = fmt.Sprintf("%d, Retry-After %q", res.status, res.header.Get("Retry-After"))
	}
	want := map[string]string{"203.0.113.9": `503, Retry-After "1"`, "203.0.113.10": `200, Retry-After ""`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// Webhooks, pages and health checks work while every turn of the API is taken, and the API works while theirs are.
func TestLanesAreSeparate(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.InFlight, c.PerAddress, c.Widget = 8, -1, builtWidget() })
	statuses := func() map[string]int {
		return map[string]int{
			"call":    b.call(http.MethodGet, "/v1/bootstrap", nil).status,
			"webhook": b.call(http.MethodPost, "/v1/webhooks/braintree", "bt_signature=x&bt_payload=y", "Content-Type", formType).status,
			"page":    b.call(http.MethodGet, "/app/join", nil).status,
			"alive":   b.call(http.MethodGet, "/livez", nil).status,
		}
	}
	l := b.server.lanes
	for name, tc := range map[string]struct {
		fill interface {
			Take(string, int) bool
			Return(string)
		}
		want map[string]int
	}{
		"calls":    {l.calls, map[string]int{"call": 503, "webhook": 403, "page": 200, "alive": 200}},
		"webhooks": {l.webhooks, map[string]int{"call": 200, "webhook": 503, "page": 200, "alive": 200}},
		"pages":    {l.pages, map[string]int{"call": 200, "webhook": 403, "page": 503, "alive": 200}},
		"open":     {l.open, map[string]int{"call": 503, "webhook": 503, "page": 200, "alive": 200}},
	} {
		taken := 0
		for tc.fill.Take("203.0.113.9", everyTurn) {
			taken++
		}
		if diff := cmp.Diff(tc.want, statuses()); diff != "" {
			t.Errorf("with every turn of the %s taken (-want +got):\n%s", name, diff)
		}
		for range taken {
			tc.fill.Return("203.0.113.9")
		}
	}
}

// Slow readers don't hold a turn, regardless of the number of their requests.
func TestSlowReadersHoldNoTurn(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.InFlight, c.PerAddress = 4, -1 },
		sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Reads.Count = -1 }))
	var readers sync.WaitGroup
	for range 5 {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(b.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(1 << 10)
		}
		readers.Go(func() {
			for err := error(nil); err == nil; { // until unread responses fill every buffer
				_ = conn.SetWriteDeadline(time.Now().Add(500 * time.Millisecond))
				_, err = io.WriteString(conn, strings.Repeat("GET /v1/countries HTTP/1.1\r\nHost: x\r\n\r\n", 100))
			}
		})
	}
	readers.Wait()
	// A busy machine may still process earlier requests.
	for deadline := time.Now().Add(5 * time.Second); ; {
		res := b.call(http.MethodGet, "/v1/countries", nil)
		if res.status == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("another call: %d", res.status)
		}
	}
}

func TestReadinessReportsSaturation(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.InFlight, c.PerAddress = 4, -1 })
	for b.server.lanes.calls.Take("", everyTurn) {
		continue
	}
	if res := b.call(http.MethodGet, "/readyz", nil); res.status != http.StatusOK {
		t.Errorf("in the first moment: %d", res.status)
	}
	for deadline := time.Now().Add(2 * saturatedFor); ; time.Sleep(50 * time.Millisecond) {
		res := b.call(http.MethodGet, "/readyz", nil)
		if p := res.header.Get("Content-Type"); p == "application/problem+json" {
			if code := res.problem(t).Code; code != problem.Overloaded || res.header.Get("Retry-After") != "1" {
				t.Errorf("%d %s, Retry-After %q", res.status, code, res.header.Get("Retry-After"))
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a server without a free turn is ready")
		}
	}
	b.server.lanes.calls.Return("")
	b.server.lanes.calls.Return("")
	if res := b.call(http.MethodGet, "/readyz", nil); res.status != http.StatusOK {
		t.Errorf("with turns again: %d", res.status)
	}
}

func TestReadsAreLimited(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Reads = caller.Limit{Count: 2, Per: time.Hour} }))
	var got []string
	for range 3 {
		res := b.call(http.MethodGet, "/v1/countries", nil)
		got = append(got, fmt.Sprint(res.status, " ", res.header.Get("Retry-After") != ""))
	}
	if diff := cmp.Diff([]string{"200 false", "200 false", "429 true"}, got); diff != "" {
		t.Errorf("reads (-want +got):\n%s", diff)
	}
}

// NUL and invalid UTF-8 in any part of a call are rejected before the operation.
func TestUnreadableCallsAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for name, tc := range map[string]struct {
		method, path string
		body         any
		contentType  string
		want         string
	}{
		"NUL in a path":            {"GET", "/v1/signups/%00", nil, "", "422 request_invalid"},
		"NUL in a page's path":     {"GET", "/embed/assets/%00.js", nil, "", "422 request_invalid"},
		"broken UTF-8 in a path":   {"GET", "/v1/countries/%ff/regions", nil, "", "422 request_invalid"},
		"NUL in a query":           {"GET", "/v1/pricing-groups?country=%00", nil, "", "422 request_invalid"},
		"broken UTF-8 in a query":  {"GET", "/v1/packages?group=%ff", nil, "", "422 request_invalid"},
		"NUL in a link's address":  {"POST", "/v1/links", `{"email":"a\u0000@example.com"}`, "application/json", "400 request_malformed"},
		"NUL in a sign-up":         {"POST", "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"\u0000"}}`, "application/json", "400 request_malformed"},
		"NUL in a professional":    {"POST", "/v2/professional/users/validator", `{"a":"\u0000"}`, "application/json", "400 request_malformed"},
		"broken UTF-8 in a body":   {"POST", "/v1/links", "{\"email\":\"\xff@example.com\"}", "application/json", "400 request_malformed"},
		"NUL in a username":        {"POST", "/login", "username=%00&password=x", formType, "400 request_malformed"},
		"broken UTF-8 in a form":   {"POST", "/login", "username=%ff&password=x", formType, "400 request_malformed"},
		"a member twice":           {"POST", "/v1/links", `{"email":"a@example.com","email":"b@example.com"}`, "application/json", "400 request_malformed"},
		"nested":                   {"POST", "/v1/events", `{"events":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}", "application/json", "400 request_malformed"},
		"a login in plain text":    {"POST", "/login", "username=a&password=b", "text/plain", "415 media_type_unsupported"},
		"a login in JSON":          {"POST", "/login", `{"username":"a"}`, "application/json", "415 media_type_unsupported"},
		"a webhook in plain text":  {"POST", "/v1/webhooks/braintree", "bt_signature=a", "text/plain", "415 media_type_unsupported"},
		"a good login is answered": {"POST", "/login", "username=a&password=b", formType, "200 "},
	} {
		res := b.call(tc.method, tc.path, tc.body, "Content-Type", tc.contentType)
		got := fmt.Sprint(res.status, " ")
		if res.status >= 400 {
			got += string(res.problem(t).Code)
		}
		if got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
	if log := b.log.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log has failures:\n%s", log)
	}
}

// A server that shuts down isn't ready, but doesn't log an error for every check.
func TestShutdownIsNoFailure(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Ready = func(context.Context) error { return ErrLeaving } })
	for range 3 {
		if res := b.call(http.MethodGet, "/readyz", nil); res.status != http.StatusServiceUnavailable {
			t.Errorf("/readyz: %d, want 503", res.status)
		}
	}
	for _, level := range []slog.Level{slog.LevelWarn, slog.LevelError} {
		if log := b.log.String(); strings.Contains(log, `"level":"`+level.String()+`"`) {
			t.Errorf("the log has level %s:\n%s", level, log)
		}
	}
}
