package sdktest

import (
	"bytes"
	"context"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// Env is the environment of one test: a database, a clock, a mailbox and a client.
type Env struct {
	Client      *sdk.Client
	Config      sdk.Config // the configuration of Client; for another client pass a changed copy to [Env.NewClient]
	Pool        *pgxpool.Pool
	DatabaseURL string
	// PersonKeysURL is the database of persons' keys, empty without [WithPersonKeys].
	PersonKeysURL string
	Clock         *Clock
	Mailbox       *Mailbox
	Sandbox       *sandbox.Sandbox // the payment provider: its ledger, and faults to inject
	SandboxURL    string

	number atomic.Int64 // of the last sign-up
}

// Option changes the setup of a test's client.
type Option func(*options)

type options struct {
	connections int32
	personKeys  bool
	configure   []func(*sdk.Config)
}

// WithConnections limits the pool; default 4.
func WithConnections(n int32) Option { return func(o *options) { o.connections = n } }

// WithPersonKeys stores persons' keys in a separate database.
func WithPersonKeys() Option { return func(o *options) { o.personKeys = true } }

// WithConfig changes the configuration before the client is made.
func WithConfig(f func(*sdk.Config)) Option {
	return func(o *options) { o.configure = append(o.configure, f) }
}

// New returns an environment for one test and removes it after the test. By default rate limits are off and hashing is cheap.
func New(t testing.TB, opts ...Option) *Env {
	t.Helper()
	o := options{connections: 4}
	for _, opt := range opts {
		opt(&o)
	}
	env := &Env{DatabaseURL: newDatabase(t), Clock: NewClock(Start), Mailbox: &Mailbox{}}
	env.Pool = newPool(t, env.DatabaseURL, o.connections)
	gw := env.startSandbox(t)
	env.Config = sdk.Config{
		Pool:     env.Pool,
		Jobs:     jobs.NewInserter(),
		Gateway:  gw,
		Mailer:   env.Mailbox,
		Clock:    env.Clock,
		Secrets:  testSecrets(),
		Hashing:  secret.Hashing{MemoryKiB: 64, Iterations: 1},
		Limits:   NoLimits(),
		Operator: "a test",
		Site:     site.Site{Provider: "sandbox", SandboxURL: env.SandboxURL},
		Payment:  payment.Config{MerchantAccounts: merchantAccounts(), ReusableNonces: true},
	}
	if o.personKeys {
		env.PersonKeysURL = NewKeysDatabase(t)
		env.Config.PersonKeys = newPool(t, env.PersonKeysURL, o.connections)
	}
	for _, f := range o.configure {
		f(&env.Config)
	}
	env.Client = env.NewClient(t, env.Config)
	return env
}

func testSecrets() secret.Secrets { return secret.Secrets{Server: bytes.Repeat([]byte("test"), 8)} }

// NewClient makes another client, on this environment's database or another one.
func (e *Env) NewClient(t testing.TB, cfg sdk.Config) *sdk.Client {
	t.Helper()
	c, err := sdk.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// RunJobs runs all jobs that are due by the test's clock, including those that they enqueue, and returns their number. A failed job fails the test.
// Periodic jobs don't run: see [Env.Advance].
func (e *Env) RunJobs(t testing.TB) int {
	t.Helper()
	n, err := jobs.Drain(t.Context(), e.Client, e.Pool, e.Clock.Now())
	if err != nil {
		t.Error(err)
	}
	return n
}

// Advance moves [Env.Clock] forward by a duration, as [Env.AdvanceTo].
func (e *Env) Advance(t testing.TB, d time.Duration) int {
	t.Helper()
	return e.AdvanceTo(t, e.Clock.Now().Add(d))
}

// AdvanceTo moves [Env.Clock] to a time and runs everything that becomes due on the way, in order of time: scheduled jobs at their moment; periodic jobs
// (notices, renewals, expiries, purges, settlements) at the end of each day in UTC, and at the first and the last moment. At the time of the clock it
// only runs everything due. It returns the number of jobs, not counting the periodic ones; see [jobs.Advance]. A failed job fails the test when the clock
// has arrived. A time before the clock's fails it immediately. A year takes seconds.
func (e *Env) AdvanceTo(t testing.TB, to time.Time) int {
	t.Helper()
	if now := e.Clock.Now(); to.Before(now) {
		t.Fatalf("the clock is at %s already, after %s", now.Format(time.RFC3339), to.Format(time.RFC3339))
	}
	n, err := jobs.Advance(t.Context(), e.Client, e.Pool, e.Clock, to)
	if err != nil {
		t.Error(err)
	}
	return n
}

// startSandbox starts a payment provider for the test and returns the gateway to it.
func (e *Env) startSandbox(t testing.TB) gateway.Gateway {
	t.Helper()
	var err error
	if e.Sandbox, err = sandbox.New(sandbox.Options{Now: e.Clock.Now, DeclineExpired: true}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(e.Sandbox)
	t.Cleanup(server.Close)
	e.SandboxURL = server.URL
	gw, err := braintree.New(braintree.Config{
		BaseURL: server.URL, MerchantID: sandbox.DefaultMerchantID,
		PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey,
	})
	if err != nil {
		t.Fatal(err)
	}
	return gw
}

// merchantAccounts returns the sandbox's first account of each currency.
func merchantAccounts() map[money.Currency]string {
	accounts := map[money.Currency]string{}
	for _, a := range sandbox.DefaultMerchantAccounts() {
		if accounts[a.Currency] == "" {
			accounts[a.Currency] = a.ID
		}
	}
	return accounts
}

// NoLimits switches every rate limit off.
func NoLimits() caller.Limits {
	off := caller.Limit{Count: -1}
	return caller.Limits{
		Writes: off, Duplicates: off, CodeTries: off, CodeAddress: off, Logins: off, LoginAddress: off, LoginAccount: off,
		Usernames: off, Links: off, Payments: off, Addresses: off, AddressesClient: off, Chats: off,
	}
}

func newPool(t testing.TB, databaseURL string, connections int32) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = connections
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if err := database.PrepareConnection(ctx, conn); err != nil {
			return err
		}
		// On a busy machine a test that holds a lock on purpose may return to it later than a server would wait.
		_, err := conn.Exec(ctx, "SET lock_timeout = '2min'; SET statement_timeout = '3min'", pgx.QueryExecModeSimpleProtocol)
		return err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}
