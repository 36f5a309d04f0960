package sdk

import (
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/visitors"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/letters"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Config is what a [Client] is made of. Only Pool and Secrets are always needed.
type Config struct {
	Pool    *pgxpool.Pool              // required; the schema must be at head (see database.Migrate)
	Jobs    job.Inserter               // required by operations that leave work behind (payment, mail)
	Gateway gateway.Gateway            // required by payment
	Mailer  mailer.Mailer              // required by the mail jobs
	Clock   site.Clock                 // default: the machine's clock, UTC
	Log     *slog.Logger               // default: discards. Holds ids and codes, never personal data
	Secrets secret.Secrets             // required
	Site    site.Site                  // default: development on this machine
	Hashing secret.Hashing             // default: OWASP's minimum, concurrently as many as there are processors
	Limits  caller.Limits              // default: the shipped limits
	Lapses  site.Lapses                // default: see its fields
	Payment payment.Config             // default: see its fields
	Renewal subscription.RenewalConfig // default: see its fields
	Flags   flag.Config                // default: the shipped arms for everybody
	Tax     price.TaxProvider          // default: the tax table of the catalogue in force

	Passwords *form.PasswordFilter // passwords that are refused in addition to form.CommonPasswords; default: none

	Addresses visitor.AddressSearch // default: none; addresses are typed in full
	Chat      visitor.ChatConfig    // default: none; the support chat knows nobody by name
	Analytics visitor.Analytics     // default: none; nothing is counted

	Host host.Config // default: the host's application gets no events, and nobody is led there

	Idempotency caller.Idempotency // default: see its fields

	Tracing  trace.TracerProvider // spans of calls to the provider; default: none
	Observer gateway.Observer     // default: none

	// PersonKeys is a database of its own for the keys under which people's data is sealed, with backups that are kept for a short
	// time; nil: they are in Pool's. The table must be there (see database.MigrateKeys). Without it nobody can sign up, and no data
	// of people is read.
	PersonKeys *pgxpool.Pool

	// Merchant is the account of Gateway. [identity.Client.Verify] compares it with the one that took the database's payments. Without an
	// ID nothing is compared.
	Merchant gateway.Merchant

	// Operator is who uses this program, where it is one operator's: what they look at of people's data is recorded with their name. Programs
	// that serve several name them with [caller.WithOperator].
	Operator string
}

// Client runs the operations of signing up, pricing and paying, grouped by noun. It is safe for concurrent use.
type Client struct {
	Account      account.Client
	Checkout     checkout.Client
	Codes        codes.Client
	Home         home.Client
	Host         host.Client
	Identity     identity.Client
	Invite       invite.Client
	Letters      letters.Client
	Operate      operate.Client
	Payment      payment.Client
	Professional professional.Client
	Signup       signup.Client
	Subscription subscription.Client
	Visitor      visitor.Client

	engine *engine.Engine
}

// New makes a client. It checks the configuration and touches neither the database nor the network.
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
		Payment: cfg.Payment, Renewal: cfg.Renewal, Host: cfg.Host,
		Visitor: visitors.Config{Addresses: cfg.Addresses, Chat: cfg.Chat, Analytics: cfg.Analytics},
	})
	if err != nil {
		return nil, err
	}
	return &Client{
		Account: e.Account, Checkout: e.Checkout, Codes: e.Codes, Home: e.Home, Host: e.Host, Identity: e.Identity, Invite: e.Invite, Letters: e.Letters,
		Operate: e.Operate, Payment: e.Payment, Professional: e.Professional, Signup: e.Signup, Subscription: e.Subscription, Visitor: e.Visitor,
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
