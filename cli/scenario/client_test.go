package scenario

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// failing answers its first calls like a server that is being replaced, and records every call.
type failing struct {
	mu    sync.Mutex
	ways  []func(http.ResponseWriter)
	calls []string
}

func (f *failing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, r.Method+" "+r.Header.Get("Idempotency-Key")+" "+string(body))
	if len(f.ways) > 0 {
		way := f.ways[0]
		f.ways = f.ways[1:]
		way(w)
		return
	}
	_, _ = io.WriteString(w, `{}`)
}

func cut(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

func status(code int, body string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// An unanswered call is retried unchanged if that is safe.
func TestCallsAreRetried(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method, key string
		ways        []func(http.ResponseWriter)
		calls       int
		repeats     int64
		status      int
	}{
		"cut off, with a key":    {"PUT", "key-1234", []func(http.ResponseWriter){cut, cut}, 3, 2, 200},
		"balancer without one":   {"PUT", "key-1234", []func(http.ResponseWriter){status(502, "<html>"), status(504, ""), status(503, `{"code":"server_not_ready"}`)}, 4, 3, 200},
		"the first still runs":   {"POST", "key-1234", []func(http.ResponseWriter){status(409, `{"code":"in_progress"}`)}, 2, 1, 200},
		"another conflict":       {"POST", "key-1234", []func(http.ResponseWriter){status(409, `{"code":"registration_paid"}`)}, 1, 0, 409},
		"a read":                 {"GET", "", []func(http.ResponseWriter){cut}, 2, 1, 200},
		"without a key":          {"POST", "", []func(http.ResponseWriter){status(502, "")}, 1, 0, 502},
		"our own fault":          {"POST", "key-1234", []func(http.ResponseWriter){status(500, "")}, 1, 0, 500},
		"too many, without key":  {"POST", "", []func(http.ResponseWriter){status(429, "")}, 2, 0, 200},
		"unready, without a key": {"POST", "", []func(http.ResponseWriter){status(503, "")}, 1, 0, 503},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &failing{ways: test.ways}
			server := httptest.NewServer(f)
			defer server.Close()
			c := &client{http: server.Client(), server: server.URL, seen: &seen{}}
			c.seen.answered.Store(true)
			res, err := c.call(t.Context(), test.method, "/", nil, test.key)
			if err != nil || res.Status != test.status {
				t.Fatalf("status %d, %v; want %d", res.Status, err, test.status)
			}
			want := make([]string, test.calls)
			for i := range want {
				want[i] = test.method + " " + test.key + " "
			}
			if diff := cmp.Diff(want, f.calls); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if n := c.seen.repeats.Load(); n != test.repeats {
				t.Errorf("%d repeats are counted, want %d", n, test.repeats)
			}
		})
	}
}

// The client doesn't wait for a server that was never reachable.
func TestMissingServerFailsImmediately(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	c := &client{http: http.DefaultClient, server: server.URL, seen: &seen{}}
	if _, err := c.call(t.Context(), http.MethodGet, "/", nil, ""); err == nil || c.seen.repeats.Load() != 0 {
		t.Errorf("%v after %d repeats", err, c.seen.repeats.Load())
	}
}
