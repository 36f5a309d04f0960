package sdk

import (
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/visitors"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/support"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Config configures a [Client]. Only Pool and Secrets are always required.
type Config struct {
	Pool    *pgxpool.Pool              // required; the schema must be at head (see database.Migrate)
	Jobs    job.Inserter               // required by operations that enqueue jobs (payment, mail)
	Gateway gateway.Gateway            // required by payment
	Mailer  email.Mailer               // required by the mail jobs
	Clock   site.Clock                 // default: the system clock, UTC
	Log     *slog.Logger               // default: discards. Holds ids and codes, never personal data
	Secrets secret.Secrets             // required
	Site    site.Site                  // default: development on this machine
	Hashing secret.Hashing             // default: OWASP's minimum, one concurrent hash per processor
	Limits  caller.Limits              // default: the shipped limits
	Lapses  site.Lapses                // default: see its fields
	Payment payment.Config             // default: see its fields
	Renewal subscription.RenewalConfig // default: see its fields
	Flags   flag.Config                // default: the shipped variants
	Tax     price.TaxProvider          // default: the tax table of the current catalog

	Passwords *form.PasswordFilter // rejected in addition to form.CommonPasswords; default: none

	Addresses places.Search     // default: none; addresses are typed in full
	Chat      support.Config    // default: none; the support chat is anonymous
	Analytics analytics.Service // default: none; nothing is counted

	Integration integration.Config // default: no events for applications, and no redirects to one

	Idempotency caller.Idempotency // default: see its fields

	Tracing  trace.TracerProvider // spans of calls to the provider; default: none
	Observer gateway.Observer     // default: none

	// PersonKeys is a separate database for the keys that seal personal data, with short-lived backups. Default: Pool's. Its table must exist (see
	// database.MigrateKeys). While it is down, no sign-up works and no personal data can be read.
	PersonKeys *pgxpool.Pool

	// Merchant is the account of Gateway. [identity.Client.Verify] compares it with the merchant of the database's payments. Without an ID it
	// compares nothing.
	Merchant gateway.Merchant

	// Operator is the name of the person at the console, for a program with one operator. It is recorded with their reading of personal data (lists
	// and single sign-ups, professionals, invitations and batches of codes, exports, erasures and evidence) and with their switches and acceptances.
	// Without it those operations fail with [fault.OperatorUnnamed]. A program with several operators passes the name with [caller.WithOperator].
	Operator string
}

// Client has the operations of signing up, pricing and paying, grouped by noun. It is safe for concurrent use.
type Client struct {
	Account      account.Client
	Analytics    analytics.Client
	Audit        audit.Client
	Checkout     checkout.Client
	Codes        codes.Client
	Home         home.Client
	Integration  integration.Client
	Identity     identity.Client
	Invite       invite.Client
	Email        email.Client
	Operate      operate.Client
	Payment      payment.Client
	Places       places.Client
	Privacy      privacy.Client
	Professional professional.Client
	Signup       signup.Client
	Subscription subscription.Client
	Support      support.Client
	Visitor      visitor.Client

	engine *engine.Engine
}

// New returns a Client. It checks the configuration and touches neither the database nor the network.
func New(cfg Config) (*Client, error) {
	if cfg.Pool == nil {
		return nil, errors.New("sdk: Config.Pool is missing")
	}
	e, err := engine.New(engine.Config{
		Core: core.Config{
			Pool: cfg.Pool, Jobs: cfg.Jobs, Gateway: cfg.Gateway, Mailer: cfg.Mailer, Clock: cfg.Clock, Log: cfg.Log,
			Secrets: cfg.Secrets, Site: cfg.Site, Lapses: cfg.Lapses, Hashing: cfg.Hashing, Limits: cfg.Limits, Flags: cfg.Flags, Passwords: cfg.Passwords, Tax: cfg.Tax,
			Idempotency: cfg.Idempotency, Tracing: cfg.Tracing, Observer: cfg.Observer, CountsOrders: cfg.Analytics != nil,
			Operator: cfg.Operator, PersonKeys: cfg.PersonKeys, Merchant: cfg.Merchant,
		},
		Payment: cfg.Payment, Renewal: cfg.Renewal, Integration: cfg.Integration,
		Visitor: visitors.Config{Addresses: cfg.Addresses, Chat: cfg.Chat, Analytics: cfg.Analytics},
	})
	if err != nil {
		return nil, err
	}
	return &Client{
		Account: e.Account, Analytics: e.Visitor, Audit: e.Audit, Checkout: e.Checkout, Codes: e.Codes, Home: e.Home, Integration: e.Integration, Identity: e.Identity, Invite: e.Invite, Email: e.Email,
		Operate: e.Operate, Payment: e.Payment, Places: e.Visitor, Privacy: e.Privacy, Professional: e.Professional, Signup: e.Signup, Subscription: e.Subscription, Support: e.Visitor, Visitor: e.Visitor,
		engine: e,
	}, nil
}

func init() {
	engine.Of = func(client any) *engine.Engine {
		c, ok := client.(*Client)
		if !ok {
			panic("sdk: engine of another type than *Client")
		}
		return c.engine
	}
}
