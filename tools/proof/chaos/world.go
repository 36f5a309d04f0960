package chaos

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// workerPauses are the points at which payments of each worker stop.
var workerPauses = [2]payment.InterruptPoint{payment.InterruptAfterSearch, payment.InterruptAuthorizedRenewal}

// packageID is the package that all customers buy.
const packageID = 2001

// world is everything that runs: Postgres, the provider, two servers and two workers.
type world struct {
	o        Options
	pgPort   int
	provider *provider
	ledger   *sandbox.Sandbox
	http     *httptest.Server
	gateway  *braintree.Gateway
	api      *httpCaller
	pool     *pgxpool.Pool
	client   *sdk.Client // the suite's own, for operators' actions
	auditor  *sdk.Client // the suite's own, with the usual clocks: a comparison is in no hurry
	secret   []byte

	serverPoints, workerPoints *points
	slots                      []*slot
	professional               string

	mu           sync.Mutex
	pg           *postgres.Server
	notes        map[string]int
	pgKills      int
	freezes      int
	numbers      atomic.Int64
	prints       sync.Mutex // guards finger
	finger       string
	armed        atomic.Int64 // sales until Postgres is killed; below zero: never
	killPG       chan struct{}
	commits      *commitLoser
	calm         atomic.Bool // no more terms end
	hooks        *hooks
	after        *aftermath
	app          *app
	hooksContext context.Context //nolint:containedctx // of the webhooks, which outlive the sales that they are about
	hush         context.CancelFunc
}

// newWorld starts Postgres and the provider, and prepares the database.
func newWorld(ctx context.Context, o Options) (_ *world, err error) {
	w := &world{o: o, secret: fleet.NewSecret(), notes: map[string]int{}, killPG: make(chan struct{}, 1)}
	if w.pgPort, err = fleet.FreePort(ctx); err != nil {
		return nil, err
	}
	if err := w.startPostgres(ctx); err != nil {
		return nil, err
	}
	if w.ledger, err = sandbox.New(sandbox.Options{}); err != nil {
		return nil, err
	}
	w.hooks = &hooks{w: w, sent: map[string]int{}}
	w.hooksContext, w.hush = context.WithCancel(context.WithoutCancel(ctx))
	w.provider = newProvider(w.ledger, o.Seed)
	w.armed.Store(-1)
	w.provider.after, w.provider.givenUp = w.saleAnswered, w.givenUp
	w.http = httptest.NewServer(w.provider)
	w.gateway, err = braintree.New(braintree.Config{
		BaseURL: w.http.URL, MerchantID: sandbox.DefaultMerchantID, PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey,
	})
	if err != nil {
		return nil, err
	}
	if err := w.prepare(ctx); err != nil {
		return nil, err
	}
	return w, w.makeSlots(ctx)
}

// close ends the parts that newWorld started.
func (w *world) close(ctx context.Context) error {
	w.hush()
	w.hooks.all.Wait()
	w.http.Close()
	w.pool.Close()
	w.app.close()
	return errors.Join(w.commits.close(), w.ledger.Close(ctx), w.postgres().Stop(ctx))
}

func (w *world) postgres() *postgres.Server {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pg
}

// startPostgres starts a durable server, always on the same port.
func (w *world) startPostgres(ctx context.Context) error {
	pg, err := postgres.Start(ctx, postgres.Options{
		DataDir: w.o.Dir + "/postgres", Port: w.pgPort, Settings: map[string]string{"max_connections": "120"},
	})
	if err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pg = pg
	return nil
}

// prepare migrates the schema to the latest version, applies the catalog and creates a professional with codes to sell.
func (w *world) prepare(ctx context.Context) error {
	url := w.postgres().URL()
	if err := database.Migrate(ctx, url, database.Migration{}); err != nil {
		return err
	}
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	cfg.MaxConns, cfg.AfterConnect = 8, database.PrepareConnection
	if w.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	if err := jobs.Migrate(ctx, w.pool, database.Migration{}); err != nil {
		return err
	}
	ours := sdk.Config{
		Pool: w.pool, Jobs: impatient{jobs.NewInserter()}, Gateway: w.gateway, Secrets: secret.Secrets{Server: w.secret},
		Integration: integration.Config{Sender: delivery.New([]netip.Prefix{netip.MustParsePrefix(thisMachine)})},
	}
	if w.auditor, err = sdk.New(ours); err != nil {
		return err
	}
	ours.Payment = payment.Config{GatewayTimeout: gatewayTimeout, Lease: lease, SupersedeAfter: supersedeAfter, NonceLife: nonceLife}
	w.client, err = sdk.New(ours)
	if err != nil {
		return err
	}
	if _, err := w.client.Operate.ApplyCatalog(ctx, price.DefaultCatalogFile(), "shipped"); err != nil {
		return err
	}
	if w.app, err = newApp(ctx, w.client, w.o.Dir); err != nil {
		return err
	}
	if _, err := w.pool.Exec(ctx, watchFence+endingTerms); err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	err = w.pool.QueryRow(ctx, `WITH who AS (
			INSERT INTO persons (id, hash_key, created_at, erased_at) VALUES (gen_random_uuid(), 1, now(), now()) RETURNING id),
		a AS (
			INSERT INTO accounts (id, person_id, kind, state, login_email_hash, created_at, updated_at)
			SELECT gen_random_uuid(), id, 'professional', 'active', sha256('pat@example.com'), now(), now() FROM who RETURNING id)
		INSERT INTO professionals (id, account_id, state, created_at, updated_at)
		SELECT gen_random_uuid(), id, 'pending_verification', now(), now() FROM a RETURNING id::text`).Scan(&w.professional)
	if err != nil {
		return fmt.Errorf("chaos: professional: %w", err)
	}
	return nil
}

