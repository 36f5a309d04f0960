package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
)

const oneStep = `name: One
steps:
  - parent:
      { firstName: Ada, lastName: Byron, email: "ada.{{unique}}@example.com", phoneCountryCode: "+1", phoneNumber: "215{{digits}}" }
`

// runOneStep runs a scenario of one step against a server, and returns the exit code, the report's failures and the last line of standard error.
func runOneStep(t *testing.T, server string, flags ...string) (code int, lines []string, last string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "one.yaml")
	if err := os.WriteFile(file, []byte(oneStep), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	code = run(append([]string{"signup", "run", file, "--server", server}, flags...), nil, &out, &errOut)
	for _, found := range regexp.MustCompile(`(?m)step 1 \(parent\): (.*)$|^(ok .*try \d)$`).FindAllStringSubmatch(out.String(), -1) {
		lines = append(lines, found[1]+found[2])
	}
	if rows := bytes.Split(bytes.TrimSpace(errOut.Bytes()), []byte("\n")); len(rows) > 0 {
		last = string(rows[len(rows)-1])
	}
	return code, lines, last
}

// A server in development names the limit that stopped a run. A server in production doesn't.
func TestSignupRunNamesTheLimit(t *testing.T) {
	t.Parallel()
	const refused = "expected success, got problem too_many_tries (status 429)"
	for environment, want := range map[site.Environment][]string{
		site.EnvironmentDevelopment: {refused, "stopped by the limit limits.writes; raise it in cojoin.yaml, or run again in 1h0m0s"},
		site.EnvironmentProduction:  {refused},
	} {
		t.Run(string(environment), func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Writes = caller.Limit{Count: 1, Per: time.Hour} }))
			settings := env.Config.Site
			settings.Environment = environment
			handler, err := apiserver.New(apiserver.Config{Client: env.Client, Site: settings, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(handler)
			t.Cleanup(server.Close)
			if code, lines, _ := runOneStep(t, server.URL); code != exitOK {
				t.Fatalf("the first run: exit code %d, %q", code, lines)
			}
			code, lines, _ := runOneStep(t, server.URL)
			if diff := cmp.Diff(want, lines); diff != "" || code != exitFailed {
				t.Errorf("exit code %d; failures (-want +got):\n%s", code, diff)
			}
		})
	}
}

// A run that passes at its second try is reported as such, with the first failure.
func TestSignupRunReportsRetries(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	handler, err := apiserver.New(apiserver.Config{Client: env.Client, Site: env.Config.Site, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && calls.Add(1) == 1 {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"code":"genericErrorMessage"}`)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	code, lines, last := runOneStep(t, server.URL, "--retries", "2")
	if len(lines) != 2 || code != exitOK {
		t.Fatalf("exit code %d, %q", code, lines)
	}
	lines[0] = regexp.MustCompile(`\d+ ms`).ReplaceAllString(lines[0], "N ms")
	want := []string{"ok  One  run 1, N ms, passed at try 2", "expected success, got problem genericErrorMessage (status 500)"}
	if diff := cmp.Diff(want, lines); diff != "" || last != "1 of 1 runs as expected, 1 at try 2" {
		t.Errorf("ends with %q; lines (-want +got):\n%s", last, diff)
	}
}
