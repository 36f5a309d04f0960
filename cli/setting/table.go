// Package setting reads the configuration: a table of every setting with its variable and meaning, and the sources of
// its value.
package setting

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/brand"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/support"
)

// Config is the validated configuration of the server and the workers.
type Config struct {
	DatabaseURL           secret.Secret
	PersonKeysURL         secret.Secret // empty: keys are in the same database
	DatabaseConns         int32
	Addr, Private         string
	PublicURL             string
	Environment           site.Environment
	Origins               []string
	TrustedProxies        []netip.Prefix
	Secret                secret.Secret // base64
	SecretID              uint8
	OldSecrets            map[uint8][]byte
	Provider              string
	Braintree             Braintree
	SandboxURL            string
	SMTP                  secret.Secret // URL with user and password
	MailFrom              string
	Product               string
	Brand                 brand.Brand
	SupportEmail          string
	SupportPhones         map[string]string
	AddressProvider       string
	GoogleKey             secret.Secret
	Chat                  support.Config
	Analytics             string
	SegmentKey            secret.Secret
	SegmentURL            string
	Affiliate             site.Affiliate
	Seller                site.Seller
	Security              site.Security
	Renewal               subscription.RenewalConfig
	Lapses                site.Lapses
	ChatWidgetKey         string
	Links                 map[string]string
	EventsAllow           []netip.Prefix
	Experiments           map[string]flag.ArmWeights
	Switches              map[string]bool
	Limits                caller.Limits
	Passwords             *form.PasswordFilter // nil: only the shipped passwords are rejected
	OperatorToken         secret.Secret
	OperatorTokens        map[string]secret.Secret // by operator
	MetricsToken          secret.Secret
	Payment               payment.Config // its clocks and countries
	RepeatLease           time.Duration
	Events                integration.Config // but for its sender
	KillAt                payment.InterruptPoint
	PauseAt               payment.InterruptPoint
	Authentication        []string // countries; nil means where the law requires it
	Workers               int
	Calls                 int // worked on concurrently
	CallsPerAddress       int // 0: any number
	ConnectionsPerAddress int // 0: any number
	Drain                 time.Duration
	ShutdownTimeout       time.Duration
	Migration             database.Migration
}

// Braintree is an account at Braintree.
type Braintree struct {
	Environment, MerchantID, PublicKey string
	PrivateKey                         secret.Secret
	OldKeys                            map[string]secret.Secret
	MerchantAccounts                   map[money.Currency]string
}

// Row is one setting: its name in the file, its environment variable (COJOIN_ and
// the name in capitals, unless env is set), its default, and how it is parsed. A name that ends in
// ".*" is a whole map.
type Row struct {
	Name, env, fallback, Doc string
	Secret                   bool
	read                     func(s *Config, key, value string) error
	stays                    rule // which of its values may stay in production
}

var shippedMigration = database.DefaultMigration()

// positive reads a duration above zero.
func positive(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		return 0, errors.New("is not a duration like 500ms")
	}
	return d, nil
}

func postgresURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return errors.New("is not an address like postgres://user:password@host:5432/name")
	}
	cfg, err := pgx.ParseConfig(v)
	if err != nil { // pgx's error may contain the password
		return errors.New("is not an address like postgres://user:password@host:5432/name: a parameter can't be read")
	}
	switch cfg.DefaultQueryExecMode {
	case pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol:
		// These guess a parameter's type from its Go type, and guess ours wrong.
		return fmt.Errorf("has default_query_exec_mode=%s, with which every sign-up fails; behind a pooler that keeps no prepared statements use default_query_exec_mode=cache_describe",
			u.Query().Get("default_query_exec_mode"))
	default:
		return nil
	}
}

// networks reads networks that are separated by commas.
func networks(v string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, p := range list(v) {
		prefix, err := netip.ParsePrefix(p)
		if err != nil {
			return nil, fmt.Errorf("%q is not a network like 10.0.0.0/8", p)
		}
		out = append(out, prefix)
	}
	return out, nil
}

