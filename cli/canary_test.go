package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/serve"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// watchedStack is a server with its workers. A test can read its log, spans and metrics.
type watchedStack struct {
	*stack.Stack
	env     *sdktest.Env
	public  *httptest.Server
	private *httptest.Server
	log     *output
	spans   *tracetest.InMemoryExporter
	traffic traffic
}

// traffic records the requested addresses, and the bodies in both directions.
type traffic struct {
	mu       sync.Mutex
	urls     []string
	bodies   []string
	refusals []string
}

func (tr *traffic) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		tr.mu.Lock()
		tr.urls = append(tr.urls, r.URL.String())
		tr.bodies = append(tr.bodies, string(body), rec.Body.String())
		if rec.Code >= 400 {
			tr.refusals = append(tr.refusals, rec.Body.String())
		}
		tr.mu.Unlock()
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
}

func startWatched(t *testing.T, flags map[string]string) *watchedStack {
	t.Helper()
	return startWatchedOn(t, sdktest.New(t), flags)
}

func startWatchedOn(t *testing.T, env *sdktest.Env, flags map[string]string) *watchedStack {
	t.Helper()
	all := map[string]string{
		"environment": "development", "databaseUrl": env.DatabaseURL, "secret": base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("canary"), 6)),
		"payment.provider": "sandbox", "payment.sandboxUrl": env.SandboxURL, "privateAddr": "127.0.0.1:0",
	}
	for name, value := range flags {
		all[name] = value
	}
	s, _, err := setting.Load(setting.Sources{Flags: all})
	if err != nil {
		t.Fatal(err)
	}
	s.Limits = sdktest.NoLimits()
	w := &watchedStack{env: env, log: newOutput(), spans: tracetest.NewInMemoryExporter()}
	traces, err := stack.TracingTo(w.spans)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if w.Stack, err = stack.Open(t.Context(), s, stack.Options{Log: log, Clock: env.Clock, Traces: &traces}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	handler, err := apiserver.New(w.ServerConfig())
	if err != nil {
		t.Fatal(err)
	}
	w.public = httptest.NewServer(w.traffic.around(handler))
	t.Cleanup(w.public.Close)
	private, err := serve.PrivateHandler(t.Context(), w.Stack, log)
	if err != nil {
		t.Fatal(err)
	}
	w.private = httptest.NewServer(private)
	t.Cleanup(w.private.Close)
	return w
}

// flush sends every span that has ended to the test.
func (w *watchedStack) flush(t *testing.T) tracetest.SpanStubs {
	t.Helper()
	flusher, ok := w.Traces.Provider.(interface{ ForceFlush(context.Context) error })
	if !ok {
		t.Fatal("the provider of spans can't be flushed")
	}
	if err := flusher.ForceFlush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w.spans.GetSpans()
}

func (w *watchedStack) scrape(t *testing.T) string {
	t.Helper()
	res, err := http.Get(w.private.URL + "/metrics") //nolint:gosec // the test's own server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("metrics: %d %s %v", res.StatusCode, raw, err)
	}
	return string(raw)
}

// planted is a scenario with unique personal data, which can be recognized wherever it turns up.
const planted = `name: Canary
steps:
  - parent: { firstName: Zebedina, lastName: Quillfeather, email: "zebedina.{{unique}}@canary.example", phoneCountryCode: "+1", phoneNumber: "2155557788" }
  - family:
      coParent: { firstName: Xantippos, lastName: Brackenridge, email: "xantippos.{{unique}}@canary.example" }
      children: [ { firstName: Wolframine, lastName: Quillfeather } ]
  - package: { name: ESSENTIAL_2Y }
  - billing:
      address: { line1: 77 Canarybird Lane, city: Philadelphia, region: PA, postalCode: "19103", country: US }
      timeZone: America/New_York
      referral: { selection: OTHER, other: Plantedreferral }
  - quote: {}
  - pay: { card: { number: "4111111111111111" } }
  - credentials: { username: "vulpecula_{{unique}}", password: "Planted-Pass-7788" }
    expect: { next: /receipt }
  - login: { username: "vulpecula_{{unique}}", password: "Planted-Pass-7788" }
`

// words must appear nowhere outside of the database and the emails.
var plantedWords = []string{
	"zebedina", "quillfeather", "canary.example", "5557788", "xantippos", "brackenridge", "wolframine", "canarybird", "plantedreferral",
	"vulpecula", "planted-pass", "4111111111111111", "127.0.0.1",
}

var secretsOnTheWire = regexp.MustCompile(`"(?:registrationKey|clickToJoinToken|nonce|auth|token|deviceData)":"([^"]{8,})"`)

