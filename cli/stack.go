package main

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
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/mail"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/visitor"
	"github.com/cojoin/cojoin/sdk/webhook"
	"github.com/cojoin/cojoin/widget"
)

// stack holds everything that the server and the workers share, created from the settings.
type stack struct {
	settings *settings
	log      *slog.Logger
	pool     *pgxpool.Pool
	keys     *pgxpool.Pool // the database of persons' keys; nil where they are with everything else
	client   *sdk.Client
	site     site.Site
	metrics  *metrics
	traces   tracing
	outbox   *mail.Outbox // nil if mail is sent by SMTP
	atHead   atomic.Bool  // the schemas were found up to date; they never go back
	clockOff atomic.Bool  // this machine's clock is noticeably not the database's, and the log says so
	leaving  atomic.Bool  // stopping: still serving, but telling load balancers to send no more calls
}

// stackOptions are what development and operators' commands do otherwise.
type stackOptions struct {
	operator bool // a command's, not a server's or a worker's: statements are planned as the database sees fit
	clock    site.Clock
	log      *slog.Logger
	traces   *tracing // default: what the environment asks for
}

func (o stackOptions) tracing(ctx context.Context) (tracing, error) {
	if o.traces != nil {
		return *o.traces, nil
	}
	return newTracing(ctx)
}

// openStack connects to the database and creates the client. It changes nothing.
func openStack(ctx context.Context, s *settings, o stackOptions) (*stack, error) {
	traces, err := o.tracing(ctx)
	if err != nil {
		return nil, err
	}
	prepare := database.PrepareConnection
	if o.operator {
		prepare = database.PrepareOperator
	}
	pool, err := openPool(ctx, s, traces.provider, prepare)
	if err != nil {
		return nil, err
	}
	st := &stack{settings: s, log: o.log, pool: pool, site: s.site(), metrics: newMetrics(), traces: traces}
	if st.keys, err = openKeysPool(ctx, s, traces.provider, prepare); err != nil {
		pool.Close()
		return nil, err
	}
	if err := st.makeClient(o); err != nil {
		st.closePools()
		return nil, err
	}
	st.metrics.watch(pool, st.client, o.log)
	return st, nil
}

func (st *stack) makeClient(o stackOptions) error {
	s := st.settings
	server, err := secretBytes(s.secret.Reveal())
	if err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	gateway, err := newGateway(s)
	if err != nil {
		return err
	}
	mailer, err := st.mailer()
	if err != nil {
		return err
	}
	addresses, err := s.addressSearch()
	if err != nil {
		return err
	}
	analytics, err := st.analytics()
	if err != nil {
		return err
	}
	events := s.events
	events.Sender = webhook.New(s.eventsAllow)
	operator := ""
	if o.operator {
		operator = operatorName()
	}
	st.client, err = sdk.New(sdk.Config{
		Operator: operator,
		Pool:     st.pool, PersonKeys: st.keys, Jobs: jobs.NewInserter(), Gateway: gateway, Mailer: mailer, Clock: o.clock, Log: st.log,
		Secrets: secret.Secrets{KeyID: s.secretID, Server: server, Old: s.oldSecrets},
		Site:    st.site, Limits: s.limits, Lapses: s.lapses, Passwords: s.passwords,
		Host:    events,
		Payment: s.paymentConfig(), Renewal: s.renewal,
		Idempotency: caller.Idempotency{Lease: s.repeatLease},
		Flags:       flag.Config{Weights: s.experiments, Switches: s.switches},
		Addresses:   addresses, Chat: s.chat, Analytics: analytics,
		Tracing: st.traces.provider, Observer: st.metrics,
	})
	return err
}

// mailer returns an SMTP mailer if a mail server is configured, else one that stores every mail in the outbox.
func (st *stack) mailer() (mailer.Mailer, error) {
	if st.settings.smtp != "" {
		return mail.NewSMTP(st.settings.smtp.Reveal(), st.settings.sender())
	}
	st.outbox = mail.NewOutbox(st.pool)
	return st.outbox, nil
}

// flushTimeout is how long a stopping process tries to send its remaining spans.
const flushTimeout = 3 * time.Second

// close closes the connections and sends the remaining spans.
func (st *stack) close() {
	st.closePools()
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := st.traces.stop(ctx); err != nil {
		st.log.Warn("could not send the last traces", "error", err)
	}
}

func (st *stack) closePools() {
	st.pool.Close()
	if st.keys != nil {
		st.keys.Close()
	}
}

// ready reports whether calls can be answered: the databases are reachable, the clock is ours, and the schemas are up to
// date.
func (st *stack) ready(ctx context.Context) error {
	if st.leaving.Load() {
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
	return st.migrated(ctx)
}

// migrated reports whether the schemas are up to date.
func (st *stack) migrated(ctx context.Context) error {
	if st.atHead.Load() {
		return nil
	}
	product, err := database.Migrated(ctx, st.settings.databaseURL.Reveal())
	if err != nil {
		return err
	}
	runner, err := jobs.Migrated(ctx, st.pool)
	if err != nil {
		return err
	}
	keys := true
	if st.keys != nil {
		if keys, err = database.KeysMigrated(ctx, st.settings.personKeysURL.Reveal()); err != nil {
			return err
		}
	}
	if !product || !runner || !keys {
		return errors.New("the database doesn't have the newest schema; run: cojoin migrate")
	}
	st.atHead.Store(true)
	return nil
}

// migrate migrates the schemas to the latest version, and publishes the files of this release's pages.
func migrate(ctx context.Context, s *settings) error {
	if s.personKeysURL != "" {
		if err := database.MigrateKeys(ctx, s.personKeysURL.Reveal(), s.migration); err != nil {
			return err
		}
	}
	if err := database.Migrate(ctx, s.databaseURL.Reveal(), s.migration); err != nil {
		return err
	}
	pool, err := openPool(ctx, s, noop.NewTracerProvider(), database.PrepareOperator)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := jobs.Migrate(ctx, pool, s.migration); err != nil {
		return err
	}
	return visitor.PublishPageFiles(ctx, pool, widget.Files())
}

// site returns the settings that people see.
func (s *settings) site() site.Site {
	site := site.Site{
		Product: s.product, Brand: s.brand, Environment: s.environment, PublicURL: s.publicURL, Links: s.links, SupportPhones: s.supportPhones,
		SupportEmail: s.supportEmail, Provider: s.provider, ChatWidgetKey: s.chatWidgetKey, Affiliate: s.affiliate, Seller: s.seller, Security: s.security,
	}
	if s.provider == "sandbox" {
		site.SandboxURL = s.sandboxURL
	}
	return site
}

// serverConfig returns the public handler's configuration, without what only development has.
func (st *stack) serverConfig() apiserver.Config {
	return apiserver.Config{
		Client: st.client, Ready: st.ready, Site: st.site, Origins: st.settings.origins,
		TrustedProxies: st.settings.trustedProxies, Widget: widget.Files(), Log: st.log,
		Events: apiserver.Analytics{Client: st.client}, Metrics: st.metrics.registry, Tracing: st.traces.provider,
		InFlight: st.settings.calls, PerAddress: cmp.Or(st.settings.callsPerAddress, -1),
	}
}

// startWorker starts running jobs.
func (st *stack) startWorker(ctx context.Context) (*jobs.Worker, error) {
	worker, err := jobs.New(st.client, st.pool, jobs.Options{
		Log: st.log, Concurrency: st.settings.workers, StopTimeout: st.settings.shutdownTimeout, Tracing: st.traces.provider,
	})
	if err != nil {
		return nil, err
	}
	return worker, worker.Start(ctx)
}
