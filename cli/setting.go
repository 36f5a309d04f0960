package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/money"
)

// settings is the configuration of server and workers, read and checked.
type settings struct {
	databaseURL     sdk.Secret
	databaseConns   int32
	addr, private   string
	publicURL       string
	environment     sdk.Environment
	origins         []string
	trustedProxies  []netip.Prefix
	secret          sdk.Secret // base64
	secretID        uint8
	oldSecrets      map[uint8][]byte
	provider        string
	braintree       braintreeSettings
	sandboxURL      string
	smtp            sdk.Secret // address with user and password
	mailFrom        string
	supportEmail    string
	supportPhones   map[string]string
	addressProvider string
	googleKey       sdk.Secret
	chat            sdk.ChatConfig
	analytics       string
	segmentKey      sdk.Secret
	segmentURL      string
	affiliate       sdk.Affiliate
	chatWidgetKey   string
	links           map[string]string
	experiments     map[string]sdk.ArmWeights
	switches        map[string]bool
	limits          sdk.Limits
	operatorToken   sdk.Secret
	metricsToken    sdk.Secret
	payment         sdk.PaymentConfig // its clocks and countries
	repeatLease     time.Duration
	killAt          sdk.InterruptPoint
	pauseAt         sdk.InterruptPoint
	authentication  []string // countries; nil: where the law asks for it
	workers         int
	drain           time.Duration
	shutdownTimeout time.Duration
}

type braintreeSettings struct {
	environment, merchantID, publicKey string
	privateKey                         sdk.Secret
	oldKeys                            map[string]sdk.Secret
	merchantAccounts                   map[money.Currency]string
}

// setting is one line of the configuration: its name in the file, its environment variable (COJOIN_ and
// the name in capitals, unless env says otherwise), its default, and how it is read. A name that ends in
// ".*" stands for a whole map.
type setting struct {
	name, env, fallback, doc string
	secret                   bool
	read                     func(s *settings, key, value string) error
}

