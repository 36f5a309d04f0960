// Package sandbox is a payment provider for development, tests and continuous integration. It implements
// Braintree's server API (XML and the JSON of the Node.js client), its browser API and hosted card fields.
// It keeps its own ledger and fails on demand.
//
// Test values behave as Braintree documents them: amounts, nonces, card numbers, CVVs and postal codes.
// There is one difference: an instrument that Braintree declines only in a verification is declined in a
// sale, too. No money moves. Of card numbers, only the last four digits and a keyed hash are stored.
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

// MerchantAccount is an account of the merchant, with its only currency.
type MerchantAccount struct {
	ID       string
	Currency money.Currency
	// RejectAVS and RejectCVV turn on the gateway's own rules. They reject sales and verifications with a postal code or
	// street (AVS), or a CVV, that doesn't match or wasn't verified.
	RejectAVS, RejectCVV bool
}

// DefaultMerchantAccounts returns one account per currency, without rules. The first is the default.
func DefaultMerchantAccounts() []MerchantAccount {
	return []MerchantAccount{
		{ID: "cojoin_usd", Currency: "USD"}, {ID: "cojoin_cad", Currency: "CAD"},
		{ID: "cojoin_aud", Currency: "AUD"}, {ID: "cojoin_gbp", Currency: "GBP"},
	}
}

// Options configure a sandbox. The zero value is a working sandbox in memory.
type Options struct {
	// MerchantID, PublicKey and PrivateKey authenticate callers. Default: the Default constants.
	MerchantID, PublicKey, PrivateKey string
	// MerchantAccounts are the merchant's accounts. The first serves callers that name none. Default:
	// [DefaultMerchantAccounts].
	MerchantAccounts []MerchantAccount
	// LedgerFile stores the ledger across restarts. Default: in memory.
	LedgerFile string
	// DuplicateWindow is the time in which an equal sale (amount, order ID, merchant account, instrument)
	// is rejected as a duplicate. Default 30 s; negative turns it off.
	DuplicateWindow time.Duration
	// DeclineExpired makes the bank decline expired cards. Off by default: the provider's own sandbox accepts any
	// expiration date.
	DeclineExpired bool
	// SettleAfter is the time from a transaction's capture to its settlement. After half of it the status is settling.
	// Default: transactions are settled only on request.
	SettleAfter time.Duration
	// Origins (scheme://host[:port]) list the pages that may embed hosted fields and make browser calls.
	// Default: any page, because the sandbox holds nothing of value.
	Origins []string
	// WebhookURL receives the signed webhooks about disputes. As at the provider, settlements of cards and wallets send
	// none. Default: no webhooks.
	WebhookURL string
	// Now returns the current time. Default: time.Now.
	Now func() time.Time
	// Log receives one line per call, at level debug, without bodies and nonces. Default: no log.
	Log *slog.Logger
}

// Sandbox is the provider. It is an [http.Handler] and safe for concurrent use.
type Sandbox struct {
	opts    Options
	key     []byte // of the hash that recognizes equal cards, and of authorization fingerprints
	handler http.Handler
	hooks   *webhooks

	mu     sync.Mutex
	ledger *ledger
	faults []Fault
}

// New returns a sandbox. It fails on invalid options and on an unusable ledger file.
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

// Close waits for webhooks in flight until the context ends, and closes the ledger's file.
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

// allows reports whether pages of the origin may use the sandbox.
func (s *Sandbox) allows(origin string) bool {
	return isOrigin(origin) && (len(s.opts.Origins) == 0 || slices.Contains(s.opts.Origins, origin))
}

// isOrigin reports whether s is exactly scheme://host[:port], with http or https.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.Scheme+"://"+u.Host == s && originHost.MatchString(u.Host)
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
