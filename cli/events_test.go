package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An application on this machine receives a signed test event, and with cojoin events listen the live events.
func TestEventsReachLocalApplication(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	signed := make(chan string, 10)
	app := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { signed <- r.Header.Get("Webhook-Signature") }))
	t.Cleanup(app.Close)
	config := filepath.Join(t.TempDir(), "cojoin.yaml")
	settings := "environment: development\npayment: { provider: sandbox, sandboxUrl: '" + env.SandboxURL + "' }\nevents: { allow: 127.0.0.0/8 }\ndatabaseUrl: '" + env.DatabaseURL +
		"'\nsecret: aHVudGVyMmh1bnRlcjJodW50ZXIyaHVudGVyMmh1bnRlcjI=\n"
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := command(t, "events", "endpoints", "add", app.URL, "--json", "--config", config)
	var endpoint struct{ ID string }
	if err := json.Unmarshal([]byte(out), &endpoint); code != exitOK || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, errOut)
	}
	if code, out, errOut := command(t, "events", "send-test", "--endpoint", endpoint.ID, "--config", config); code != exitOK || !strings.Contains(out, "200") {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
	if got := <-signed; !strings.HasPrefix(got, "v1,") {
		t.Errorf("the test event's signature is %q", got)
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	heard, ended := newOutput(), make(chan int, 1)
	go func() {
		ended <- runUntil(ctx, []string{"events", "listen", "--forward", app.URL, "--after", "0", "--config", config}, strings.NewReader(""), heard, heard)
	}()
	eventually(t, "it listens", func() bool { return strings.Contains(heard.String(), "listening for events after position 0") })
	if _, err := env.Pool.Exec(t.Context(), `INSERT INTO host_events (position, id, kind, subject, data, created_at) VALUES (1, gen_random_uuid(), 'account.created', gen_random_uuid(), '{}', now())`); err != nil {
		t.Fatal(err)
	}
	if got := <-signed; !strings.HasPrefix(got, "v1,") {
		t.Errorf("the event's signature is %q", got)
	}
	eventually(t, "it shows the event and the answer", func() bool {
		return strings.Contains(heard.String(), "account.created") && strings.Contains(heard.String(), "200")
	})
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d: %s", code, heard.String())
	}
}
