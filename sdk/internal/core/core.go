package core

import (
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// Config is the part of the SDK's configuration that every engine may need; sdk.Config documents its fields.
type Config struct {
	Pool        *pgxpool.Pool
	Jobs        job.Inserter
	Gateway     gateway.Gateway
	Mailer      email.Mailer
	Clock       site.Clock
	Log         *slog.Logger
	Secrets     secret.Secrets
	Site        site.Site
	Lapses      site.Lapses
	Hashing     secret.Hashing
	Limits      caller.Limits
	Flags       flag.Config
	Passwords   *form.PasswordFilter
	Tax         price.TaxProvider
	Idempotency caller.Idempotency
	Tracing     trace.TracerProvider
	Observer    gateway.Observer
	// CountsOrders turns on the reporting of placed orders to an analytics service.
	CountsOrders bool
	Operator     string
	PersonKeys   *pgxpool.Pool
	Merchant     gateway.Merchant
}

// Core has the parts that every operation needs. It is safe for concurrent use.
type Core struct {
	Config
	Q      *db.Queries
	Keys   secret.Keyring
	People *person.Keys
	Hasher *secret.Hasher

	flags    *flag.Reader
	ids      timedIDs
	catalogs catalogCache // catalogs read so far; versions never change
}

// New checks a configuration and fills in its defaults. It uses neither the database nor the network.
func New(cfg Config) (*Core, error) {
	keys, err := secret.NewKeyring(cfg.Secrets)
	if err != nil {
		return nil, err
	}
	if cfg.Clock == nil {
		cfg.Clock = site.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Observer == nil {
		cfg.Observer = gateway.Nobody{}
	}
	if cfg.Tracing == nil {
		cfg.Tracing = noop.NewTracerProvider()
	}
	if cfg.Gateway != nil {
		cfg.Gateway = gateway.Watch(cfg.Gateway, cfg.Tracing, cfg.Observer)
	}
	cfg.Site = cfg.Site.WithDefaults()
	cfg.Lapses = cfg.Lapses.WithDefaults()
	cfg.Limits = cfg.Limits.WithDefaults()
	cfg.Idempotency = cfg.Idempotency.WithDefaults()
	hasher, err := secret.NewHasher(cfg.Hashing, cfg.Observer.Hashed)
	if err != nil {
		return nil, err
	}
	flags, err := flag.NewReader(cfg.Flags)
	if err != nil {
		return nil, err
	}
	c := &Core{Config: cfg, Q: db.New(cfg.Pool), Keys: keys, Hasher: hasher, flags: flags}
	var elsewhere *person.Elsewhere
	if cfg.PersonKeys != nil {
		elsewhere = &person.Elsewhere{Pool: cfg.PersonKeys, Forget: c.forgetKeys}
	}
	c.People = person.NewKeys(keys, elsewhere)
	return c, nil
}

// Now returns the current time in UTC, with the precision of Postgres.
func (c *Core) Now() time.Time { return c.Clock.Now().UTC().Truncate(time.Microsecond) }
