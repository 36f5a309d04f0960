package main

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
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// settings is the validated configuration of the server and the workers.
type settings struct {
	databaseURL           secret.Secret
	personKeysURL         secret.Secret // empty: keys are in the same database
	databaseConns         int32
	addr, private         string
	publicURL             string
	environment           site.Environment
	origins               []string
	trustedProxies        []netip.Prefix
	secret                secret.Secret // base64
	secretID              uint8
	oldSecrets            map[uint8][]byte
	provider              string
	braintree             braintreeSettings
	sandboxURL            string
	smtp                  secret.Secret // URL with user and password
	mailFrom              string
	product               string
	brand                 brand.Brand
	supportEmail          string
	supportPhones         map[string]string
	addressProvider       string
	googleKey             secret.Secret
	chat                  visitor.ChatConfig
	analytics             string
	segmentKey            secret.Secret
	segmentURL            string
	affiliate             site.Affiliate
	seller                site.Seller
	security              site.Security
	renewal               subscription.RenewalConfig
	lapses                site.Lapses
	chatWidgetKey         string
	links                 map[string]string
	eventsAllow           []netip.Prefix
	experiments           map[string]flag.ArmWeights
	switches              map[string]bool
	limits                caller.Limits
	passwords             *form.PasswordFilter // nil: only the shipped ones are refused
	operatorToken         secret.Secret
	operatorTokens        map[string]secret.Secret // by operator
	metricsToken          secret.Secret
	payment               payment.Config // its clocks and countries
	repeatLease           time.Duration
	events                host.Config // but for its sender
	killAt                payment.InterruptPoint
	pauseAt               payment.InterruptPoint
	authentication        []string // countries; nil means where the law requires it
	workers               int
	calls                 int // worked on concurrently
	callsPerAddress       int // 0: any number
	connectionsPerAddress int // 0: any number
	drain                 time.Duration
	shutdownTimeout       time.Duration
	migration             database.Migration
}

type braintreeSettings struct {
	environment, merchantID, publicKey string
	privateKey                         secret.Secret
	oldKeys                            map[string]secret.Secret
	merchantAccounts                   map[money.Currency]string
}

// setting is one setting: its name in the file, its environment variable (COJOIN_ and
// the name in capitals, unless env says otherwise), its default, and how it is parsed. A name that ends in
// ".*" is a whole map.
type setting struct {
	name, env, fallback, doc string
	secret                   bool
	read                     func(s *settings, key, value string) error
}

var shippedMigration = database.DefaultMigration()

// positive reads a duration longer than none.
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
		// These guess a parameter's type from its Go type, which for ours is wrong.
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

