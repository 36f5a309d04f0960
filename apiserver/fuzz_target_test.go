package apiserver

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// Bits of a fuzzed call: its valid parts and the encoding of the fuzzed bytes.
const (
	fuzzGoodToken uint8 = 1 << iota // the caller has the route's token
	fuzzWrongKind                   // without fuzzGoodToken: the caller has a valid token of another kind
	fuzzGoodFirst                   // the first ID of the path is valid and the caller's own
	fuzzGoodQuery                   // the query's parameters are valid
	fuzzUnescaped                   // bytes are unescaped in the URL where that is allowed
)

// mostOfAnAnswer limits the size of responses, in bytes. The largest is the list of countries.
const mostOfAnAnswer = 256 << 10

// FuzzTarget sends fuzzed bytes as every ID and query parameter of every route, including the operators' and the pages,
// with and without credentials. It asserts that the response has a limited size, that an error is a problem with a known
// code, that nothing repeats the bytes or a secret, that no error is logged, and that no connection leaks.
func FuzzTarget(f *testing.F) {
	w := newFuzzWorld(f)
	for i := range w.routes {
		for _, how := range []uint8{0, fuzzGoodToken, fuzzGoodToken | fuzzGoodFirst, fuzzWrongKind | fuzzGoodFirst | fuzzGoodQuery} {
			f.Add(uint8(i), how, "018f3a3e-7b1c-7000-8000-000000000001", "US") //nolint:gosec // far below 256 routes
		}
	}
	for n, stranger := range []string{
		"", "\x00", "\xff\xfe", "..", "../../etc/passwd", "a/b", "%2e%2e%2f", "{signupId}", "urn:uuid:018f3a3e-7b1c-7000-8000-000000000001",
		"{018f3a3e-7b1c-7000-8000-000000000001}", "018f3a3e7b1c70008000000000000001", "018F3A3E-7B1C-7000-8000-00000000000\u0131", "-1", "1e9", "9223372036854775808",
		"' OR 1=1 --", "<script>alert(1)</script>", "\u202e\u0000\ud7ff", "U\x00", "Ä", "\r\nSet-Cookie: a=b", strings.Repeat("9", 64), strings.Repeat("x", 4096),
	} {
		for i := range w.routes {
			f.Add(uint8(i), uint8(n)%32|fuzzGoodToken, stranger, stranger) //nolint:gosec // far below 256
		}
	}
	f.Fuzz(func(t *testing.T, which, how uint8, id, query string) {
		r := w.routes[int(which)%len(w.routes)]
		req := w.request(t, r, how, id, query)
		if req == nil {
			return // net/http rejects such a URL itself
		}
		rec := httptest.NewRecorder()
		w.handlerOf(r).ServeHTTP(rec, req)
		w.check(t, r, rec, id, query)
	})
}

// request returns the call's request, or nil if net/http would reject its URL.
func (w *fuzzWorld) request(t *testing.T, r route, how uint8, id, query string) *http.Request {
	t.Helper()
	escape := url.PathEscape
	if how&fuzzUnescaped != 0 {
		escape = func(s string) string { return s }
	}
	var path strings.Builder
	for i, rest := 0, r.path; ; i++ {
		before, after, found := strings.Cut(rest, "{")
		path.WriteString(before)
		if !found {
			break
		}
		name, end, _ := strings.Cut(after, "}")
		if i == 0 && how&fuzzGoodFirst != 0 && r.id != "" {
			path.WriteString(w.ids[name])
		} else {
			path.WriteString(escape(id))
		}
		rest = end
	}
	values := url.Values{}
	for _, name := range w.query[r.id] {
		switch {
		case how&fuzzGoodQuery == 0:
			values.Set(name, query)
		case name == "userId" && r.token == tokenInvitation:
			values.Set(name, w.invitee)
		default:
			values.Set(name, w.ids[name])
		}
	}
	target := path.String() + "?" + values.Encode()
	if how&fuzzUnescaped != 0 {
		target += "&" + query
	}
	address, err := url.ParseRequestURI(target)
	if err != nil || !strings.HasPrefix(target, "/") {
		return nil
	}
	var body []byte
	if r.method != get && r.method != del {
		good := goodRequests[r.id]
		if good == nil {
			good = map[string]any{}
		}
		if body, err = json.Marshal(good); err != nil {
			t.Fatal(err)
		}
	}
	req := httptest.NewRequestWithContext(t.Context(), r.method, "/", bytes.NewReader(body))
	req.URL, req.RequestURI = address, target
	req.Header.Set("Content-Type", "application/json")
	if r.slow { // required for payments
		req.Header.Set("Idempotency-Key", fmt.Sprintf("fuzz-target-%x", sha256.Sum256([]byte(target))))
	}
	switch {
	case how&fuzzGoodToken != 0:
		w.sign(req, r.token)
	case how&fuzzWrongKind != 0 && r.token == tokenProfessional:
		w.sign(req, tokenAccount)
	case how&fuzzWrongKind != 0:
		w.sign(req, tokenProfessional)
	}
	return req
}