// settingTable is every setting.
var settingTable = []setting{
	{name: "environment", fallback: "production", doc: "production or development", read: func(s *settings, _, v string) error {
		s.environment = sdk.Environment(v)
		return oneOf(v, string(sdk.EnvironmentProduction), string(sdk.EnvironmentDevelopment))
	}},
	{name: "databaseUrl", env: "DATABASE_URL", secret: true, doc: "postgres://user:password@host:5432/name", read: func(s *settings, _, v string) error {
		s.databaseURL = sdk.Secret(v)
		u, err := url.Parse(v)
		if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
			return errors.New("is not an address like postgres://user:password@host:5432/name")
		}
		return nil
	}},
	{name: "databaseConnections", fallback: "10", doc: "most connections of one process", read: func(s *settings, _, v string) (err error) {
		n, err := within(v, 2, 1000)
		s.databaseConns = int32(n)
		return err
	}},
	{name: "addr", fallback: "127.0.0.1:8080", doc: "where the public address listens", read: func(s *settings, _, v string) error {
		s.addr = v
		return listenAddress(v)
	}},
	{name: "privateAddr", fallback: "127.0.0.1:9080", doc: "where metrics, profiles and the jobs page listen; never public", read: func(s *settings, _, v string) error {
		s.private = v
		return listenAddress(v)
	}},
	{name: "operatorToken", secret: true, doc: "at least 32 characters; opens the private address: metrics, profiles, jobs page, /v1/admin. Without one production shows none of them", read: func(s *settings, _, v string) error {
		s.operatorToken = sdk.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; make one with: openssl rand -base64 32")
		}
		return nil
	}},
	{name: "metricsToken", secret: true, doc: "at least 32 characters; opens /metrics on the private address and nothing else, for what scrapes it", read: func(s *settings, _, v string) error {
		s.metricsToken = sdk.Secret(v)
		if len(v) < 32 {
			return errors.New("has fewer than 32 characters; make one with: openssl rand -base64 32")
		}
		return nil
	}},
	{name: "publicUrl", fallback: "http://127.0.0.1:8080", doc: "address that people see, without a trailing slash", read: func(s *settings, _, v string) error {
		s.publicURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "origins", doc: "sites that embed the widget, by comma, e.g. https://www.example.com", read: func(s *settings, _, v string) error {
		for _, o := range list(v) {
			if err := webAddress(o); err != nil {
				return fmt.Errorf("%q %w", o, err)
			}
			s.origins = append(s.origins, strings.ToLower(strings.TrimRight(o, "/")))
		}
		return nil
	}},
	{name: "trustedProxies", doc: "networks whose X-Forwarded-For is believed, by comma, e.g. 10.0.0.0/8", read: func(s *settings, _, v string) error {
		for _, p := range list(v) {
			prefix, err := netip.ParsePrefix(p)
			if err != nil {
				return fmt.Errorf("%q is not a network like 10.0.0.0/8", p)
			}
			s.trustedProxies = append(s.trustedProxies, prefix)
		}
		return nil
	}},
	{name: "secret", secret: true, doc: "at least 32 random bytes in base64; make one with: openssl rand -base64 32", read: func(s *settings, _, v string) error {
		s.secret = sdk.Secret(v)
		_, err := secretBytes(v)
		return err
	}},
	{name: "secretId", fallback: "1", doc: "number of the secret, 1 to 255; raise it when the secret is replaced", read: func(s *settings, _, v string) error {
		n, err := within(v, 1, 255)
		s.secretID = uint8(n)
		return err
	}},
	{name: "oldSecrets.*", secret: true, doc: "replaced secrets by their number, still good for reading", read: func(s *settings, key, v string) error {
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
	{name: "payment.sandboxUrl", fallback: "http://127.0.0.1:4010", doc: "where `cojoin sandbox` listens; only with provider sandbox", read: func(s *settings, _, v string) error {
		s.sandboxURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "payment.environment", fallback: "sandbox", doc: "Braintree's environment: sandbox or production", read: func(s *settings, _, v string) error {
		s.braintree.environment = v
		return oneOf(v, "sandbox", "production")
	}},
	{name: "payment.merchantId", doc: "Braintree's merchant id", read: func(s *settings, _, v string) error { s.braintree.merchantID = v; return nil }},
	{name: "payment.publicKey", doc: "Braintree's public key", read: func(s *settings, _, v string) error { s.braintree.publicKey = v; return nil }},
	{name: "payment.privateKey", secret: true, doc: "Braintree's private key", read: func(s *settings, _, v string) error { s.braintree.privateKey = sdk.Secret(v); return nil }},
	{name: "payment.oldKeys.*", secret: true, doc: "Braintree's replaced private keys by their public key; webhooks signed with them are still believed", read: func(s *settings, key, v string) error {
		put(&s.braintree.oldKeys, key, sdk.Secret(v))
		return nil
	}},
	{name: "payment.merchantAccounts.*", doc: "Braintree's merchant account of each currency, e.g. USD; a currency without one isn't sold in", read: func(s *settings, key, v string) error {
		if len(key) != 3 || strings.ToUpper(key) != key {
			return fmt.Errorf("%q is not a currency like USD", key)
		}
		put(&s.braintree.merchantAccounts, money.Currency(key), v)
		return nil
	}},
	{name: "payment.authenticationCountries", doc: "billing countries whose cards need 3-D Secure, e.g. GB,IM; none switches it off. Default GB,GG,JE,IM", read: func(s *settings, _, v string) error {
		s.authentication = strings.Split(v, ",")
		if v == "none" {
			s.authentication = []string{}
		}
		for _, country := range s.authentication {
			if !sdk.KnownCountry(country) {
				return fmt.Errorf("%q is not a country like GB", country)
			}
		}
		return nil
	}},
	{name: "mail.smtp", secret: true, doc: "smtp://user:password@host:587 (or smtps://…:465)", read: func(s *settings, _, v string) error {
		s.smtp = sdk.Secret(v)
		u, err := url.Parse(v)
		if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Host == "" {
			return errors.New("is not an address like smtp://user:password@host:587")
		}
		return nil
	}},
	{name: "mail.from", fallback: "Cojoin <no-reply@example.com>", doc: "sender of every mail", read: func(s *settings, _, v string) error { s.mailFrom = v; return nil }},
	{name: "support.email", fallback: "support@example.com", doc: "where people write for help", read: func(s *settings, _, v string) error { s.supportEmail = v; return nil }},
	{name: "support.phones.*", doc: "support phone by country (NZ, AU, GB, IE) and default", read: func(s *settings, key, v string) error { put(&s.supportPhones, key, v); return nil }},
	{name: "links.*", doc: "addresses behind login, passwordRetrieval, terms, privacy, help, contact, home, cases, appStore, playStore; paymentMethod: your page where a payer gives another card, named by the mail of a declined renewal", read: func(s *settings, key, v string) error {
		put(&s.links, key, v)
		return errors.Join(oneOf(key, "login", "passwordRetrieval", "terms", "privacy", "help", "contact", "home", "cases", "appStore", "playStore"), webAddress(v))
	}},
	{name: "addresses.provider", doc: "who suggests addresses: google, sandbox (made-up ones, outside production) or off; default google with a key, else sandbox outside production", read: func(s *settings, _, v string) error {
		s.addressProvider = v
		return oneOf(v, "google", "sandbox", "off")
	}},
	{name: "addresses.googleKey", secret: true, doc: "key of a Google project with Places API (New)", read: func(s *settings, _, v string) error { s.googleKey = sdk.Secret(v); return nil }},
	{name: "chat.widgetKey", doc: "key of the Zendesk messaging script, loaded where the flag supportChat is on", read: func(s *settings, _, v string) error { s.chatWidgetKey = v; return nil }},
	{name: "chat.keyId", doc: "id of the key that signs people in to the chat, as Zendesk names it (app_…)", read: func(s *settings, _, v string) error { s.chat.KeyID = v; return nil }},
	{name: "chat.secret", secret: true, doc: "the key itself", read: func(s *settings, _, v string) error { s.chat.Secret = sdk.Secret(v); return nil }},
	{name: "analytics.provider", doc: "where what visitors do is counted: segment, log (names of events only) or none; default segment with a key, else log outside production", read: func(s *settings, _, v string) error {
		s.analytics = v
		return oneOf(v, "segment", "log", "none")
	}},
	{name: "analytics.segmentKey", secret: true, doc: "write key of the Segment source", read: func(s *settings, _, v string) error { s.segmentKey = sdk.Secret(v); return nil }},
	{name: "analytics.segmentUrl", fallback: "https://api.segment.io", doc: "Segment's address in your region, e.g. https://events.eu1.segmentapis.com", read: func(s *settings, _, v string) error {
		s.segmentURL = strings.TrimRight(v, "/")
		return webAddress(v)
	}},
	{name: "affiliate.pixel", doc: "image that an affiliate network counts a sale by, on the receipt; {transactionId} and {amount} (after discount) are filled in", read: func(s *settings, _, v string) error { s.affiliate.Pixel = v; return s.affiliate.Validate() }},
	{name: "affiliate.script", doc: "script that an affiliate network counts a sale by, with the same places; it runs in a frame that reaches nothing of ours", read: func(s *settings, _, v string) error { s.affiliate.Script = v; return s.affiliate.Validate() }},
	{name: "experiments.*", doc: "shares of control/treatment/off, e.g. grow886: 50/50/0", read: readExperiment},
	{name: "switches.*", doc: "supportChat or packagesV2: on or off", read: func(s *settings, key, v string) error {
		put(&s.switches, key, v == "on" || v == "true")
		return oneOf(v, "on", "off", "true", "false")
	}},
	{name: "limits.*", doc: "rate limits as count/window, e.g. writes: 60/1m; off switches one off. Keys: below", read: readLimit},
	{name: "clocks.*", doc: "how long a payment's steps may take, e.g. lease: 90s. Keys: below", read: readClock},
	{name: "dev.killAt", doc: "outside production: the process kills itself (SIGKILL) at this point of a payment, to prove that nothing is lost", read: func(s *settings, _, v string) error {
		s.killAt = sdk.InterruptPoint(v)
		return checkPoint(s.killAt)
	}},
	{name: "dev.pauseAt", doc: "outside production: one payment in five stands still at this point for longer than its lease, to prove that nobody writes what is old", read: func(s *settings, _, v string) error {
		s.pauseAt = sdk.InterruptPoint(v)
		return checkPoint(s.pauseAt)
	}},
	{name: "workers", fallback: "10", doc: "jobs worked on at once by one process", read: func(s *settings, _, v string) (err error) {
		s.workers, err = within(v, 1, 1000)
		return err
	}},
	{name: "drain", fallback: "0s", doc: "how long a server that is told to stop still takes calls while /readyz says no, so that a balancer which asks now and then leaves it out first; longer than the balancer's interval. A second signal ends it", read: func(s *settings, _, v string) (err error) {
		if s.drain, err = time.ParseDuration(v); err != nil || s.drain < 0 {
			return errors.New("is not a duration like 10s")
		}
		return nil
	}},
	{name: "shutdownTimeout", fallback: "20s", doc: "how long running calls and jobs may finish when the process is told to stop", read: func(s *settings, _, v string) (err error) {
		if s.shutdownTimeout, err = time.ParseDuration(v); err != nil {
			return errors.New("is not a duration like 20s")
		}
		return nil
	}},
}

func checkPoint(point sdk.InterruptPoint) error {
	if !slices.Contains(sdk.InterruptPoints, point) {
		return fmt.Errorf("%q is not a point of a payment's life such as %s", point, sdk.InterruptAfterSend)
	}
	return nil
}

// variable is the setting's environment variable; empty for maps, whose keys have one each.
func (d setting) variable() string {
	if d.env != "" {
		return d.env
	}
	return "COJOIN_" + upperSnake(strings.TrimSuffix(d.name, ".*"))
}

// upperSnake writes "payment.merchantId" as "PAYMENT_MERCHANT_ID".
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
	var w sdk.ArmWeights
	if n, err := fmt.Sscanf(v, "%d/%d/%d", &w.Control, &w.Treatment, &w.Off); err != nil || n != 3 {
		return fmt.Errorf("%q is not control/treatment/off like 50/50/0", v)
	}
	put(&s.experiments, key, w)
	if _, ok := sdk.ShippedArms[key]; !ok {
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

func secretBytes(v string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(v))
	if err != nil || len(raw) < 32 {
		return nil, errors.New("is not at least 32 bytes in base64; make one with: openssl rand -base64 32")
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
