// Package sandbox is a payment provider for development, tests and continuous integration: it speaks
// Braintree's server interface (XML and the JSON of the Node.js client), the calls that browsers make,
// and hosted card fields; it keeps a ledger of its own, and it fails on demand.
//
// Documented test values do what Braintree documents: amounts, nonces, card numbers, CVVs and postal
// codes. One thing is stricter here: an instrument that Braintree declines when it is verified is
// declined in a sale, too. No money moves, and of card numbers only the last four digits are kept.
package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Defaults of a sandbox.
const (
	DefaultAddr       = "127.0.0.1:4010"
	DefaultURL        = "http://" + DefaultAddr
	DefaultMerchantID = "cojoin_sandbox"
	DefaultPublicKey  = "public"
	DefaultPrivateKey = "private"
)

// MerchantAccount is an account of the merchant, with the one currency that it sells in.
type MerchantAccount struct {
	ID       string
	Currency money.Currency
	// RejectAVS and RejectCVV turn on the gateway's own rules: a postal code or street, or a CVV, that doesn't match or
	// wasn't verified rejects the sale, and a card that is verified.
	RejectAVS, RejectCVV bool
}

// DefaultMerchantAccounts has one account a currency, and no rules; the first is the default.
func DefaultMerchantAccounts() []MerchantAccount {
	return []MerchantAccount{
		{ID: "cojoin_usd", Currency: "USD"}, {ID: "cojoin_cad", Currency: "CAD"},
		{ID: "cojoin_aud", Currency: "AUD"}, {ID: "cojoin_gbp", Currency: "GBP"},
	}
}

// Options configure a sandbox. The zero value is a good sandbox in memory.
type Options struct {
	// MerchantID, PublicKey and PrivateKey are what callers must know. Default: the Default constants.
	MerchantID, PublicKey, PrivateKey string
	// MerchantAccounts: see [DefaultMerchantAccounts]. The first is used where a caller names none.
	MerchantAccounts []MerchantAccount
	// LedgerFile keeps the ledger over restarts. Default: in memory.
	LedgerFile string
	// DuplicateWindow is how long an equal sale (amount, order id, instrument) is rejected as a
	// duplicate. Default 30 s; negative turns it off.
	DuplicateWindow time.Duration
	// DeclineExpired has cards declined whose last month is over by the clock. Off, as at the provider's own sandbox,
	// any expiry date is accepted.
	DeclineExpired bool
	// SettleAfter is how long after its capture a transaction is settled by itself; it is settling from half of that
	// on. Default: never, only when told to.
	SettleAfter time.Duration
	// Origins are the pages (scheme://host[:port]) that may embed hosted fields and make browser calls.
	// Default: any page, as nothing of value is here.
	Origins []string
	// WebhookURL gets the signed webhooks that the provider sends by itself: those about disputes. None are sent for
	// settlements of cards and wallets. Default: none are sent at all.
	WebhookURL string
	// Now is the clock. Default: time.Now.
	Now func() time.Time
	// Log gets one line a call, with neither bodies nor nonces. Default: nothing is logged.
	Log *slog.Logger
}

// Sandbox is the provider. It is an [http.Handler], safe for use by several goroutines.
type Sandbox struct {
	opts    Options
	key     []byte // of the hash that tells equal cards, and of authorization fingerprints
	handler http.Handler
	hooks   *webhooks

	mu     sync.Mutex
	ledger *ledger
	faults []Fault
}

// New makes a sandbox. It fails where the options make no sense or the ledger's file can't be used.
func New(o Options) (*Sandbox, error) {
	for _, d := range []struct {
		field *string
		value string
	}{{&o.MerchantID, DefaultMerchantID}, {&o.PublicKey, DefaultPublicKey}, {&o.PrivateKey, DefaultPrivateKey}} {
		if *d.field == "" {
			*d.field = d.value
		}
	}
	if len(o.MerchantAccounts) == 0 {
		o.MerchantAccounts = DefaultMerchantAccounts()
	}
	for _, a := range o.MerchantAccounts {
		if a.ID == "" || a.Currency == "" || !a.Currency.Valid() || a.Currency.Digits() != 2 {
			return nil, fmt.Errorf("sandbox: merchant account %q with currency %q: an account needs an id and a currency with two decimals", a.ID, a.Currency)
		}
	}
	for _, origin := range o.Origins {
		if !isOrigin(origin) {
			return nil, fmt.Errorf("sandbox: %q is not an origin such as https://shop.example.com", origin)
		}
	}
	if o.DuplicateWindow == 0 {
		o.DuplicateWindow = 30 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.WebhookURL != "" && !isWebURL(o.WebhookURL) {
		return nil, fmt.Errorf("sandbox: the webhook address %q is not an http or https URL", o.WebhookURL)
	}
	s := &Sandbox{opts: o, key: make([]byte, 32), ledger: newLedger()}
	if _, err := rand.Read(s.key); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	if o.LedgerFile != "" {
		key, err := openJournal(o.LedgerFile, s.ledger, s.key)
		if err != nil {
			return nil, err
		}
		s.key = key
	}
	s.hooks = newWebhooks(o)
	s.handler = s.routes()
	return s, nil
}

// ServeHTTP implements [http.Handler].
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close waits for webhooks under way, until the context ends, and closes the ledger's file.
func (s *Sandbox) Close(ctx context.Context) error {
	err := s.hooks.wait(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	closed := s.ledger.journal.close()
	s.ledger.err = errors.Join(s.ledger.err, errClosed)
	return errors.Join(err, closed)
}

var errClosed = errors.New("sandbox: closed")

func (s *Sandbox) now() time.Time { return s.opts.Now().UTC() }

// allows answers whether a page of the origin may use the sandbox.
func (s *Sandbox) allows(origin string) bool {
	return isOrigin(origin) && (len(s.opts.Origins) == 0 || slices.Contains(s.opts.Origins, origin))
}

// isOrigin answers whether the text is scheme://host[:port] of the web and nothing more.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.Scheme+"://"+u.Host == s && originHost.MatchString(u.Host)
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