// makeSlots creates two servers and two workers; nothing runs yet.
func (w *world) makeSlots(ctx context.Context) error {
	var err error
	if w.commits, err = newCommitLoser(ctx, func() string { return w.postgres().URL() }, commitShare, w.o.Seed); err != nil {
		return err
	}
	database, err := w.commits.url()
	if err != nil {
		return err
	}
	server, worker := pointsOf()
	w.serverPoints, w.workerPoints = newPoints(server, w.o.Kills), newPoints(worker, w.o.Kills)
	env := append(fleet.Settings(database, fleet.EncodeSecret(w.secret), w.http.URL),
		append(clocks(), "COJOIN_DATABASE_CONNECTIONS=12", "COJOIN_WORKERS=8", "COJOIN_EVENTS_ALLOW="+thisMachine)...)
	var urls []string
	for i := range 2 {
		addr, err := fleet.FreeAddr(ctx)
		if err != nil {
			return err
		}
		urls = append(urls, "http://"+addr)
		w.slots = append(w.slots, &slot{
			name: fmt.Sprintf("server-%d", i+1), env: env, dir: w.o.Dir, points: w.serverPoints, pauseAt: payment.InterruptAfterAuthorize, database: database, lives: w.o.Lives,
			argv: []string{w.o.Binary, "serve", "--addr", addr, "--private-addr", "127.0.0.1:0"},
		})
	}
	for i := range 2 {
		w.slots = append(w.slots, &slot{
			name: fmt.Sprintf("worker-%d", i+1), env: env, dir: w.o.Dir, points: w.workerPoints, pauseAt: workerPauses[i], database: database, lives: w.o.Lives, argv: []string{w.o.Binary, "work"},
		})
	}
	w.api = newCaller(urls)
	return nil
}

// ready waits until both servers respond.
func (w *world) ready(ctx context.Context) error {
	for _, url := range w.api.servers {
		for {
			res, err := w.api.http.Get(url + "/readyz") //nolint:noctx // bounded by the client's timeout
			if err == nil {
				_ = res.Body.Close()
				if res.StatusCode == http.StatusOK {
					break
				}
			}
			if ctx.Err() != nil {
				return fmt.Errorf("chaos: no server at %s: %w", url, ctx.Err())
			}
			pause(ctx, 50*time.Millisecond)
		}
	}
	return nil
}

// saleAnswered runs when the provider has replied to a sale: the server is about to place the order.
func (w *world) saleAnswered(orderID string) {
	w.hooks.about(w.hooksContext, orderID)
	if w.armed.Add(-1) == 0 {
		select {
		case w.killPG <- struct{}{}:
		default:
		}
	}
}

// givenUp reports an attempt, by the provider's order id, as given up. While Postgres is down it returns false.
func (w *world) givenUp(orderID string) bool {
	order, number, ours := payment.ParseGatewayOrderID(orderID)
	if !ours {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var waited bool
	err := w.pool.QueryRow(ctx, "SELECT state IN ('created', 'sent', 'unknown') FROM payment_attempts WHERE order_id = $1 AND number = $2", order, number).Scan(&waited)
	return err == nil && !waited
}

// killPostgres kills Postgres again and again while an order is being placed, and restarts it.
func (w *world) killPostgres(ctx context.Context) error {
	for i := range w.o.PostgresKills {
		w.armed.Store(int64(2 + i%5))
		select {
		case <-ctx.Done():
			return nil
		case <-w.killPG:
		}
		pause(ctx, time.Duration(i%12)*time.Millisecond) // into the middle of step 4
		pg := w.postgres()
		if err := syscall.Kill(pg.PID(), syscall.SIGKILL); err != nil {
			return fmt.Errorf("chaos: kill postgres: %w", err)
		}
		<-pg.Done()
		if err := w.restartPostgres(ctx); err != nil {
			return err
		}
		w.mu.Lock()
		w.pgKills++
		w.mu.Unlock()
		pause(ctx, time.Second)
	}
	return nil
}

// restartPostgres starts Postgres again. A process that is being forked at that moment may hold the data folder's lock until it runs its own program.
func (w *world) restartPostgres(ctx context.Context) error {
	start, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	for {
		err := w.startPostgres(start)
		if !errors.Is(err, postgres.ErrInUse) || start.Err() != nil {
			return err
		}
		pause(start, 50*time.Millisecond)
	}
}

// freeze stops processes for longer than their lease and resumes them with stale state.
func (w *world) freeze(ctx context.Context) {
	for i := 0; w.frozen() < w.o.Freezes; i++ { // a process that was just killed can't be frozen
		pause(ctx, 500*time.Millisecond)
		if ctx.Err() != nil {
			return
		}
		if w.slots[(i+2)%len(w.slots)].freeze(ctx, lease+700*time.Millisecond) {
			w.mu.Lock()
			w.freezes++
			w.mu.Unlock()
		}
	}
}

func (w *world) frozen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.freezes
}
