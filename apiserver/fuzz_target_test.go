package apiserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/text"
)

// Bits of a fuzzed call: what of it is good, and how the stranger's bytes are written.
const (
	fuzzGoodToken uint8 = 1 << iota // the caller holds what the route wants
	fuzzWrongKind                   // without a good token: the caller holds another kind of token that is good elsewhere
	fuzzGoodFirst                   // the first id of the path is good, and the caller's own
	fuzzGoodQuery                   // the query's parameters are good
	fuzzUnescaped                   // bytes stand in the address as they are, where the address allows it
)

// mostOfAnAnswer is what no answer to a stranger's ids exceeds; the largest is the list of countries.
const mostOfAnAnswer = 256 << 10

// FuzzTarget sends a stranger's bytes as every id and query parameter of every route, the operator's and the pages
// included, with and without credentials. Whatever they are, the answer is bounded, a failure is a problem with a known
// code, nothing in it repeats the stranger or a secret, no error is logged, and no connection stays held.
func FuzzTarget(f *testing.F) {
	w := newFuzzWorld(f)
	for i := range w.routes {
		for _, how := range []uint8{0, fuzzGoodToken, fuzzGoodToken | fuzzGoodFirst, fuzzWrongKind | fuzzGoodFirst | fuzzGoodQuery} {
			f.Add(uint8(i), how, "018f3a3e-7b1c-7000-8000-000000000001", "US") //nolint:gosec // far below 256 routes
		}
	}
	for n, bytes := range []string{
		"", "\x00", "\xff\xfe", "..", "../../etc/passwd", "a/b", "%2e%2e%2f", "{signupId}", "urn:uuid:018f3a3e-7b1c-7000-8000-000000000001",
		"{018f3a3e-7b1c-7000-8000-000000000001}", "018f3a3e7b1c70008000000000000001", "018F3A3E-7B1C-7000-8000-00000000000\u0131", "-1", "1e9", "9223372036854775808",
		"' OR 1=1 --", "<script>alert(1)</script>", "\u202e\u0000\ud7ff", "U\x00", "Ä", "\r\nSet-Cookie: a=b", strings.Repeat("9", 64), strings.Repeat("x", 4096),
	} {
		for i := range w.routes {
			f.Add(uint8(i), uint8(n)%32|fuzzGoodToken, bytes, bytes) //nolint:gosec // far below 256
		}
	}
	f.Fuzz(func(t *testing.T, which, how uint8, id, query string) {
		r := w.routes[int(which)%len(w.routes)]
		req := w.request(t, r, how, id, query)
		if req == nil {
			return // net/http refuses such an address itself
		}
		rec := httptest.NewRecorder()
		w.handlerOf(r).ServeHTTP(rec, req)
		w.check(t, r, rec, id, query)
	})
}

// fuzzWorld is a server with one of everything that an id may name, and a good token of every kind.
type fuzzWorld struct {
	public, operators http.Handler
	routes            []route
	query             map[string][]string // names of each route's query parameters
	ids               map[string]string   // good ones, by the name of the parameter
	invitee           string              // the user of the invitation's token
	tokens            map[tokenKind]string
	pool              *pgxpool.Pool
	failures          *failureLog
}

// pages are addresses besides the table's whose rest is a stranger's.
var fuzzPages = []string{"/app/join/{id}", "/embed/{id}", "/embed/assets/{id}", "/v1/{id}", "/pub/{id}", "/docs/{id}", "/{id}"}

func newFuzzWorld(f *testing.F) *fuzzWorld {
	f.Helper()
	w := &fuzzWorld{failures: &failureLog{}, query: map[string][]string{}}
	b := setup(f, func(c *Config) { c.Log, c.Widget = slog.New(w.failures), builtWidget() }, withAddressesAndChat)
	w.public, w.pool = b.handler, b.env.Pool
	var err error
	if w.operators, err = NewAdmin(Config{Client: b.env.Client, Log: slog.New(w.failures)}, operatorToken); err != nil {
		f.Fatal(err)
	}
	w.fill(f, b)
	for _, table := range [][]route{routes, adminRoutes} {
		api, _ := newAPI(&server{}, table, passThrough)
		for i, op := range operationsOf(api.OpenAPI(), table) {
			takes := false
			for _, p := range op.Parameters {
				if p.In == "header" {
					continue
				}
				if takes = true; p.In == "query" {
					w.query[op.OperationID] = append(w.query[op.OperationID], p.Name)
				}
				if _, known := w.ids[p.Name]; !known {
					f.Errorf("%s takes %s: give the fuzzed world one", op.OperationID, p.Name)
				}
			}
			if takes {
				w.routes = append(w.routes, table[i])
			}
		}
	}
	for _, page := range fuzzPages {
		w.routes = append(w.routes, route{method: get, path: page})
	}
	return w
}

