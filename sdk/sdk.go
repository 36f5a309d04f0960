package sdk

import (
	"errors"
	"log/slog"
	"maps"

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
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/letters"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/order"
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
	Account      *account.Client
	Checkout     *checkout.Client
	Codes        *codes.Client
	Home         *home.Client
	Host         *host.Client
	Identity     *identity.Client
	Invite       *invite.Client
	Letters      *letters.Client
	Operate      *operate.Client
	Payment      *payment.Client
	Professional *professional.Client
	Signup       *signup.Client
	Subscription *subscription.Client
	Visitor      *visitor.Client

	core *core.Core
}

// New makes a client. It checks the configuration and touches neither the database nor the network.
func New(cfg Config) (*Client, error) {
	if cfg.Pool == nil {
		return nil, errors.New("sdk: Config.Pool is missing")
	}
	k, err := core.New(core.Config{
		Pool: cfg.Pool, Jobs: cfg.Jobs, Gateway: cfg.Gateway, Mailer: cfg.Mailer, Clock: cfg.Clock, Log: cfg.Log,
		Secrets: cfg.Secrets, Site: cfg.Site, Lapses: cfg.Lapses, Hashing: cfg.Hashing, Limits: cfg.Limits, Flags: cfg.Flags, Passwords: cfg.Passwords, Tax: cfg.Tax,
		Idempotency: cfg.Idempotency, Tracing: cfg.Tracing, Observer: cfg.Observer, CountsOrders: cfg.Analytics != nil,
		Operator: cfg.Operator, PersonKeys: cfg.PersonKeys, Merchant: cfg.Merchant,
	})
	if err != nil {
		return nil, err
	}
	c := &Client{core: k}
	orders := order.New(k)
	if c.Host, err = host.New(k, cfg.Host); err != nil {
		return nil, err
	}
	// Payment and checkout call back into rooms above them, through tables that are filled once those rooms are made.
	purposes, kinds := new(payment.Purposes), map[string]checkout.Kind{}
	c.Account = account.New(k, c.Host)
	c.Professional = professional.New(k, c.Account)
	if c.Payment, err = payment.New(k, orders, cfg.Payment, purposes); err != nil {
		return nil, err
	}
	if c.Signup, err = signup.New(k, orders, c.Payment); err != nil {
		return nil, err
	}
	c.Checkout = checkout.New(k, c.Account, orders, c.Payment, c.Signup, kinds)
	if c.Subscription, err = subscription.New(k, c.Payment, cfg.Renewal); err != nil {
		return nil, err
	}
	c.Codes = codes.New(k, c.Payment)
	if c.Invite, err = invite.New(k, c.Account, c.Professional, c.Checkout, c.Signup); err != nil {
		return nil, err
	}
	c.Home = home.New(k, c.Account, orders, c.Subscription, c.Codes, c.Invite)
	c.Letters = letters.New(k, orders, c.Account, c.Subscription, c.Signup)
	c.Visitor, err = visitor.New(k, c.Account, c.Signup, visitor.Config{Addresses: cfg.Addresses, Chat: cfg.Chat, Analytics: cfg.Analytics})
	if err != nil {
		return nil, err
	}
	c.Identity = identity.New(k)
	c.Operate = operate.New(k, c.Codes, c.Host, c.Identity, c.Payment, c.Signup)
	maps.Copy(kinds, c.checkoutTable())
	*purposes, err = c.purposeTable()
	return c, err
}
