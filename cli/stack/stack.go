// Package stack opens the common parts of servers, workers and operators' commands from the settings: connections, the
// SDK's client with its adapters, metrics and traces.
package stack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/adapter/smtp"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/widget"
)

// Stack holds everything that the server and the workers share, created from the settings.
type Stack struct {
	Settings *setting.Config
	Log      *slog.Logger
	Pool     *pgxpool.Pool
	keys     *pgxpool.Pool // the database of persons' keys; nil if they are in the product's
	Client   *sdk.Client
	site     site.Site
	Metrics  *Metrics
	Traces   Tracing
	Outbox   *outbox.Outbox // nil if mail is sent by SMTP
	atHead   atomic.Bool    // the schemas were found up to date; they never go back
	clockOff atomic.Bool    // this machine's clock differs noticeably from the database's, which is logged
	Leaving  atomic.Bool    // stopping: still serving, but no longer ready for load balancers
}

// Options are the differences for development and operators' commands.
type Options struct {
	Operator bool // for a command, not a server or a worker: it may read whole tables, without a time limit
	Clock    site.Clock
	Log      *slog.Logger
	Traces   *Tracing // default: from the environment
}

func (o Options) tracing(ctx context.Context) (Tracing, error) {
	if o.Traces != nil {
		return *o.Traces, nil
	}
	return newTracing(ctx)
}

// Open connects to the database and creates the client. It changes nothing.
func Open(ctx context.Context, s *setting.Config, o Options) (*Stack, error) {
	traces, err := o.tracing(ctx)
	if err != nil {
		return nil, err
	}
	prepare := database.PrepareConnection
	if o.Operator {
		prepare = database.PrepareOperator
	}
	pool, err := OpenPool(ctx, s, traces.Provider, prepare)
	if err != nil {
		return nil, err
	}
	st := &Stack{Settings: s, Log: o.Log, Pool: pool, site: s.Site(), Metrics: newMetrics(), Traces: traces}
	if st.keys, err = OpenKeysPool(ctx, s, traces.Provider, prepare); err != nil {
		pool.Close()
		return nil, err
	}
	if err := st.makeClient(o); err != nil {
		st.closePools()
		return nil, err
	}
	st.Metrics.watch(st)
	return st, nil
}

func (st *Stack) makeClient(o Options) error {
	s := st.Settings
	server, err := setting.SecretBytes(s.Secret.Reveal())
	if err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	gateway, err := Gateway(s)
	if err != nil {
		return err
	}
	mailer, err := st.mailer(o.Clock)
	if err != nil {
		return err
	}
	addresses, err := AddressSearch(s)
	if err != nil {
		return err
	}
	analytics, err := st.analytics()
	if err != nil {
		return err
	}
	events := s.Events
	events.Sender = delivery.New(s.EventsAllow)
	operator := ""
	if o.Operator {
		operator = operatorName()
	}
	st.Client, err = sdk.New(sdk.Config{
		Operator: operator,
		Pool:     st.Pool, PersonKeys: st.keys, Jobs: jobs.NewInserter(), Gateway: gateway, Merchant: merchantOf(s), Mailer: mailer, Clock: o.Clock, Log: st.Log,
		Secrets: secret.Secrets{KeyID: s.SecretID, Server: server, Old: s.OldSecrets},
		Site:    st.site, Limits: s.Limits, Lapses: s.Lapses, Passwords: s.Passwords,
		Integration: events,
		Payment:     paymentConfig(s), Renewal: s.Renewal,
		Idempotency: caller.Idempotency{Lease: s.RepeatLease},
		Flags:       flag.Config{Weights: s.Experiments, Switches: s.Switches},
		Addresses:   addresses, Chat: s.Chat, Analytics: analytics,
		Tracing: st.Traces.Provider, Observer: st.Metrics,
	})
	return err
}

// mailer returns an SMTP mailer if a mail server is configured, else one that stores every mail in the outbox.
func (st *Stack) mailer(clock site.Clock) (email.Mailer, error) {
	if st.Settings.SMTP != "" {
		return smtp.New(st.Settings.SMTP.Reveal(), st.Settings.Sender())
	}
	st.Outbox = outbox.NewAt(st.Pool, clock)
	return st.Outbox, nil
}

