package attack

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/secret"
)

// careless is a server without any guard.
func careless() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+questionPath, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("RateLimit-Remaining", "59") // each address's first call
		_, _ = io.Copy(io.Discard, r.Body)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // waits for the rest, forever
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Security-Policy", "script-src 'self' 'unsafe-inline'")
	})
	return mux
}

func targetOf(t *testing.T, address string) *Target {
	t.Helper()
	public, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return &Target{Public: public, Production: true, Patience: 300 * time.Millisecond, client: newClient()}
}

// Every attack succeeds against a server without guards, and reports its finding.
func TestInsecureServerIsRed(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(careless())
	t.Cleanup(server.Close)
	got := map[string]Finding{}
	for _, f := range Run(t.Context(), *targetOf(t, server.URL)) {
		got[f.Attack] = f
		if f.Advice == "" {
			t.Errorf("%s has no advice", f.Attack)
		}
	}
	want := map[string]struct {
		result Result
		found  string
	}{
		"transport":         {Untried, "an address of this machine: nothing goes over a network"},
		"private port":      {Untried, "an address of this machine: run it where the internet sees the installation"},
		"private pages":     {Broken, "found at the public address: /metrics (200), /debug/pprof/ (200), /jobs (200), /v1/admin/catalogs (200)"},
		"development pages": {Broken, "found at the public address: /dev (200), /dev/outbox.json (200), /dev/clock (200)"},
		"headers": {Broken, "missing or too weak: Content-Security-Policy of /app/join, X-Content-Type-Options of /app/join, Referrer-Policy of /app/join, " +
			"Content-Security-Policy of /v1/countries, X-Content-Type-Options of /v1/countries"},
		"unknown origin":      {Broken, "pages of https://attacker.invalid may read the answer to GET /v1/countries"},
		"forged address":      {Broken, "each forged X-Forwarded-For has a limit of its own"},
		"oversized body":      {Broken, "a body of 72 KiB: answered with 200"},
		"deep JSON":           {Broken, "arrays 1000 deep: answered with 200; objects 1000 deep: answered with 200"},
		"duplicate members":   {Broken, "a member named twice: answered with 200"},
		"formulas in exports": {Held, "this command's exports show them as text"},
		"slow headers":        {Broken, "8 of 8 connections with unfinished headers are still open after 300ms"},
		"slow bodies":         {Broken, "8 of 8 connections with half-sent bodies are still open after 300ms"},
		"unreadable text": {Broken, "NUL in a body: answered with 200; NUL in a path: answered with 200; NUL in a query: answered with 200; broken UTF-8 in a body: answered with 200; " +
			"broken UTF-8 in a header: answered with 200; broken UTF-8 in a path: answered with 200; broken UTF-8 in a query: answered with 200"},
	}
	for name, w := range want {
		if f := got[name]; f.Result != w.result || f.Found != w.found {
			t.Errorf("%s: %s, %q, want %s, %q", name, f.Result, f.Found, w.result, w.found)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d attacks, and %d are tried here", len(got), len(want))
	}
}

// Development pages on a loopback address don't fail the check.
func TestLocalDevelopmentIsDoubtful(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(careless())
	t.Cleanup(server.Close)
	target := targetOf(t, server.URL)
	target.Production = false
	if v := tryDevelopmentPages(t.Context(), target); v.result != Doubtful {
		t.Errorf("%+v", v)
	}
}

// The attack succeeds if slow clients hold the server's turns, even if the server closes their connections in the end.
func TestSlowClientsHoldingTurnsAreRed(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(server.Close)
	want := broken("while 8 connections hold half-sent bodies, another call gets 503")
	if diff := cmp.Diff(want, trySlowBodies(t.Context(), targetOf(t, server.URL)), cmp.AllowUnexported(verdict{})); diff != "" {
		t.Error(diff)
	}
}

// The attack succeeds if a changing call counts against no limit. A used-up limit proves nothing.
func TestUnlimitedCallIsRed(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]Result{http.StatusUnprocessableEntity: Broken, http.StatusTooManyRequests: Untried} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(server.Close)
		if v := tryForgedAddress(t.Context(), targetOf(t, server.URL)); v.result != want {
			t.Errorf("%d: %+v, want %s", status, v, want)
		}
	}
}

