package apiserver

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// bundle is a running server with its own database.
type bundle struct {
	t         testing.TB
	env       *sdktest.Env
	handler   http.Handler
	server    *server
	url       string
	log       *sdktest.Log
	table     []route
	schema    *huma.OpenAPI
	castCalls atomic.Int64 // number of the cast's last call
}

// setup starts a server. change can alter its configuration first.
func setup(t testing.TB, change func(*Config), opts ...sdktest.Option) *bundle {
	t.Helper()
	env := sdktest.New(t, opts...)
	b := &bundle{t: t, env: env, table: routes, log: &sdktest.Log{}}
	cfg := Config{Client: env.Client, Site: env.Config.Site, Log: slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	if change != nil {
		change(&cfg)
	}
	var err error
	if cfg, err = cfg.withDefaults(); err != nil {
		t.Fatal(err)
	}
	b.server = newServer(cfg)
	if b.handler, err = b.server.handler(); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(b.handler)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	b.schema = document()
	return b
}

// document returns the OpenAPI document, which all responses must match.
var document = sync.OnceValue(func() *huma.OpenAPI {
	api, _ := newAPI(&server{}, routes, passThrough)
	return api.OpenAPI()
})

// reply is a response with its whole body.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) problem(t testing.TB) problem.Details {
	t.Helper()
	if got := r.header.Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("status %d with content type %q and body %s, want a problem", r.status, got, r.body)
	}
	var p problem.Details
	if err := json.Unmarshal(r.body, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func (r reply) into(t testing.TB, v any) {
	t.Helper()
	if r.status >= 300 {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatal(err)
	}
}

// call sends a body (as JSON unless it is text) with headers given as name, value, … It fails the test if the response
// of a known route doesn't match the route's schema.
func (b *bundle) call(method, path string, body any, headers ...string) reply {
	b.t.Helper()
	var reader io.Reader
	switch v := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(v)
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			b.t.Fatal(err)
		}
		reader = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, reader)
	if err != nil {
		b.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	r := reply{status: res.StatusCode, header: res.Header, body: raw}
	b.checkSchema(method, path, r)
	return r
}

// checkSchema fails the test if a response doesn't match the OpenAPI document.
func (b *bundle) checkSchema(method, path string, r reply) {
	b.t.Helper()
	op := b.operation(method, path)
	if op == nil || len(r.body) == 0 {
		return
	}
	response := op.Responses[http.StatusText(r.status)]
	for status, candidate := range op.Responses {
		if status == statusText(r.status) {
			response = candidate
		}
	}
	if response == nil {
		b.t.Errorf("%s %s answers %d, which the document doesn't name", method, path, r.status)
		return
	}
	contentType, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	media := response.Content[contentType]
	if media == nil {
		b.t.Errorf("%s %s answers %d with %s, which the document doesn't name", method, path, r.status, contentType)
		return
	}
	if !strings.HasSuffix(contentType, "json") {
		return // a file: text, as documented
	}
	var value any
	if err := json.Unmarshal(r.body, &value); err != nil {
		b.t.Errorf("%s %s: %v", method, path, err)
		return
	}
	res := &huma.ValidateResult{}
	huma.Validate(b.schema.Components.Schemas, media.Schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, res)
	for _, err := range res.Errors {
		b.t.Errorf("%s %s answers %d, which violates the OpenAPI document: %v", method, path, r.status, err)
	}
}

func statusText(status int) string {
	return string([]byte{byte('0' + status/100), byte('0' + status/10%10), byte('0' + status%10)})
}

func (b *bundle) operation(method, path string) *huma.Operation {
	path, _, _ = strings.Cut(path, "?")
	for i, op := range operationsOf(b.schema, b.table) {
		if r := b.table[i]; r.method == method && pathMatches(r.path, path) {
			return op
		}
	}
	return nil
}

func pathMatches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

// signup starts a sign-up over HTTP and returns its ID and key.
func (b *bundle) signup(number int) (id, key string) {
	b.t.Helper()
	in := requestOf(b.t, sdktest.ReadyToPay(number))
	var answer signup.Answer
	b.call(http.MethodPost, "/v1/signups", in).into(b.t, &answer)
	return answer.SignupID, answer.RegistrationKey.Reveal()
}

// requestOf converts an input to a client's request, because the SDK's type masks its secrets in JSON.
func requestOf(t testing.TB, in signup.Input) map[string]any {
	t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	for name, hidden := range map[string]secret.Secret{"securityAnswer": in.SecurityAnswer, "securityCode": in.SecurityCode, "confirmCode": in.ConfirmCode} {
		if hidden != "" {
			m[name] = hidden.Reveal()
		}
	}
	return m
}