func (w *fuzzWorld) sign(req *http.Request, kind tokenKind) {
	if kind == tokenRegistration || kind == tokenVisitor {
		req.Header.Set("Registration-Key", w.tokens[kind])
	} else if w.tokens[kind] != "" {
		req.Header.Set("Authorization", "Bearer "+w.tokens[kind])
	}
}

func (w *fuzzWorld) handlerOf(r route) http.Handler {
	if r.token == tokenOperator {
		return w.operators
	}
	return w.public
}

// check fails the test if a response violates the assertions of [FuzzTarget].
func (w *fuzzWorld) check(t *testing.T, r route, rec *httptest.ResponseRecorder, id, query string) {
	t.Helper()
	name, body := r.method+" "+r.path, rec.Body.String()
	if failed := w.failures.take(); failed != "" {
		t.Errorf("%s logs an error for the id %q and the query %q: %s", name, id, query, failed)
	}
	if rec.Code >= 500 {
		t.Errorf("%s answers %d to the id %q and the query %q: %s", name, rec.Code, id, query, body)
	}
	if len(body) > mostOfAnAnswer {
		t.Errorf("%s answers %d bytes to the id %q and the query %q", name, len(body), id, query)
	}
	for kind, token := range w.tokens {
		if len(token) > 8 && strings.Contains(body, token) {
			t.Errorf("%s repeats the token of kind %q", name, kind)
		}
	}
	if rec.Code >= 400 && rec.Code < 500 {
		for _, sent := range []string{id, query} {
			if len(sent) > 12 && strings.Contains(body, sent) {
				t.Errorf("%s repeats the rejected input: %s", name, body)
			}
		}
		checkRefusal(t, name, rec)
	}
	for deadline := time.Now().Add(10 * time.Second); w.pool.Stat().AcquiredConns() > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%s holds a connection after its answer", name)
		}
	}
}

// checkRefusal asserts that an error response is a list of invalid fields or a problem, with documented codes.
func checkRefusal(t *testing.T, name string, rec *httptest.ResponseRecorder) {
	t.Helper()
	known := func(code text.Code) bool { return text.Has(text.Languages[0], code) }
	var answer struct {
		problem.Details
		ValidationErrors []fault.Violation `json:"validationErrors"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		t.Errorf("%s answers %d with invalid JSON: %s", name, rec.Code, rec.Body)
		return
	}
	switch contentType := rec.Header().Get("Content-Type"); {
	case contentType == "application/json" && rec.Code == http.StatusConflict && len(answer.ValidationErrors) > 0:
		for _, v := range answer.ValidationErrors {
			if !known(v.Code) {
				t.Errorf("%s answers the unknown code %q", name, v.Code)
			}
		}
	case contentType != "application/problem+json":
		t.Errorf("%s answers %d as %q: %s", name, rec.Code, contentType, rec.Body)
	case answer.Status != rec.Code || !known(answer.Code) || answer.RequestID == "":
		t.Errorf("%s answers %d with the wrong problem %s", name, rec.Code, rec.Body)
	}
}
