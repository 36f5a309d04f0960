package apiserver

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

// fuzzWorld is a server with one object for every kind of ID and a valid token of every kind.
type fuzzWorld struct {
	public, operators http.Handler
	routes            []route
	query             map[string][]string // names of each route's query parameters
	ids               map[string]string   // valid ones, by parameter name
	invitee           string              // the user of the invitation's token
	tokens            map[tokenKind]string
	pool              *pgxpool.Pool
	failures          *failureLog
}

// fuzzPages are paths outside the table with a fuzzed part.
var fuzzPages = []string{"/app/join/{id}", "/embed/{id}", "/embed/assets/{id}", "/v1/{id}", "/pub/{id}", "/docs/{id}", "/{id}"}

func newFuzzWorld(f *testing.F) *fuzzWorld {
	f.Helper()
	w := &fuzzWorld{failures: &failureLog{}, query: map[string][]string{}}
	b := setup(f, func(c *Config) { c.Log, c.Widget = slog.New(w.failures), builtWidget() }, withAddressesAndChat)
	w.public, w.pool = b.handler, b.env.Pool
	var err error
	if w.operators, err = NewAdmin(Config{Client: b.env.Client, Log: slog.New(w.failures)}, map[string]secret.Secret{"tess": operatorToken}); err != nil {
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

// fill creates the objects and tokens.
func (w *fuzzWorld) fill(f *testing.F, b *bundle) {
	f.Helper()
	ctx := f.Context()
	signup, key := b.signup(1)
	pat := b.env.SignUpProfessional(f)
	batch, err := b.env.Client.Codes.Buy(ctx, pat.ProfessionalID, codes.PurchaseInput{PackageID: 2001, Size: 2, Invoice: true}, caller.Meta{})
	if err != nil {
		f.Fatal(err)
	}
	professional, err := b.env.Client.Account.Login(ctx, pat.Username, pat.Password, caller.Meta{})
	if err != nil {
		f.Fatal(err)
	}
	b.invited("ida@example.com") // for the operators' resend and revoke
	var invitee string
	w.invitee, invitee = b.invited("ben@example.com")
	access := b.parentToken(f)
	parent, err := b.env.Client.Account.Login(ctx, "ana_diaz", "Correct-Horse-1", caller.Meta{})
	if err != nil {
		f.Fatal(err)
	}
	var subscription, receipt, invitation, code, attempt string
	for what, one := range map[string]struct {
		to  *string
		sql string
	}{
		"subscription": {&subscription, "SELECT id::text FROM subscription_seats LIMIT 1"},
		"receipt":      {&receipt, "SELECT id::text FROM receipts LIMIT 1"},
		"invitation":   {&invitation, "SELECT id::text FROM invitations WHERE professional_id IS NOT NULL LIMIT 1"},
		"code":         {&code, "SELECT id::text FROM subscription_codes LIMIT 1"},
		"attempt":      {&attempt, "SELECT id::text FROM payment_attempts LIMIT 1"},
	} {
		if err := w.pool.QueryRow(ctx, one.sql).Scan(one.to); err != nil {
			f.Fatalf("%s: %v", what, err)
		}
	}
	hosts, err := b.env.Client.Integration.CreateToken(ctx, integration.TokenInput{Name: "a host", Scopes: integration.Scopes}, "en")
	if err != nil {
		f.Fatal(err)
	}
	w.tokens = map[tokenKind]string{
		tokenHost: hosts.Token.Reveal(), tokenRegistration: key, tokenAccount: parent.Auth, tokenAccess: access, tokenSession: access, tokenProfessional: professional.Auth,
		tokenInvitation: invitee, tokenVisitor: key, tokenOperator: operatorToken, tokenCredentials: "used", tokenPassword: "used", tokenHandOver: "used", tokenRefusal: "used",
	}
	w.ids = map[string]string{
		"signupId": signup, "userId": parent.UserID, "subscriptionId": subscription, "receiptId": receipt, "number": "C-2026-000001", "invitationId": invitation, "codeId": code,
		"professionalId": pat.ProfessionalID, "batchId": batch.ID, "packageId": "2001", "country": "US", "region": "PA", "version": "0",
		"attemptId": attempt, "open": "true", "accountId": parent.UserID, "after": "0", "wait": "0", "endpointId": hosts.ID, "sessionId": hosts.ID, "everywhere": "false", "everyone": "false", "tokenId": hosts.ID, "id": "sandbox-US-0-0-1600", "query": "1600 market", "session": "s-1", "note": "seasonal", "operator": "tess", "state": "open", "email": "ana@example.com",
		"before": signup, "limit": "5", "flags": "grow886:treatment", "countryCode": "+1", "phoneNumber": "2155500001", "group": "P0", "ids": "2001,2002",
	}
}

// failureLog is a log handler that keeps the last error.
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
	if l.line == "" || r.Message != "call" { // the cause is more useful than the call's line after it
		l.line = line.String()
	}
	return nil
}

// take returns the line and clears it.
func (l *failureLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := l.line
	l.line = ""
	return line
}