// fill makes one of everything.
func (w *fuzzWorld) fill(f *testing.F, b *bundle) {
	f.Helper()
	ctx := f.Context()
	signup, key := b.signup(1)
	pat := b.env.SignUpProfessional(f)
	batch, err := b.env.Client.BuyCodeBatch(ctx, pat.ProfessionalID, sdk.CodePurchaseInput{PackageID: 2001, Size: 2, Invoice: true}, sdk.CallMeta{})
	if err != nil {
		f.Fatal(err)
	}
	professional, err := b.env.Client.Login(ctx, pat.Username, pat.Password, sdk.CallMeta{})
	if err != nil {
		f.Fatal(err)
	}
	b.invited("ida@example.com") // the operator's to resend and revoke
	var invitee string
	w.invitee, invitee = b.invited("ben@example.com")
	access := b.parentToken(f)
	parent, err := b.env.Client.Login(ctx, "ana_diaz", "Correct-Horse-1", sdk.CallMeta{})
	if err != nil {
		f.Fatal(err)
	}
	var subscription, invitation, code string
	for what, one := range map[string]struct {
		to  *string
		sql string
	}{
		"subscription": {&subscription, "SELECT id::text FROM subscriptions LIMIT 1"},
		"invitation":   {&invitation, "SELECT id::text FROM invitations WHERE email_key = 'ida@example.com'"},
		"code":         {&code, "SELECT id::text FROM subscription_codes LIMIT 1"},
	} {
		if err := w.pool.QueryRow(ctx, one.sql).Scan(one.to); err != nil {
			f.Fatalf("%s: %v", what, err)
		}
	}
	w.tokens = map[tokenKind]string{
		tokenRegistration: key, tokenAccount: parent.Auth, tokenAccess: access, tokenProfessional: professional.Auth,
		tokenInvitation: invitee, tokenVisitor: key, tokenOperator: operatorToken, tokenCredentials: "used",
	}
	w.ids = map[string]string{
		"signupId": signup, "userId": parent.UserID, "subscriptionId": subscription, "invitationId": invitation, "codeId": code,
		"professionalId": pat.ProfessionalID, "batchId": batch.ID, "packageId": "2001", "country": "US", "region": "PA", "version": "0",
		"id": "sandbox-US-0-0-1600", "query": "1600 market", "session": "s-1", "note": "seasonal", "state": "open", "email": "ana@example.com",
		"before": signup, "limit": "5", "flags": "grow886:treatment", "countryCode": "+1", "phoneNumber": "2155500001", "group": "P0", "ids": "2001,2002",
	}
}

// request makes the call, nil where net/http would refuse its address.
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
	if r.slow { // required where money may move
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

// check fails the test where an answer isn't what anyone may be told.
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
				t.Errorf("%s repeats what it refuses: %s", name, body)
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

// checkRefusal: a failure is fields to put right, or a problem, and its codes are ones that a client can look up.
func checkRefusal(t *testing.T, name string, rec *httptest.ResponseRecorder) {
	t.Helper()
	known := func(code text.Code) bool { return text.Has(text.Languages[0], code) }
	var answer struct {
		Problem
		ValidationErrors []sdk.Violation `json:"validationErrors"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		t.Errorf("%s answers %d with what isn't JSON: %s", name, rec.Code, rec.Body)
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
		t.Errorf("%s answers %d with a problem that says %s", name, rec.Code, rec.Body)
	}
}

// failureLog is a log's handler that keeps the last line of an error.
type failureLog struct {
	mu   sync.Mutex
	line string
}

func (l *failureLog) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError
}
func (l *failureLog) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *failureLog) WithGroup(string) slog.Handler      { return l }

// Handle implements [slog.Handler].
func (l *failureLog) Handle(_ context.Context, r slog.Record) error {
	var line strings.Builder
	line.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool { line.WriteString(" " + a.String()); return true })
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.line == "" || r.Message != "call" { // the cause tells more than the call's line behind it
		l.line = line.String()
	}
	return nil
}

// take gives the line and forgets it.
func (l *failureLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := l.line
	l.line = ""
	return line
}
