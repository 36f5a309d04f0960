package payment

import (
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Config holds the clocks and limits of paying. A zero field means its default.
type Config struct {
	// GatewayTimeout bounds one call to the provider. Default 30 s; below Lease.
	GatewayTimeout time.Duration
	// Lease is how long an attempt belongs to the process that opened it. An attempt that isn't decided by then is taken over at the
	// next sweep. Default 90 s.
	Lease time.Duration
	// ReconcileEvery is the pause between two searches for an unknown attempt; it doubles with each
	// empty search up to a hundredfold. Default 5 s.
	ReconcileEvery time.Duration
	// SweepEvery is how often expired leases are looked for. Default 10 s.
	SweepEvery time.Duration
	// SupersedeAfter and SupersedeMisses: an unknown attempt that is this old and that this many searches
	// haven't found no longer blocks a new one. Defaults 2 min and 3.
	SupersedeAfter  time.Duration
	SupersedeMisses int
	// NonceLife is how long the provider accepts a nonce. Only after it an attempt that is nowhere to be
	// found counts as absent. Default 3 h.
	NonceLife time.Duration
	// DeclineLimit declines within DeclineWindow close payment for that session, and for that proved mailbox. Defaults 5 and 1 h. A negative
	// limit, as of the two below, is none.
	DeclineLimit  int
	DeclineWindow time.Duration
	// After AddressDeclineLimit declines within DeclineWindow an unproved payer at that client address has to prove their mailbox. Default 20: a
	// house or an office may share one.
	AddressDeclineLimit int
	// NetworkDeclineLimit is the same for a network: the first 24 bits of an address, 48 of IPv6. Default 60. While payments are tightened a
	// network may have no more than a single address.
	NetworkDeclineLimit int
	// Where more than DeclineSharePercent of at least DeclineShareOf payments within DeclineShareWindow were declined, payments are tightened:
	// see [GuardTightened]. Defaults 60, 40 and 15 min; a negative percentage switches it off.
	DeclineSharePercent int
	DeclineShareOf      int
	DeclineShareWindow  time.Duration
	// AuthorizationLife is the age from which an authorisation that wasn't captured is asked about first,
	// as it may have run out. Default 6 days: cards' last 7.
	AuthorizationLife time.Duration
	// CaptureTries is how often a capture is tried before a person has to look. Default 8.
	CaptureTries int
	// MerchantAccounts holds the provider's merchant account for each currency. Required by payments: a currency without one can't be
	// paid in. The sandbox has cojoin_usd, cojoin_cad, cojoin_aud and cojoin_gbp.
	MerchantAccounts map[money.Currency]string
	// AuthenticationCountries are the billing countries (ISO 3166-1 alpha-2) whose cards are refused
	// unless 3-D Secure authenticated the cardholder; the widget is told by the bootstrap. Default none: the merchant has no 3-D Secure. Where
	// the law asks for it: [BritishCountries].
	AuthenticationCountries []string
	// ReusableNonces accepts the provider's documented test nonces ("fake-…") more than once. Only
	// against the sandbox.
	ReusableNonces bool
	// Interrupt is told of every [InterruptPoint] that a payment comes by, in the goroutine that works on
	// it. For tests of faults; default nil.
	Interrupt func(InterruptPoint)
}

// BritishCountries are the United Kingdom and the islands under its card rules: cards are verified by 3-D Secure there,
// and payments carry device data. Where PayPal is offered is another list, in [gateway.PaymentMethods].
var BritishCountries = []string{"GB", "GG", "JE", "IM"}

// DefaultConfig returns the defaults of a [Config].
func DefaultConfig() Config { return Config{}.WithDefaults() }

// WithDefaults returns the configuration with the default of each field that is zero.
func (c Config) WithDefaults() Config {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&c.GatewayTimeout, 30 * time.Second},
		{&c.Lease, 90 * time.Second},
		{&c.ReconcileEvery, 5 * time.Second},
		{&c.SweepEvery, 10 * time.Second},
		{&c.SupersedeAfter, 2 * time.Minute},
		{&c.NonceLife, 3 * time.Hour},
		{&c.DeclineWindow, time.Hour},
		{&c.DeclineShareWindow, 15 * time.Minute},
		{&c.AuthorizationLife, 6 * 24 * time.Hour},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	for _, d := range []struct {
		field *int
		value int
	}{{&c.SupersedeMisses, 3}, {&c.DeclineLimit, 5}, {&c.AddressDeclineLimit, 20}, {&c.NetworkDeclineLimit, 60}, {&c.DeclineSharePercent, 60}, {&c.DeclineShareOf, 40}, {&c.CaptureTries, 8}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return c
}

// RequiresAuthentication reports whether cards of a billing country need 3-D Secure.
func (c Config) RequiresAuthentication(country string) bool {
	return slices.Contains(c.AuthenticationCountries, country)
}

// MerchantAccount returns the merchant account of a currency; false when it can't be paid in.
func (c Config) MerchantAccount(cur money.Currency) (string, bool) {
	id := c.MerchantAccounts[cur]
	return id, id != ""
}
