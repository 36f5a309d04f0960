package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/mail"
	"github.com/cojoin/cojoin/widget"
)

// stack is everything that server and workers share, put together from the settings.
type stack struct {
	settings *settings
	log      *slog.Logger
	pool     *pgxpool.Pool
	client   *sdk.Client
	site     sdk.Site
	outbox   *mail.Outbox // nil where mail is really sent
	atHead   atomic.Bool  // the schemas were seen at head; they don't go back
}

// stackOptions are what development does otherwise.
type stackOptions struct {
	clock sdk.Clock
	log   *slog.Logger
}

// openStack connects to the database and makes the client. It changes nothing.
func openStack(ctx context.Context, s *settings, o stackOptions) (*stack, error) {
	pool, err := openPool(ctx, s)
	if err != nil {
		return nil, err
	}
	st := &stack{settings: s, log: o.log, pool: pool, site: s.site()}
	if err := st.makeClient(o); err != nil {
		pool.Close()
		return nil, err
	}
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
	st.client, err = sdk.New(sdk.Config{
		Pool: st.pool, Jobs: jobs.NewInserter(), Gateway: gateway, Mailer: mailer, Clock: o.clock, Log: st.log,
		Secrets: sdk.Secrets{KeyID: s.secretID, Server: server, Old: s.oldSecrets},
		Site:    st.site, Limits: s.limits,
		Payment:     s.paymentConfig(),
		Idempotency: sdk.Idempotency{Lease: s.repeatLease},
		Flags:       sdk.FlagConfig{Weights: s.experiments, Switches: s.switches},
		Addresses:   addresses, Chat: s.chat,
	})
	return err
}

// mailer sends by SMTP where there is a server for it, and else keeps every mail in the outbox.
func (st *stack) mailer() (sdk.Mailer, error) {
	if st.settings.smtp != "" {
		return mail.NewSMTP(st.settings.smtp.Reveal(), st.settings.mailFrom)
	}
	st.outbox = mail.NewOutbox(st.pool)
	return st.outbox, nil
}

// close gives the connections back.
func (st *stack) close() { st.pool.Close() }

// ready says whether calls can be answered: the database is there and both schemas are at head.
func (st *stack) ready(ctx context.Context) error {
	if err := st.pool.Ping(ctx); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if st.atHead.Load() {
		return nil
	}
	product, err := sdk.Migrated(ctx, st.settings.databaseURL.Reveal())
	if err != nil {
		return err
	}
	runner, err := jobs.Migrated(ctx, st.pool)
	if err != nil {
		return err
	}
	if !product || !runner {
		return errors.New("the database isn't at the newest schema; run: cojoin migrate")
	}
	st.atHead.Store(true)
	return nil
}

// migrate brings both schemas to head.
func migrate(ctx context.Context, s *settings) error {
	if err := sdk.Migrate(ctx, s.databaseURL.Reveal()); err != nil {
		return err
	}
	pool, err := openPool(ctx, s)
	if err != nil {
		return err
	}
	defer pool.Close()
	return jobs.Migrate(ctx, pool)
}

func openPool(ctx context.Context, s *settings) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(s.databaseURL.Reveal())
	if err != nil {
		return nil, errors.New("databaseUrl can't be read; it looks like postgres://user:password@host:5432/name") // pgx's text may hold the password
	}
	cfg.MaxConns = s.databaseConns
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = "cojoin"
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// site is what people see of the settings.
func (s *settings) site() sdk.Site {
	site := sdk.Site{
		Environment: s.environment, PublicURL: s.publicURL, Links: s.links, SupportPhones: s.supportPhones,
		SupportEmail: s.supportEmail, Provider: s.provider, ChatWidgetKey: s.chatWidgetKey,
	}
	if s.provider == "sandbox" {
		site.SandboxURL = s.sandboxURL
	}
	return site
}

// serverConfig is the public handler's configuration, less what only development has.
func (st *stack) serverConfig() apiserver.Config {
	return apiserver.Config{
		Client: st.client, Ready: st.ready, Site: st.site, Origins: st.settings.origins,
		TrustedProxies: st.settings.trustedProxies, Widget: widget.Files(), Log: st.log,
		Events: apiserver.EventLog{Log: st.log},
	}
}

// startWorker starts working jobs.
func (st *stack) startWorker(ctx context.Context) (*jobs.Worker, error) {
	worker, err := jobs.New(st.client, st.pool, jobs.Options{
		Log: st.log, Concurrency: st.settings.workers, StopTimeout: st.settings.shutdownTimeout,
	})
	if err != nil {
		return nil, err
	}
	return worker, worker.Start(ctx)
}