// settingTable lists every setting.
var settingTable = []setting{
	{name: "environment", fallback: "production", doc: "production or development", read: func(s *settings, _, v string) error {
		s.environment = site.Environment(v)
		return oneOf(v, string(site.EnvironmentProduction), string(site.EnvironmentDevelopment))
	}},
	{name: "databaseUrl", env: "DATABASE_URL", secret: true, doc: "postgres://user:password@host:5432/name", read: func(s *settings, _, v string) error {
		s.databaseURL = secret.Secret(v)
		return postgresURL(v)
	}},
	{name: "personKeysUrl", secret: true, doc: "another database, for the keys of people's data alone, with backups that are kept for a short time (docs/how-to/backup.md); left out, they are with everything else", read: func(s *settings, _, v string) error {
		s.personKeysURL = secret.Secret(v)
		return postgresURL(v)
	}},
	{name: "databaseConnections", fallback: "10", doc: "maximum number of database connections of one process", read: func(s *settings, _, v string) (err error) {
		n, err := within(v, 2, 1000)
		s.databaseConns = int32(n)
		return err
	}},
	{name: "migrate.lockTimeout", fallback: shippedMigration.LockTimeout.String(), doc: "how long a statement of a migration may wait for a lock, while everybody who wants the same table waits behind it; then the migration is rolled back and tries again", read: func(s *settings, _, v string) (err error) {
		s.migration.LockTimeout, err = positive(v)
		return err
	}},
	{name: "migrate.patience", fallback: shippedMigration.Patience.String(), doc: "how long a migration keeps trying to get its locks before it gives up", read: func(s *settings, _, v string) (err error) {
		s.migration.Patience, err = positive(v)
		return err
	}},
	{name: "migrate.oldTransaction", fallback: shippedMigration.OldTransaction.String(), doc: "age of anybody's open transaction from which no migration begins", read: func(s *settings, _, v string) (err error) {
		s.migration.OldTransaction, err = positive(v)
		return err
	}},
	{name: "addr", fallback: "127.0.0.1:8080", doc: "public address to listen on", read: func(s *settings, _, v string) error {
		s.addr = v
		return listenAddress(v)
	}},
	{name: "privateAddr", fallback: "127.0.0.1:9080", doc: "private address for metrics, profiles and the jobs page; never public", read: func(s *settings, _, v string) error {
		s.private = v
		return listenAddress(v)
	}},
	{name: "operatorToken", secret: true, doc: "at least 32 characters; gives access to the private address: metrics, profiles, jobs page, /v1/admin. Production serves none of them without it", read: func(s *settings, _, v string) error {
		s.operatorToken = secret.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		return nil
	}},
	{name: "operatorTokens.*", secret: true, doc: "a token of at least 32 characters for each operator, by name: what they look at through /v1/admin is recorded with it. With operatorToken, which several may share, they say who they are in the header Operator", read: func(s *settings, key, v string) error {
		if caller.OperatorName(key) == "" {
			return errors.New("isn't a name")
		}
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		put(&s.operatorTokens, key, secret.Secret(v))
		return nil
	}},
	{name: "metricsToken", secret: true, doc: "at least 32 characters; gives Prometheus access to /metrics on the private address, and to nothing else", read: func(s *settings, _, v string) error {
		s.metricsToken = secret.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; generate one with: openssl rand -base64 32")
		}
		return nil
	}},
	{name: "publicUrl", fallback: "http://127.0.0.1:8080", doc: "public URL of the server, without a trailing slash", read: func(s *settings, _, v string) error {
		s.publicURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "origins", doc: "origins of the sites that embed the widget, separated by commas, e.g. https://www.example.com", read: func(s *settings, _, v string) error {
		for _, o := range list(v) {
			if err := webAddress(o); err != nil {
				return fmt.Errorf("%q %w", o, err)
			}
			s.origins = append(s.origins, strings.ToLower(strings.TrimRight(o, "/")))
		}
		return nil
	}},
	{name: "trustedProxies", doc: "networks whose X-Forwarded-For is trusted, separated by commas, e.g. 10.0.0.0/8", read: func(s *settings, _, v string) (err error) {
		s.trustedProxies, err = networks(v)
		return err
	}},
	{name: "secret", secret: true, doc: "at least 32 random bytes in base64; generate with: openssl rand -base64 32", read: func(s *settings, _, v string) error {
		s.secret = secret.Secret(v)
		_, err := secretBytes(v)
		return err
	}},
	{name: "secretId", fallback: "1", doc: "number of the secret, 1 to 255; increase it when you replace the secret", read: func(s *settings, _, v string) error {
		n, err := within(v, 1, 255)
		s.secretID = uint8(n)
		return err
	}},
	{name: "oldSecrets.*", secret: true, doc: "replaced secrets by their number, still used for decryption", read: func(s *settings, key, v string) error {
		id, err := within(key, 1, 255)
		if err != nil {
			return err
		}
		raw, err := secretBytes(v)
		put(&s.oldSecrets, uint8(id), raw)
		return err
	}},
	{name: "payment.provider", fallback: "braintree", doc: "braintree, or sandbox outside production", read: func(s *settings, _, v string) error {
		s.provider = v
		return oneOf(v, "braintree", "sandbox")
	}},
	{name: "payment.sandboxUrl", fallback: "http://127.0.0.1:4010", doc: "URL of `cojoin sandbox`; only with provider sandbox", read: func(s *settings, _, v string) error {
		s.sandboxURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "payment.environment", fallback: "sandbox", doc: "Braintree's environment: sandbox or production", read: func(s *settings, _, v string) error {
		s.braintree.environment = v
		return oneOf(v, "sandbox", "production")
	}},
	{name: "payment.merchantId", doc: "Braintree's merchant id", read: func(s *settings, _, v string) error { s.braintree.merchantID = v; return nil }},
	{name: "payment.publicKey", doc: "Braintree's public key", read: func(s *settings, _, v string) error { s.braintree.publicKey = v; return nil }},
	{name: "payment.privateKey", secret: true, doc: "Braintree's private key", read: func(s *settings, _, v string) error { s.braintree.privateKey = secret.Secret(v); return nil }},
	{name: "payment.oldKeys.*", secret: true, doc: "Braintree's replaced private keys by their public key; webhooks signed with them are still accepted", read: func(s *settings, key, v string) error {
		put(&s.braintree.oldKeys, key, secret.Secret(v))
		return nil
	}},
	{name: "payment.merchantAccounts.*", doc: "Braintree's merchant account for each currency, e.g. USD; nothing is sold in a currency without one", read: func(s *settings, key, v string) error {
		if len(key) != 3 || strings.ToUpper(key) != key {
			return fmt.Errorf("%q is not a currency like USD", key)
		}
		put(&s.braintree.merchantAccounts, money.Currency(key), v)
		return nil
	}},
	{name: "payment.authenticationCountries", doc: "billing countries whose cards require 3-D Secure, e.g. GB,IM; none switches it off. Default: GB,GG,JE,IM", read: func(s *settings, _, v string) error {
		s.authentication = strings.Split(v, ",")
		if v == "none" {
			s.authentication = []string{}
		}
		for _, country := range s.authentication {
			if !form.KnownCountry(country) {
				return fmt.Errorf("%q is not a country like GB", country)
			}
		}
		return nil
	}},
	{name: "passwords.filter", doc: "file of passwords that nobody may choose, in addition to the shipped ones; made with `cojoin passwords filter`, and read when the server starts", read: func(s *settings, _, v string) (err error) {
		s.passwords, err = readPasswordFilter(v)
		return err
	}},
	{name: "mail.smtp", secret: true, doc: "smtp://user:password@host:587 (or smtps://…:465)", read: func(s *settings, _, v string) error {
		s.smtp = secret.Secret(v)
		u, err := url.Parse(v)
		if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Host == "" {
			return errors.New("is not an address like smtp://user:password@host:587")
		}
		return nil
	}},
	{name: "mail.from", fallback: "no-reply@example.com", doc: "sender of every mail, e.g. Example <no-reply@example.com>; without a name it has the product's", read: func(s *settings, _, v string) error {
		s.mailFrom = v
		if _, err := mail.ParseAddress(v); err != nil {
			return errors.New("is not a sender like Example <no-reply@example.com>")
		}
		return nil
	}},
	{name: "product", fallback: "Cojoin", doc: "the service's name, as people read it on every page and in every mail", read: func(s *settings, _, v string) error {
		s.product = v
		if len(v) > 60 || strings.ContainsFunc(v, unicode.IsControl) {
			return errors.New("may have up to 60 letters, on one line")
		}
		return nil
	}},
	{name: "appearance", doc: "brand of the hosted page, frames, receipts and mails: a JSON file, or the JSON itself, as in docs/how-to/brand.md; `cojoin config brand` measures it", read: func(s *settings, _, v string) (err error) {
		s.brand, err = readBrand(v)
		return err
	}},
	{name: "support.email", fallback: "support@example.com", doc: "support e-mail address", read: func(s *settings, _, v string) error { s.supportEmail = v; return nil }},
	{name: "support.phones.*", doc: "support phone number by country (NZ, AU, GB, IE), and default", read: func(s *settings, key, v string) error { put(&s.supportPhones, key, v); return nil }},
	{name: "links.*", doc: "URLs of login, passwordRetrieval, terms, privacy, help, contact, home, cases, appStore, playStore; paymentMethod: where a payer can add a new card, linked in the mail about a declined renewal", read: func(s *settings, key, v string) error {
		put(&s.links, key, v)
		return errors.Join(oneOf(key, "login", "passwordRetrieval", "terms", "privacy", "help", "contact", "home", "cases", "appStore", "playStore"), webAddress(v))
	}},
	{name: "events.allow", doc: "networks that aren't public and that events may be sent to nevertheless, over http, too, separated by commas, e.g. 10.0.0.0/8; all others that aren't public are refused", read: func(s *settings, _, v string) (err error) {
		s.eventsAllow, err = networks(v)
		return err
	}},
	{name: "events.returnUrls", doc: "addresses of your application, separated by commas, to which people are led with a code that says who they are; links.home or links.cases may be one of them", read: func(s *settings, _, v string) error {
		s.events.ReturnURLs = list(v)
		for _, address := range s.events.ReturnURLs {
			if err := webAddress(address); err != nil {
				return err
			}
		}
		return nil
	}},
	{name: "addresses.provider", doc: "provider of address suggestions: google, sandbox (made-up addresses, outside production) or off; default: google with a key, else sandbox outside production", read: func(s *settings, _, v string) error {
		s.addressProvider = v
		return oneOf(v, "google", "sandbox", "off")
	}},
	{name: "addresses.googleKey", secret: true, doc: "key of a Google project with Places API (New)", read: func(s *settings, _, v string) error { s.googleKey = secret.Secret(v); return nil }},
	{name: "chat.widgetKey", doc: "key of the Zendesk messaging script, loaded if the flag supportChat is on", read: func(s *settings, _, v string) error { s.chatWidgetKey = v; return nil }},
	{name: "chat.keyId", doc: "Zendesk's id of the key that signs visitors in to the chat (app_…)", read: func(s *settings, _, v string) error { s.chat.KeyID = v; return nil }},
	{name: "chat.secret", secret: true, doc: "the signing key itself", read: func(s *settings, _, v string) error { s.chat.Secret = secret.Secret(v); return nil }},
	{name: "analytics.provider", doc: "analytics service: segment, log (names of events only) or none; default: segment with a key, else log outside production", read: func(s *settings, _, v string) error {
		s.analytics = v
		return oneOf(v, "segment", "log", "none")
	}},
	{name: "analytics.segmentKey", secret: true, doc: "write key of the Segment source", read: func(s *settings, _, v string) error { s.segmentKey = secret.Secret(v); return nil }},
	{name: "analytics.segmentUrl", fallback: "https://api.segment.io", doc: "Segment's address in your region, e.g. https://events.eu1.segmentapis.com", read: func(s *settings, _, v string) error {
		s.segmentURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "affiliate.pixel", doc: "URL of an affiliate network's tracking image, shown with the receipt; {transactionId} and {amount} (after discount) are replaced", read: func(s *settings, _, v string) error { s.affiliate.Pixel = v; return s.affiliate.Validate() }},
	{name: "affiliate.script", doc: "URL of an affiliate network's tracking script, with the same placeholders; it runs in an isolated frame", read: func(s *settings, _, v string) error { s.affiliate.Script = v; return s.affiliate.Validate() }},
	{name: "seller.name", doc: "who sells, as on receipts and credit notes; in production `cojoin config check` fails without name, address and, where VAT or GST is charged, tax id", read: func(s *settings, _, v string) error { s.seller.Name = v; return nil }},
	{name: "security.contact", doc: "where people report a weakness of this installation, for /.well-known/security.txt: mailto:security@example.com or an https address; left out, there is no such page", read: func(s *settings, _, v string) error {
		s.security.Contact = v
		return contactAddress(v)
	}},
	{name: "security.policy", doc: "address of the page that says how reported weaknesses are handled, for /.well-known/security.txt", read: func(s *settings, _, v string) error {
		s.security.Policy = v
		return webAddress(v)
	}},
	{name: "seller.address", doc: "the seller's address; its lines are separated by |", read: func(s *settings, _, v string) error {
		for line := range strings.SplitSeq(v, "|") {
			s.seller.Address = append(s.seller.Address, strings.TrimSpace(line))
		}
		return nil
	}},
	{name: "seller.taxIds.*", doc: "the seller's tax id by the country whose tax is charged under it, e.g. GB: GB123456789", read: func(s *settings, key, v string) error {
		if !form.KnownCountry(key) {
			return fmt.Errorf("%q is not a country like GB", key)
		}
		put(&s.seller.TaxIDs, key, v)
		return nil
	}},
	{name: "seller.prefix", doc: "begins the numbers of receipts and credit notes (R-2026-000001), where several sellers keep books together", read: func(s *settings, _, v string) error {
		s.seller.Prefix = v
		if len(v) > 10 || strings.ContainsFunc(v, func(r rune) bool { return r != '-' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
			return errors.New("may have up to 10 capital letters, digits and hyphens")
		}
		return nil
	}},
	{name: "renewal.retries", doc: "when a declined renewal is tried again, in days from the end of the term; after the last it lapses. What the same card will be declined for again isn't tried again. Default: 1,3,7", read: func(s *settings, _, v string) (err error) {
		s.renewal.Retries, err = readDays(v)
		return err
	}},
	{name: "lapse.professionals", fallback: short(site.DefaultLapses().Professionals), doc: "how long a professional has to use the link of the welcome mail; then the account is closed and its data goes", read: func(s *settings, _, v string) (err error) {
		s.lapses.Professionals, err = positive(v)
		return err
	}},
	{name: "lapse.invitations", fallback: short(site.DefaultLapses().Invitations), doc: "how long an invitation that nobody came by is kept after its last link has ended; then it is revoked, and the data of whom it names goes", read: func(s *settings, _, v string) (err error) {
		s.lapses.Invitations, err = positive(v)
		return err
	}},
	{name: "experiments.*", doc: "percentages of control/treatment/off, e.g. grow886: 50/50/0", read: readExperiment},
	{name: "switches.*", doc: "supportChat or packagesV2: on or off", read: func(s *settings, key, v string) error {
		put(&s.switches, key, v == "on" || v == "true")
		return oneOf(v, "on", "off", "true", "false")
	}},
	{name: "limits.*", doc: "rate limits as count/window, e.g. writes: 60/1m; off disables one. The keys are listed below", read: readLimit},
	{name: "clocks.*", doc: "durations of a payment's steps, e.g. lease: 90s. The keys are listed below", read: readClock},
	{name: "dev.killAt", doc: "outside production: the process kills itself (SIGKILL) at this point of a payment, to test that nothing is lost", read: func(s *settings, _, v string) error {
		s.killAt = payment.InterruptPoint(v)
		return checkPoint(s.killAt)
	}},
	{name: "dev.pauseAt", doc: "outside production: one payment in five pauses at this point for longer than its lease, to test that no outdated state is written", read: func(s *settings, _, v string) error {
		s.pauseAt = payment.InterruptPoint(v)
		return checkPoint(s.pauseAt)
	}},
	{name: "calls", fallback: "256", doc: "number of calls that one server works on concurrently; further ones get 503 with Retry-After", read: func(s *settings, _, v string) (err error) {
		s.calls, err = within(v, 8, 100_000)
		return err
	}},
	{name: "callsPerAddress", fallback: "64", doc: "how many of them one client address may have, fewer where many want more than there are; 0: any number", read: func(s *settings, _, v string) (err error) {
		s.callsPerAddress, err = within(v, 0, 100_000)
		return err
	}},
	{name: "connectionsPerAddress", fallback: "256", doc: "connections that one address may have open, but for trusted proxies; further ones are reset. 0: any number", read: func(s *settings, _, v string) (err error) {
		s.connectionsPerAddress, err = within(v, 0, 1_000_000)
		return err
	}},
	{name: "workers", fallback: "10", doc: "number of jobs that one process runs concurrently", read: func(s *settings, _, v string) (err error) {
		s.workers, err = within(v, 1, 1000)
		return err
	}},
	{name: "drain", fallback: "0s", doc: "how long a stopping server keeps serving while /readyz answers 503, so that a polling load balancer stops using it first; set it to more than the load balancer's interval. A second signal ends it", read: func(s *settings, _, v string) (err error) {
		if s.drain, err = time.ParseDuration(v); err != nil || s.drain < 0 {
			return errors.New("is not a duration like 10s")
		}
		return nil
	}},
	{name: "shutdownTimeout", fallback: "20s", doc: "how long running calls and jobs may take to finish when the process stops", read: func(s *settings, _, v string) (err error) {
		if s.shutdownTimeout, err = time.ParseDuration(v); err != nil {
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

// variable returns the setting's environment variable, or "" for maps, whose keys have one each.
func (d setting) variable() string {
	if d.env != "" {
		return d.env
	}
	return "COJOIN_" + upperSnake(strings.TrimSuffix(d.name, ".*"))
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

func readExperiment(s *settings, key, v string) error {
	var w flag.ArmWeights
	if n, err := fmt.Sscanf(v, "%d/%d/%d", &w.Control, &w.Treatment, &w.Off); err != nil || n != 3 {
		return fmt.Errorf("%q is not control/treatment/off like 50/50/0", v)
	}
	put(&s.experiments, key, w)
	if _, ok := flag.ShippedArms[key]; !ok {
		return fmt.Errorf("there is no experiment %q", key)
	}
	return nil
}

func oneOf(v string, allowed ...string) error {
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

// contactAddress reads an address to write to; nothing in it may begin another line of security.txt.
func contactAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "mailto" || !strings.Contains(u.Opaque, "@")) && (u.Scheme != "https" || u.Host == "") {
		return errors.New("is not an address like mailto:security@example.com or https://example.com/report")
	}
	return nil
}

func secretBytes(v string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(v))
	if err != nil || len(raw) < 32 {
		return nil, errors.New("is not at least 32 bytes in base64; generate one with: openssl rand -base64 32")
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
