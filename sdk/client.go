package sdk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Clock tells the time. The default is the machine's clock in UTC.
type Clock interface{ Now() time.Time }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now().UTC() }

// Job is work to be done after a transaction committed. Its exported fields are its arguments and hold
// ids only, never personal data and never a secret; Kind is its stable name.
type Job interface{ Kind() string }

// JobOptions say when and how often a job runs.
type JobOptions struct {
	At     time.Time // not before; the zero time means now
	Unique bool      // at most one unfinished job with the same arguments
}

// QueuedJob is a job as it is left.
type QueuedJob struct {
	Job
	JobOptions
}

// JobInserter enqueues jobs in the caller's transaction, all at once and as its last statements: if the transaction
// fails, they never were.
type JobInserter interface {
	InsertTx(ctx context.Context, tx pgx.Tx, jobs []QueuedJob) error
}

// Config is what a [Client] is made of. Only Pool and Secrets are always needed.
type Config struct {
	Pool    *pgxpool.Pool // required; the schema must be at head (see [Migrate])
	Jobs    JobInserter   // required by operations that leave work behind (payment, mail)
	Gateway Gateway       // required by payment
	Mailer  Mailer        // required by the mail jobs
	Clock   Clock         // default: the machine's clock, UTC
	Log     *slog.Logger  // default: discards. Holds ids and codes, never personal data
	Secrets Secrets       // required
	Site    Site          // default: development on this machine
	Hashing Hashing       // default: OWASP's minimum, as many at once as there are processors
	Limits  Limits        // default: the shipped limits
	Payment PaymentConfig // default: see its fields
	Renewal RenewalConfig // default: see its fields
	Flags   FlagConfig    // default: the shipped arms for everybody
	Tax     TaxProvider   // default: the tax table of the catalogue in force

	Addresses AddressSearch // default: none; addresses are typed in full
	Chat      ChatConfig    // default: none; the support chat takes everybody for a stranger
	Analytics Analytics     // default: none; nothing is counted

	Idempotency Idempotency // default: see its fields

	Tracing  trace.TracerProvider // spans of calls to the provider; default: none
	Observer Observer             // default: nobody
}

// Client runs the operations of signing up, pricing and paying. It is safe for concurrent use.
type Client struct {
	cfg      Config
	q        *db.Queries
	keys     keyring
	hasher   *hasher
	flags    *flagReader
	catalogs catalogCache // what was read of the catalogues, which never change

	purposes  purposes            // what is being paid for, for the payment engine
	checkouts map[string]checkout // by purpose: the two kinds of registrations

	declineAlarm atomic.Int64 // when this process last said that payments are closed, in Unix seconds
}

// New makes a client. It checks the configuration and touches neither the database nor the network.
func New(cfg Config) (*Client, error) {
	if cfg.Pool == nil {
		return nil, errors.New("sdk: Config.Pool is missing")
	}
	if err := checkGuards(stepGuards, stepStates); err != nil {
		return nil, err
	}
	if err := checkGuards(inviteGuards, inviteStates); err != nil {
		return nil, err
	}
	keys, err := newKeyring(cfg.Secrets)
	if err != nil {
		return nil, err
	}
	if cfg.Clock == nil {
		cfg.Clock = systemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	cfg.Site = cfg.Site.WithDefaults()
	cfg.Limits = cfg.Limits.withDefaults()
	cfg.Idempotency = cfg.Idempotency.withDefaults()
	cfg.Payment = cfg.Payment.withDefaults()
	if err := cfg.Payment.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Payment: %w", err)
	}
	cfg.Renewal = cfg.Renewal.withDefaults()
	if err := cfg.Renewal.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Renewal: %w", err)
	}
	if err := cfg.Chat.validate(); err != nil {
		return nil, fmt.Errorf("sdk: Config.Chat: %w", err)
	}
	if cfg.Observer == nil {
		cfg.Observer = nobody{}
	}
	if cfg.Tracing == nil {
		cfg.Tracing = noop.NewTracerProvider()
	}
	if cfg.Gateway != nil {
		cfg.Gateway = watchGateway(cfg.Gateway, cfg.Tracing, cfg.Observer)
	}
	hasher, err := newHasher(cfg.Hashing, cfg.Observer.Hashed)
	if err != nil {
		return nil, err
	}
	flags, err := newFlagReader(cfg.Flags)
	if err != nil {
		return nil, fmt.Errorf("sdk: Config.Flags: %w", err)
	}
	c := &Client{flags: flags, cfg: cfg, q: db.New(cfg.Pool), keys: keys, hasher: hasher}
	c.checkouts = c.checkoutTable()
	if c.purposes, err = c.purposeTable(); err != nil {
		return nil, err
	}
	return c, nil
}

// CallMeta is what an operation knows of its caller beside the input.
type CallMeta struct {
	Lang           string            // "en" or "es"; anything else reads as English
	Locale         string            // what amounts and dates are written for, e.g. es-MX; default Lang
	AnonymousID    string            // the visitor's, from the widget; experiments are assigned by it
	ReferrerKey    string            // of an active discount
	ClientAddr     string            // for rate limits only; never stored in clear
	IdempotencyKey string            // empty: the call isn't protected against being sent twice
	ForcedFlags    map[string]string // arms by experiment key; ignored in production
}

// now is the current time in UTC, in the precision that Postgres keeps.
func (c *Client) now() time.Time { return c.cfg.Clock.Now().UTC().Truncate(time.Microsecond) }

// newID makes a UUIDv7: keys made one after the other stand together in an index.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