// flushTimeout limits the time to send the remaining spans of a stopping process.
const flushTimeout = 3 * time.Second

// Close closes the connections and sends the remaining spans.
func (st *Stack) Close() {
	st.closePools()
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := st.Traces.stop(ctx); err != nil {
		st.Log.Warn("could not send the last traces", "error", err)
	}
}

func (st *Stack) closePools() {
	st.Pool.Close()
	if st.keys != nil {
		st.keys.Close()
	}
}

// Ready returns an error unless the server can answer calls: the databases are reachable and belong to the settings, the clocks agree, and the
// schemas are up to date.
func (st *Stack) Ready(ctx context.Context) error {
	if st.Leaving.Load() {
		return apiserver.ErrLeaving
	}
	if err := st.checkClock(ctx); err != nil {
		return err
	}
	if st.keys != nil {
		if err := st.keys.Ping(ctx); err != nil {
			return fmt.Errorf("database of persons' keys: %w", err)
		}
	}
	if err := st.Migrated(ctx); err != nil {
		return err
	}
	return st.Check(ctx)
}

// Migrated returns an error unless the schemas are up to date.
func (st *Stack) Migrated(ctx context.Context) error {
	if st.atHead.Load() {
		return nil
	}
	product, err := database.Migrated(ctx, st.Settings.DatabaseURL.Reveal())
	if err != nil {
		return err
	}
	runner, err := jobs.Migrated(ctx, st.Pool)
	if err != nil {
		return err
	}
	keys := true
	if st.keys != nil {
		if keys, err = database.KeysMigrated(ctx, st.Settings.PersonKeysURL.Reveal()); err != nil {
			return err
		}
	}
	if !product || !runner || !keys {
		return errors.New("the database doesn't have the newest schema; run: cojoin migrate")
	}
	st.atHead.Store(true)
	return nil
}

// Migrate migrates the schemas to the latest version, and publishes the files of this release's pages. If the secret is configured, it
// compares the settings with the databases before and after.
func Migrate(ctx context.Context, s *setting.Config) error {
	return verifyMigration(ctx, s, func() error { return migrate(ctx, s) })
}

func migrate(ctx context.Context, s *setting.Config) error {
	if s.PersonKeysURL != "" {
		if err := database.MigrateKeys(ctx, s.PersonKeysURL.Reveal(), s.Migration); err != nil {
			return err
		}
	}
	if err := database.Migrate(ctx, s.DatabaseURL.Reveal(), s.Migration); err != nil {
		return err
	}
	pool, err := OpenPool(ctx, s, noop.NewTracerProvider(), database.PrepareOperator)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := jobs.Migrate(ctx, pool, s.Migration); err != nil {
		return err
	}
	return sdk.PublishPageFiles(ctx, pool, widget.Files())
}

// ServerConfig returns the public handler's configuration, without the development tools.
func (st *Stack) ServerConfig() apiserver.Config {
	return apiserver.Config{
		Client: st.Client, Ready: st.Ready, Site: st.site, Origins: st.Settings.Origins,
		TrustedProxies: st.Settings.TrustedProxies, Widget: widget.Files(), Log: st.Log,
		Events: apiserver.Analytics{Client: st.Client}, Metrics: st.Metrics.Registry, Tracing: st.Traces.Provider,
		InFlight: st.Settings.Calls, PerAddress: cmp.Or(st.Settings.CallsPerAddress, -1),
	}
}

// StartWorker starts running jobs.
func (st *Stack) StartWorker(ctx context.Context) (*jobs.Worker, error) {
	worker, err := jobs.New(st.Client, st.Pool, jobs.Options{
		Log: st.Log, Concurrency: st.Settings.Workers, StopTimeout: st.Settings.ShutdownTimeout, Tracing: st.Traces.Provider,
	})
	if err != nil {
		return nil, err
	}
	return worker, worker.Start(ctx)
}