// Table lists every setting.
var Table = []Row{
	{Name: "environment", stays: anyValue, fallback: "production", Doc: "production or development", read: func(s *Config, _, v string) error {
		s.Environment = site.Environment(v)
		return OneOf(v, string(site.EnvironmentProduction), string(site.EnvironmentDevelopment))
	}},
	{Name: "databaseUrl", stays: anyValue, env: "DATABASE_URL", Secret: true, Doc: "postgres://user:password@host:5432/name", read: func(s *Config, _, v string) error {
		s.DatabaseURL = secret.Secret(v)
		return postgresURL(v)
	}},
	{Name: "personKeysUrl", stays: anyValue, Secret: true, Doc: "separate database for the keys of people's data only, with short-lived backups (docs/how-to/backup.md); without it, the keys are in the main database", read: func(s *Config, _, v string) error {
		s.PersonKeysURL = secret.Secret(v)
		return postgresURL(v)
	}},
	{Name: "databaseConnections", stays: anyValue, fallback: "10", Doc: "maximum number of database connections of one process", read: func(s *Config, _, v string) (err error) {
		n, err := within(v, 2, 1000)
		s.DatabaseConns = int32(n)
		return err
	}},
	{Name: "migrate.lockTimeout", stays: anyValue, fallback: shippedMigration.LockTimeout.String(), Doc: "maximum wait of a migration's statement for a lock, while other statements on the table queue behind it; then the migration is rolled back and retried", read: func(s *Config, _, v string) (err error) {
		s.Migration.LockTimeout, err = positive(v)
		return err
	}},
	{Name: "migrate.patience", stays: anyValue, fallback: shippedMigration.Patience.String(), Doc: "maximum time for which a migration retries to get its locks", read: func(s *Config, _, v string) (err error) {
		s.Migration.Patience, err = positive(v)
		return err
	}},
	{Name: "migrate.oldTransaction", stays: anyValue, fallback: shippedMigration.OldTransaction.String(), Doc: "age of any open transaction from which on no migration begins", read: func(s *Config, _, v string) (err error) {
		s.Migration.OldTransaction, err = positive(v)
		return err
	}},
	{Name: "addr", stays: anyValue, fallback: "127.0.0.1:8080", Doc: "public address to listen on", read: func(s *Config, _, v string) error {
		s.Addr = v
		return listenAddress(v)
	}},
	{Name: "privateAddr", stays: anyValue, fallback: "127.0.0.1:9080", Doc: "private address for metrics, profiles and the jobs page; never public", read: func(s *Config, _, v string) error {
		s.Private = v
		return listenAddress(v)
	}},
	{Name: "operatorToken", stays: anyValue, Secret: true, Doc: "at least 32 characters; gives access to the private address: metrics, profiles, jobs page, /v1/admin. Production serves none of them without it", read: func(s *Config, _, v string) error {
		s.OperatorToken = secret.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		return nil
	}},
	{Name: "operatorTokens.*", stays: anyValue, Secret: true, Doc: "a token of at least 32 characters for each operator, by name: accesses through /v1/admin are recorded with it. Users of the shared operatorToken name themselves in the header Operator", read: func(s *Config, key, v string) error {
		if caller.OperatorName(key) == "" {
			return errors.New("isn't a name")
		}
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		put(&s.OperatorTokens, key, secret.Secret(v))
		return nil
	}},
	{Name: "metricsToken", stays: anyValue, Secret: true, Doc: "at least 32 characters; gives Prometheus access to /metrics on the private address, and to nothing else", read: func(s *Config, _, v string) error {
		s.MetricsToken = secret.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		return nil
	}},
	{Name: "publicUrl", stays: publicAddress, fallback: "http://127.0.0.1:8080", Doc: "public URL of the server, without a trailing slash", read: func(s *Config, _, v string) error {
		s.PublicURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{Name: "origins", stays: ownSites, Doc: "origins of the sites that embed the widget, separated by commas, e.g. https://www.example.com", read: func(s *Config, _, v string) error {
		for _, o := range list(v) {
			if err := webAddress(o); err != nil {
				return fmt.Errorf("%q %w", o, err)
			}
			s.Origins = append(s.Origins, strings.ToLower(strings.TrimRight(o, "/")))
		}
		return nil
	}},
	{Name: "trustedProxies", stays: anyValue, Doc: "networks whose X-Forwarded-For is trusted, separated by commas, e.g. 10.0.0.0/8", read: func(s *Config, _, v string) (err error) {
		s.TrustedProxies, err = networks(v)
		return err
	}},
	{Name: "secret", stays: anyValue, Secret: true, Doc: "at least 32 random bytes in base64. The database accepts no other one (docs/how-to/rotate-secrets.md). A new installation gets it from cojoin install, or from openssl rand -base64 32", read: func(s *Config, _, v string) error {
		s.Secret = secret.Secret(v)
		_, err := SecretBytes(v)
		return err
	}},
	{Name: "secretId", stays: anyValue, fallback: "1", Doc: "number of the secret, 1 to 255; increase it when you replace the secret", read: func(s *Config, _, v string) error {
		n, err := within(v, 1, 255)
		s.SecretID = uint8(n)
		return err
	}},
	{Name: "oldSecrets.*", stays: anyValue, Secret: true, Doc: "replaced secrets by their number, still used for decryption", read: func(s *Config, key, v string) error {
		id, err := within(key, 1, 255)
		if err != nil {
			return err
		}
		raw, err := SecretBytes(v)
		put(&s.OldSecrets, uint8(id), raw)
		return err
	}},
	{Name: "payment.provider", stays: noSandbox, fallback: "braintree", Doc: "braintree, or sandbox outside production", read: func(s *Config, _, v string) error {
		s.Provider = v
		return OneOf(v, "braintree", "sandbox")
	}},
	{Name: "payment.sandboxUrl", stays: anyValue, fallback: "http://127.0.0.1:4010", Doc: "URL of `cojoin sandbox`; only with provider sandbox", read: func(s *Config, _, v string) error {
		s.SandboxURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{Name: "payment.environment", stays: realMoney, fallback: "sandbox", Doc: "Braintree's environment: sandbox or production", read: func(s *Config, _, v string) error {
		s.Braintree.Environment = v
		return OneOf(v, "sandbox", "production")
	}},
	{Name: "payment.merchantId", stays: ownMerchant, Doc: "Braintree's merchant id", read: func(s *Config, _, v string) error { s.Braintree.MerchantID = v; return nil }},
	{Name: "payment.publicKey", stays: ownPublicKey, Doc: "Braintree's public key", read: func(s *Config, _, v string) error { s.Braintree.PublicKey = v; return nil }},
	{Name: "payment.privateKey", stays: anyValue, Secret: true, Doc: "Braintree's private key", read: func(s *Config, _, v string) error { s.Braintree.PrivateKey = secret.Secret(v); return nil }},
	{Name: "payment.oldKeys.*", stays: anyValue, Secret: true, Doc: "Braintree's replaced private keys by their public key; webhooks signed with them are still accepted", read: func(s *Config, key, v string) error {
		put(&s.Braintree.OldKeys, key, secret.Secret(v))
		return nil
	}},
	{Name: "payment.merchantAccounts.*", stays: ownMerchantAccounts, Doc: "Braintree's merchant account for each currency, e.g. USD; nothing is sold in a currency without one", read: func(s *Config, key, v string) error {
		if len(key) != 3 || strings.ToUpper(key) != key {
			return fmt.Errorf("%q is not a currency like USD", key)
		}
		put(&s.Braintree.MerchantAccounts, money.Currency(key), v)
		return nil
	}},
	{Name: "payment.authenticationCountries", stays: anyValue, Doc: "billing countries whose cards require 3-D Secure, e.g. GB,IM; none switches it off. Default: GB,GG,JE,IM", read: func(s *Config, _, v string) error {
		s.Authentication = strings.Split(v, ",")
		if v == "none" {
			s.Authentication = []string{}
		}
		for _, country := range s.Authentication {
			if !form.KnownCountry(country) {
				return fmt.Errorf("%q is not a country like GB", country)
			}
		}
		return nil
	}},
	{Name: "passwords.filter", stays: anyValue, Doc: "file of rejected passwords, in addition to the shipped ones; made with `cojoin passwords filter`, and read when the server starts", read: func(s *Config, _, v string) (err error) {
		s.Passwords, err = readPasswordFilter(v)
		return err
	}},
	{Name: "mail.smtp", stays: mailServer, Secret: true, Doc: "smtp://user:password@host:587 (or smtps://…:465)", read: func(s *Config, _, v string) error {
		s.SMTP = secret.Secret(v)
		u, err := url.Parse(v)
		if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Host == "" {
			return errors.New("is not an address like smtp://user:password@host:587")
		}
		return nil
	}},
	{Name: "mail.from", stays: ownSender, fallback: "no-reply@example.com", Doc: "sender of every mail, e.g. Example <no-reply@example.com>; the default name is the product's", read: func(s *Config, _, v string) error {
		s.MailFrom = v
		if _, err := mail.ParseAddress(v); err != nil {
			return errors.New("is not a sender like Example <no-reply@example.com>")
		}
		return nil
	}},
	{Name: "product", stays: anyValue, fallback: "Cojoin", Doc: "the service's name on every page and in every mail", read: func(s *Config, _, v string) error {
		s.Product = v
		if len(v) > 60 || strings.ContainsFunc(v, unicode.IsControl) {
			return errors.New("may have up to 60 letters, on one line")
		}
		return nil
	}},
	{Name: "appearance", stays: anyValue, Doc: "brand of the hosted page, frames, receipts and mails: a JSON file, or the JSON itself, as in docs/how-to/brand.md; `cojoin config brand` measures it", read: func(s *Config, _, v string) (err error) {
		s.Brand, err = ReadBrand(v)
		return err
	}},
	{Name: "support.email", stays: ownSupport, fallback: "support@example.com", Doc: "support e-mail address", read: func(s *Config, _, v string) error { s.SupportEmail = v; return nil }},
	{Name: "support.phones.*", stays: ownPhones, Doc: "support phone number by country (NZ, AU, GB, IE), and default: the number for every other country. Without default, the rest are numbers for fiction", read: func(s *Config, key, v string) error { put(&s.SupportPhones, key, v); return nil }},
	{Name: "links.*", stays: ownPages, Doc: "URLs of login, passwordRetrieval, terms, privacy, help, contact, home, cases, appStore, playStore; paymentMethod: the page for a new card, linked in the mail about a declined renewal. In production, apps are linked only by appStore and playStore. {lang} in those of terms, privacy, help and contact becomes the reader's language, e.g. en", read: func(s *Config, key, v string) error {
		put(&s.Links, key, v)
		return errors.Join(OneOf(key, "login", "passwordRetrieval", "terms", "privacy", "help", "contact", "home", "cases", "appStore", "playStore"), webAddress(v))
	}},
	{Name: "events.allow", stays: anyValue, Doc: "private networks that may receive events, over http, too, separated by commas, e.g. 10.0.0.0/8; all other non-public networks are refused", read: func(s *Config, _, v string) (err error) {
		s.EventsAllow, err = networks(v)
		return err
	}},
	{Name: "events.returnUrls", stays: ownReturnPages, Doc: "addresses of your application, separated by commas, to which people are sent with a code that identifies them; links.home or links.cases may be one of them", read: func(s *Config, _, v string) error {
		s.Events.ReturnURLs = list(v)
		for _, address := range s.Events.ReturnURLs {
			if err := webAddress(address); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "addresses.provider", stays: realAddresses, Doc: "provider of address suggestions: google, sandbox (made-up addresses, outside production) or off; default: google with a key, else sandbox outside production", read: func(s *Config, _, v string) error {
		s.AddressProvider = v
		return OneOf(v, "google", "sandbox", "off")
	}},
	{Name: "addresses.googleKey", stays: anyValue, Secret: true, Doc: "key of a Google project with Places API (New)", read: func(s *Config, _, v string) error { s.GoogleKey = secret.Secret(v); return nil }},
	{Name: "chat.widgetKey", stays: anyValue, Doc: "key of the Zendesk messaging script, loaded if the flag supportChat is on", read: func(s *Config, _, v string) error { s.ChatWidgetKey = v; return nil }},
	{Name: "chat.keyId", stays: anyValue, Doc: "Zendesk's id of the key that signs visitors in to the chat (app_…)", read: func(s *Config, _, v string) error { s.Chat.KeyID = v; return nil }},
	{Name: "chat.secret", stays: anyValue, Secret: true, Doc: "the signing key itself", read: func(s *Config, _, v string) error { s.Chat.Secret = secret.Secret(v); return nil }},
	{Name: "analytics.provider", stays: anyValue, Doc: "analytics service: segment, log (names of events only) or none; default: segment with a key, else log outside production", read: func(s *Config, _, v string) error {
		s.Analytics = v
		return OneOf(v, "segment", "log", "none")
	}},
	{Name: "analytics.segmentKey", stays: anyValue, Secret: true, Doc: "write key of the Segment source", read: func(s *Config, _, v string) error { s.SegmentKey = secret.Secret(v); return nil }},
	{Name: "analytics.segmentUrl", stays: anyValue, fallback: "https://api.segment.io", Doc: "Segment's address in your region, e.g. https://events.eu1.segmentapis.com", read: func(s *Config, _, v string) error {
		s.SegmentURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{Name: "affiliate.pixel", stays: ownPixel, Doc: "URL of an affiliate network's tracking image, shown with the receipt; {transactionId} and {amount} (after discount) are replaced", read: func(s *Config, _, v string) error { s.Affiliate.Pixel = v; return s.Affiliate.Validate() }},
	{Name: "affiliate.script", stays: ownScript, Doc: "URL of an affiliate network's tracking script, with the same placeholders; it runs in an isolated frame", read: func(s *Config, _, v string) error { s.Affiliate.Script = v; return s.Affiliate.Validate() }},
	{Name: "seller.name", stays: ownName, Doc: "the seller's name on receipts and credit notes; in production `cojoin config check` fails without name, address and, where VAT or GST is charged, tax id", read: func(s *Config, _, v string) error { s.Seller.Name = v; return nil }},
	{Name: "security.contact", stays: ownContact, Doc: "address for reports of a weakness of this installation, for /.well-known/security.txt: mailto:security@example.com or an https address; left out, there is no such page", read: func(s *Config, _, v string) error {
		s.Security.Contact = v
		return contactAddress(v)
	}},
	{Name: "security.policy", stays: ownPolicy, Doc: "address of the page about the handling of reported weaknesses, for /.well-known/security.txt", read: func(s *Config, _, v string) error {
		s.Security.Policy = v
		return webAddress(v)
	}},
	{Name: "seller.address", stays: ownSeat, Doc: "the seller's address; its lines are separated by |", read: func(s *Config, _, v string) error {
		for line := range strings.SplitSeq(v, "|") {
			s.Seller.Address = append(s.Seller.Address, strings.TrimSpace(line))
		}
		return nil
	}},
	{Name: "seller.taxIds.*", stays: ownTaxIDs, Doc: "the seller's tax id by the country whose tax is charged under it, e.g. GB: GB123456789", read: func(s *Config, key, v string) error {
		if !form.KnownCountry(key) {
			return fmt.Errorf("%q is not a country like GB", key)
		}
		put(&s.Seller.TaxIDs, key, v)
		return nil
	}},
	{Name: "seller.prefix", stays: anyValue, Doc: "prefix of the numbers of receipts and credit notes (R-2026-000001), for several sellers with common books", read: func(s *Config, _, v string) error {
		s.Seller.Prefix = v
		if len(v) > 10 || strings.ContainsFunc(v, func(r rune) bool { return r != '-' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
			return errors.New("may have up to 10 capital letters, digits and hyphens")
		}
		return nil
	}},
	{Name: "seller.timeZone", stays: anyValue, Doc: "the seller's time zone, e.g. America/New_York; the year in the numbers of receipts and credit notes begins by it. Default: UTC", read: func(s *Config, _, v string) error {
		s.Seller.Zone = v
		if v != day.Zone(v) {
			return errors.New("isn't a time zone like America/New_York")
		}
		return nil
	}},
	{Name: "renewal.retries", stays: anyValue, Doc: "retries of a declined renewal, in days from the end of the term; after the last it lapses. A decline that the same card would get again isn't retried. Default: 1,3,7", read: func(s *Config, _, v string) (err error) {
		s.Renewal.Retries, err = readDays(v)
		return err
	}},
	{Name: "lapse.professionals", stays: anyValue, fallback: short(site.DefaultLapses().Professionals), Doc: "time for a professional to use the link of the welcome mail; then the account is closed and its data is deleted", read: func(s *Config, _, v string) (err error) {
		s.Lapses.Professionals, err = positive(v)
		return err
	}},
	{Name: "lapse.invitations", stays: anyValue, fallback: short(site.DefaultLapses().Invitations), Doc: "time for which an unused invitation is kept after its last link has ended; then it is revoked and the invitee's data is deleted", read: func(s *Config, _, v string) (err error) {
		s.Lapses.Invitations, err = positive(v)
		return err
	}},
	{Name: "experiments.*", stays: anyValue, Doc: "percentages of control/treatment/off, e.g. grow886: 50/50/0", read: readExperiment},
	{Name: "switches.*", stays: anyValue, Doc: "supportChat or packagesV2: on or off", read: func(s *Config, key, v string) error {
		put(&s.Switches, key, v == "on" || v == "true")
		return OneOf(v, "on", "off", "true", "false")
	}},
	{Name: "limits.*", stays: anyValue, Doc: "rate limits as count/window, e.g. writes: 60/1m; off disables one. The keys are listed below", read: readLimit},
	{Name: "declines.*", stays: anyValue, Doc: "declined payments after which payers must prove more, e.g. address: 20; off disables one. The keys are listed below", read: readDeclines},
	{Name: "clocks.*", stays: anyValue, Doc: "durations of a payment's steps, e.g. lease: 90s. The keys are listed below", read: readClock},
	{Name: "dev.killAt", stays: noKill, Doc: "outside production: the process kills itself (SIGKILL) at this point of a payment, to test that nothing is lost", read: func(s *Config, _, v string) error {
		s.KillAt = payment.InterruptPoint(v)
		return checkPoint(s.KillAt)
	}},
	{Name: "dev.pauseAt", stays: noPause, Doc: "outside production: one payment in five pauses at this point for longer than its lease, to test that no outdated state is written", read: func(s *Config, _, v string) error {
		s.PauseAt = payment.InterruptPoint(v)
		return checkPoint(s.PauseAt)
	}},
	{Name: "calls", stays: anyValue, fallback: "256", Doc: "number of calls that one server works on concurrently; further ones get 503 with Retry-After", read: func(s *Config, _, v string) (err error) {
		s.Calls, err = within(v, 8, 100_000)
		return err
	}},
	{Name: "callsPerAddress", stays: anyValue, fallback: "64", Doc: "maximum of these calls per client address, and fewer under overload; 0: any number", read: func(s *Config, _, v string) (err error) {
		s.CallsPerAddress, err = within(v, 0, 100_000)
		return err
	}},
	{Name: "connectionsPerAddress", stays: anyValue, fallback: "256", Doc: "maximum of open connections per address, except trusted proxies; further ones are reset. 0: any number", read: func(s *Config, _, v string) (err error) {
		s.ConnectionsPerAddress, err = within(v, 0, 1_000_000)
		return err
	}},
	{Name: "workers", stays: anyValue, fallback: "10", Doc: "number of jobs that one process runs concurrently", read: func(s *Config, _, v string) (err error) {
		s.Workers, err = within(v, 1, 1000)
		return err
	}},
	{Name: "drain", stays: anyValue, fallback: "0s", Doc: "time for which a stopping server keeps serving while /readyz answers 503, so that a polling load balancer stops using it first; set it to more than the load balancer's interval. A second signal ends it", read: func(s *Config, _, v string) (err error) {
		if s.Drain, err = time.ParseDuration(v); err != nil || s.Drain < 0 {
			return errors.New("is not a duration like 10s")
		}
		return nil
	}},
	{Name: "shutdownTimeout", stays: anyValue, fallback: "20s", Doc: "time for running calls and jobs to finish when the process stops; jobs that don't finish are canceled and have 5 s to end", read: func(s *Config, _, v string) (err error) {
		if s.ShutdownTimeout, err = time.ParseDuration(v); err != nil {
			return errors.New("is not a duration like 20s")
		}
		return nil
	}},
}

func checkPoint(point payment.InterruptPoint) error {
	if !slices.Contains(payment.InterruptPoints, point) {
		return fmt.Errorf("%q is not a point of a payment's life such as %s", point, payment.InterruptAfterSend)
	}
	return nil
}

// Variable returns the setting's environment variable, or "" for a map: each of its keys has one.
func (d Row) Variable() string {
	if d.env != "" {
		return d.env
	}
	return "COJOIN_" + upperSnake(strings.TrimSuffix(d.Name, ".*"))
}

// upperSnake converts "payment.merchantId" to "PAYMENT_MERCHANT_ID".
func upperSnake(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '.':
			b.WriteByte('_')
		case r >= 'A' && r <= 'Z':
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteString(strings.ToUpper(string(r)))
		}
	}
	return b.String()
}

func readExperiment(s *Config, key, v string) error {
	var w flag.ArmWeights
	if n, err := fmt.Sscanf(v, "%d/%d/%d", &w.Control, &w.Treatment, &w.Off); err != nil || n != 3 {
		return fmt.Errorf("%q is not control/treatment/off like 50/50/0", v)
	}
	put(&s.Experiments, key, w)
	if _, ok := flag.ShippedArms[key]; !ok {
		return fmt.Errorf("there is no experiment %q", key)
	}
	return nil
}

// OneOf rejects a value that isn't allowed.
func OneOf(v string, allowed ...string) error {
	for _, a := range allowed {
		if v == a {
			return nil
		}
	}
	return fmt.Errorf("%q is not one of %s", v, strings.Join(allowed, ", "))
}

func within(v string, least, most int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < least || n > most {
		return least, fmt.Errorf("%q is not a number from %d to %d", v, least, most)
	}
	return n, nil
}

func listenAddress(v string) error {
	if _, _, err := net.SplitHostPort(v); err != nil {
		return fmt.Errorf("%q is not host:port", v)
	}
	return nil
}

func webAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return errors.New("is not an address like https://join.example.com")
	}
	return nil
}

// contactAddress rejects an address that is neither mailto nor https. A line break would forge a line of security.txt; no URL has one.
func contactAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "mailto" || !strings.Contains(u.Opaque, "@")) && (u.Scheme != "https" || u.Host == "") {
		return errors.New("is not an address like mailto:security@example.com or https://example.com/report")
	}
	return nil
}

// SecretBytes returns the bytes of a secret that is written in base64.
func SecretBytes(v string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(v))
	if err != nil || len(raw) < 32 {
		return nil, errors.New("is not at least 32 bytes in base64: copy the server's secret whole")
	}
	return raw, nil
}

func list(v string) []string {
	var out []string
	for _, part := range strings.Split(v, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// readDays reads days from the end of a term, such as 1,3,7.
func readDays(v string) ([]time.Duration, error) {
	var out []time.Duration
	for field := range strings.SplitSeq(v, ",") {
		days, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || days < 1 || days > 60 || len(out) > 0 && time.Duration(days)*24*time.Hour <= out[len(out)-1] {
			return nil, errors.New("must be rising numbers of days from 1 to 60, such as 1,3,7")
		}
		out = append(out, time.Duration(days)*24*time.Hour)
	}
	return out, nil
}