// Over a network, the connection must be encrypted, with TLS 1.2 or newer and a trusted certificate.
func TestTransport(t *testing.T) {
	t.Parallel()
	plain := targetOf(t, "http://join.example.com")
	if v := tryTransport(t.Context(), plain); v != broken("http: passwords and names travel unencrypted") {
		t.Errorf("plain: %+v", v)
	}
	for name, c := range map[string]struct {
		least   uint16
		trusted bool
		want    verdict
	}{
		"sound":   {tls.VersionTLS12, true, held("TLS 1.3, nothing older than 1.2, and nothing unencrypted")},
		"old":     {tls.VersionTLS10, true, broken("accepts TLS 1.1 and older")},
		"unknown": {tls.VersionTLS12, false, broken("no connection that browsers trust: tls: failed to verify certificate: x509: certificate signed by unknown authority")},
	} {
		server := httptest.NewUnstartedServer(careless())
		server.TLS = &tls.Config{MinVersion: c.least} //nolint:gosec // the attack must succeed
		server.Config.ErrorLog = nil
		server.StartTLS()
		t.Cleanup(server.Close)
		target := targetOf(t, server.URL)
		if c.trusted {
			target.client = server.Client()
		}
		if got := target.tryTLS(t.Context()); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// The private listener must not answer by the public name.
func TestPrivatePort(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(careless())
	target := targetOf(t, "https://127.0.0.1")
	port := strings.TrimPrefix(server.URL, "http://127.0.0.1:")
	if v := target.portAnswers(t.Context(), port); v.result != Broken {
		t.Errorf("open: %+v", v)
	}
	server.Close()
	if v := target.portAnswers(t.Context(), port); v != held("127.0.0.1:"+port+" can't be reached from here") {
		t.Errorf("closed: %+v", v)
	}
}

// One cell with a formula is enough for the attack to succeed.
func TestFormulaInAnExportIsRed(t *testing.T) {
	t.Parallel()
	for export, want := range map[string]Result{"name\n'=1,'+1\n": Held, "name\n'=1,+1\n": Broken, "name\n": Broken} {
		if v := judgeExport(export, 2); v.result != want {
			t.Errorf("%q: %+v, want %s", export, v, want)
		}
	}
}

// Nothing is attacked before the private address has accepted the operator's token and the public one has recognized the new host token.
func TestProof(t *testing.T) {
	t.Parallel()
	const operator = "operator-operator-operator-operator"
	for name, c := range map[string]struct {
		token   string
		public  func(bearer string) int
		private func(w http.ResponseWriter) // nil: creates a token
		want    string
		revoked bool
	}{
		"ours":           {token: operator, public: recognizes("made"), revoked: true},
		"another token":  {token: "guess", public: recognizes("made"), want: "rejects this operator's token"},
		"not our public": {token: operator, public: func(string) int { return http.StatusForbidden }, want: "isn't the public address of the installation", revoked: true},
		"another database": {
			token: operator, public: func(string) int { return http.StatusUnauthorized }, want: "isn't the public address of the installation", revoked: true,
		},
		"no operators' API": {token: operator, public: recognizes("made"), private: func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }, want: "answers an operator's call with 404"},
		"something else":    {token: operator, public: recognizes("made"), private: func(w http.ResponseWriter) { w.WriteHeader(http.StatusCreated) }, want: "with an unexpected body"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			public := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(c.public(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
			}))
			t.Cleanup(public.Close)
			revoked := false
			private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Header.Get("Authorization") != "Bearer "+operator:
					w.WriteHeader(http.StatusUnauthorized)
				case r.Method == http.MethodDelete:
					revoked = r.URL.Path == tokensPath+"/id"
					w.WriteHeader(http.StatusNoContent)
				case c.private != nil:
					c.private(w)
				default:
					w.WriteHeader(http.StatusCreated)
					_, _ = w.Write([]byte(`{"id":"id","token":"made"}`))
				}
			}))
			t.Cleanup(private.Close)
			err := Prove(t.Context(), targetOf(t, public.URL).Public, private.URL, secret.Secret(c.token))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || err != nil && strings.Contains(err.Error(), c.token) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if revoked != c.revoked {
				t.Errorf("revoked: %v", revoked)
			}
		})
	}
	if err := Prove(t.Context(), targetOf(t, "https://join.example.com").Public, "http://192.0.2.1:9080", operator); err == nil || !strings.Contains(err.Error(), "may be sent to") {
		t.Errorf("a token in clear over a network: %v", err)
	}
}

func recognizes(token string) func(string) int {
	return func(bearer string) int {
		if bearer == token {
			return http.StatusForbidden
		}
		return http.StatusUnauthorized
	}
}
