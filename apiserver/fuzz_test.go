package apiserver

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

var anyBraces = regexp.MustCompile(`\{\w+\}`)

// FuzzCall sends fuzzed bytes to every route, as body, tokens, referrer's key, other headers and query. It asserts that the
// response has a documented status, never 500, and JSON that doesn't repeat the bytes.
func FuzzCall(f *testing.F) {
	for i, r := range routes {
		body, err := json.Marshal(goodRequests[r.id])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), string(body), "token", "en-US,es;q=0.5") //nolint:gosec // far below 256 routes
	}
	for _, body := range []string{
		"", "{", "null", "[]", `{"sections":["PARENT"],"parent":{"firstName":"\ud800"}}`, `{"sections":["PARENT","PARENT"],"parent":null}`,
		`{"sections":["FAMILY"],"coParent":{"email":"a@b"},"children":[null,{},{"firstName":"` + strings.Repeat("é", 300) + `"}]}`,
		`{"limboId":"00000000-0000-0000-0000-000000000000","paymentCodes":["AAAA-AAAA-AAAA-AAAA","` + strings.Repeat("0", 2000) + `"]}`,
		"username=%00&password=%ff&submit=&_eventId=", "bt_signature=a|b&bt_payload=%3D%3D", strings.Repeat(`{"a":`, 5000),
	} {
		for i := range 6 {
			f.Add(uint8(i*9), body, strings.Repeat("x", 600), "*;q=9,\x00") //nolint:gosec // below 256
		}
	}
	handler := fuzzHandler(f)
	f.Fuzz(func(t *testing.T, which uint8, body, token, language string) {
		r := routes[int(which)%len(routes)]
		path := strings.NewReplacer("{packageId}", "2001", "{country}", "US", "{region}", "PA").Replace(r.path)
		path = anyBraces.ReplaceAllString(path, "018f3a3e-7b1c-7000-8000-000000000001")
		req := httptest.NewRequestWithContext(t.Context(), r.method, path, strings.NewReader(body))
		contentType := "application/json"
		if r.id == "login" || r.token == tokenSignature {
			contentType = "application/x-www-form-urlencoded"
		}
		req.Header = http.Header{
			"Content-Type": {contentType}, "Registration-Key": {token}, "Authorization": {"Bearer " + token},
			"Accept-Language": {language}, "Idempotency-Key": {token}, "X-Forwarded-For": {language}, "Traceparent": {token},
			"Referrer-Key": {token}, "Anonymous-Id": {language}, "Activity": {token}, "If-None-Match": {token}, "Accept-Encoding": {language},
		}
		req.URL.RawQuery = url.Values{"flags": {token}, "country": {language}, "group": {token}, "ids": {token}, "query": {token}, "userId": {token}}.Encode()
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, req)
		if rec.Code == http.StatusInternalServerError {
			t.Fatalf("%s %s answers 500 to %q", r.method, path, body)
		}
		if operationsOf(document(), routes)[int(which)%len(routes)].Responses[strconv.Itoa(rec.Code)] == nil {
			t.Errorf("%s %s answers %d, which the document doesn't name", r.method, path, rec.Code)
		}
		if len(token) > 24 && strings.Contains(rec.Body.String(), token) {
			t.Errorf("%s %s repeats the token", r.method, path)
		}
		if strings.Contains(rec.Header().Get("Content-Type"), "json") && !json.Valid(rec.Body.Bytes()) {
			t.Errorf("%s %s answers invalid JSON: %s", r.method, path, rec.Body)
		}
	})
}

// fuzzHandler returns the public handler on its own database, with cheap hashes and no limits.
func fuzzHandler(f *testing.F) http.Handler {
	f.Helper()
	env := sdktest.New(f)
	pool, err := pgxpool.New(context.Background(), env.DatabaseURL)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(pool.Close)
	cfg := env.Config
	cfg.Pool, cfg.Jobs, cfg.Idempotency.Wait = pool, jobs.NewInserter(), time.Millisecond
	cfg.Hashing = secret.Hashing{MemoryKiB: 64, Iterations: 1}
	handler, err := New(Config{Client: env.NewClient(f, cfg), Site: env.Config.Site})
	if err != nil {
		f.Fatal(err)
	}
	return handler
}

// FuzzClientAddr asserts that clientAddr returns an address or "" for any X-Forwarded-For, and the connection's
// address without a trusted proxy.
func FuzzClientAddr(f *testing.F) {
	for _, seed := range []string{"", "1.2.3.4", "1.2.3.4, 5.6.7.8", "::1", "fe80::1%eth0", "[::1]:80", "1.2.3.4:99999", ",,,", strings.Repeat("1.2.3.4,", 4000), "\x00"} {
		f.Add(seed)
	}
	trusting, err := Config{Client: &sdk.Client{}}.withDefaults()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := &http.Request{RemoteAddr: "203.0.113.7:1234", Header: http.Header{"X-Forwarded-For": {header}}}
		if got := (&server{cfg: trusting}).clientAddr(r); got != "203.0.113.7" {
			t.Errorf("with the header %q, the caller's address is %q", header, got)
		}
	})
}