// Personal data, tokens and nonces are planted in a whole sign-up and in calls that fail. They turn up in no log, no
// span, no metric, no job, no address and no refusal. The same run shows that one trace leads from a call
// to its statements, to the provider and to its job.
func TestOperatorOutputHasNoPersonalData(t *testing.T) {
	t.Parallel()
	w := startWatched(t, nil)
	file := filepath.Join(t.TempDir(), "canary.yaml")
	if err := os.WriteFile(file, []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errOut := command(t, "signup", "run", file, "--server", w.public.URL); code != exitOK {
		t.Fatalf("exit code %d: %s%s", code, out, errOut)
	}
	w.callInvalid(t)
	worker, err := w.StartWorker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the payment is captured", func() bool {
		var done int
		err := w.env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'payment_capture' AND state = 'completed'").Scan(&done)
		return err == nil && done == 1
	})
	if err := worker.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := w.flush(t)
	raw, err := json.Marshal(spans)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{
		"the log": w.log.String(), "a span": string(raw), "a metric": w.scrape(t), "a job": w.jobs(t),
		"an address": strings.Join(w.traffic.urls, "\n"), "a refusal": strings.Join(w.traffic.refusals, "\n"),
	}
	words := slices.Clone(plantedWords)
	for _, m := range secretsOnTheWire.FindAllStringSubmatch(strings.Join(w.traffic.bodies, "\n"), -1) {
		words = append(words, strings.ToLower(m[1]))
	}
	if len(words) < len(plantedWords)+4 {
		t.Errorf("only %d secrets were seen on the wire: have their names changed?", len(words)-len(plantedWords))
	}
	for place, content := range places {
		if len(content) < 20 {
			t.Errorf("%s is empty: nothing was looked at", place)
		}
		for _, word := range words {
			if i := strings.Index(strings.ToLower(content), word); i >= 0 {
				t.Errorf("%s holds %q: …%s…", place, word, content[max(0, i-80):min(len(content), i+80)])
			}
		}
	}
	wantOneTrace(t, spans)
}

// callInvalid makes invalid calls, with planted data in every part of them.
func (w *watchedStack) callInvalid(t *testing.T) {
	t.Helper()
	for _, call := range []struct{ method, path, body, contentType string }{
		{"POST", "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"Zebedina","email":"zebedina@canary.example","quillfeather":"x"}}`, "application/json"},
		{"POST", "/v1/signups", `{"sections":["PARENT"],"zebedina`, "application/json"},
		{"POST", "/v1/credentials", `{"username":"vulpecula","password":"Planted-Pass-7788"}`, "application/json"},
		{"POST", "/v1/links", `{"email":"zebedina@canary.example"}`, "application/json"},
		{"POST", "/login", "submit=Login&_eventId=submit&username=vulpecula&password=Planted-Pass-7788x", "application/x-www-form-urlencoded"},
		{"POST", "/v1/webhooks/braintree", "bt_signature=zebedina&bt_payload=quillfeather", "application/x-www-form-urlencoded"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), call.method, w.public.URL+call.path, strings.NewReader(call.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", call.contentType)
		req.Header.Set("Idempotency-Key", "planted-pass-key")
		req.Header.Set("Authorization", "Bearer planted-pass-token")
		req.Header.Set("Anonymous-Id", "visitor-1")
		req.Header.Set("User-Agent", "Zebedina")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
}

// jobs returns everything that the queue stores about its jobs.
func (w *watchedStack) jobs(t *testing.T) string {
	t.Helper()
	rows, err := w.env.Pool.Query(t.Context(), "SELECT kind || args || metadata || coalesce(errors::text, '') || tags::text FROM river_job")
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

// wantOneTrace checks that the payment's trace reaches from the call to SQL, provider and job.
func wantOneTrace(t *testing.T, spans tracetest.SpanStubs) {
	t.Helper()
	const call = "POST /v1/signups/{signupId}/payment"
	names := map[string]bool{}
	for _, root := range spans {
		if root.Name != call {
			continue
		}
		for _, s := range spans {
			if s.SpanContext.TraceID() == root.SpanContext.TraceID() {
				names[s.Name] = true
			}
		}
	}
	for _, want := range []string{call, "sql InsertAttempt", "gateway authorize", "job payment_capture", "gateway capture"} {
		if !names[want] {
			t.Errorf("the payment's trace has no span %q; it has %v", want, names)
		}
	}
}

// A call continues the trace of its traceparent, and every line of the log has the trace's id.
func TestCallContinuesTrace(t *testing.T) {
	t.Parallel()
	w := startWatched(t, nil)
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.public.URL+"/v1/pricing-groups?country=US", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Traceparent", fmt.Sprintf("00-%s-00f067aa0ba902b7-00", traceID))
	req.Header.Set("Tracestate", "vendor=words-of-a-stranger")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	found := false
	for _, s := range w.flush(t) {
		if s.Name == "GET /v1/pricing-groups" {
			found = s.SpanContext.TraceID().String() == traceID && s.Parent.SpanID().String() == "00f067aa0ba902b7"
			if state := s.SpanContext.TraceState().String(); state != "" {
				t.Errorf("the span holds a stranger's %q", state)
			}
		}
	}
	if !found {
		t.Errorf("trace %s has no span of the call", traceID)
	}
	if !strings.Contains(w.log.String(), `"trace_id":"`+traceID+`"`) {
		t.Errorf("the log doesn't name the trace:\n%s", w.log)
	}
}
