package payment

import (
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Config holds the times and limits of payments. A zero field means its default.
type Config struct {
	// GatewayTimeout bounds one call to the provider. Default 30 s; below Lease.
	GatewayTimeout time.Duration
	// Lease is the time for which an attempt belongs to the process that opened it. The next sweep takes over an attempt that isn't decided by then.
	// Default 90 s.
	Lease time.Duration
	// ReconcileEvery is the pause between two searches for an unknown attempt. It doubles with each empty search, up to a hundredfold. Default 5 s.
	ReconcileEvery time.Duration
	// SweepEvery is the pause between two searches for expired leases. Default 10 s.
	SweepEvery time.Duration
	// SupersedeAfter and SupersedeMisses: an unknown attempt of this age, after this many searches without a result, no longer blocks a new one.
	// Defaults 2 min and 3.
	SupersedeAfter  time.Duration
	SupersedeMisses int
	// NonceLife is the time for which the provider accepts a nonce. An attempt that isn't found counts as absent only after it. Default 3 h.
	NonceLife time.Duration
	// DeclineLimit declines within DeclineWindow close payment for a session and for a proved mailbox. Defaults 5 and 1 h. A negative limit means
	// none, here and in the two limits below.
	DeclineLimit  int
	DeclineWindow time.Duration
	// After AddressDeclineLimit declines within DeclineWindow, an unproved payer at that client address must prove their mailbox. Default 20: a house
	// or an office may share an address.
	AddressDeclineLimit int
	// NetworkDeclineLimit is the same for a network: the first 24 bits of an address, 48 of IPv6. Default 60. While payments are tightened, the limit
	// of a single address applies to a network.
	NetworkDeclineLimit int
	// Payments are tightened if more than DeclineSharePercent of at least DeclineShareOf payments within DeclineShareWindow were declined: see
	// [GuardTightened]. Defaults 60, 40 and 15 min; a negative percentage disables it.
	DeclineSharePercent int
	DeclineShareOf      int
	DeclineShareWindow  time.Duration
	// AuthorizationLife is the age at which an uncaptured authorization is checked before its capture, as it may have expired. Default 6 days: cards'
	// last 7.
	AuthorizationLife time.Duration
	// CaptureTries is the number of tries to capture before an operator must look. Default 8.
	CaptureTries int
	// MerchantAccounts holds the provider's merchant account for each currency. Required for payments: a currency without one can't be used. The
	// sandbox has cojoin_usd, cojoin_cad, cojoin_aud and cojoin_gbp.
	MerchantAccounts map[money.Currency]string
	// AuthenticationCountries are the billing countries (ISO 3166-1 alpha-2) in which cards are refused unless 3-D Secure authenticated the
	// cardholder. The widget gets them from the bootstrap. Default none: the merchant has no 3-D Secure. Where the law requires it:
	// [BritishCountries].
	AuthenticationCountries []string
	// ReusableNonces accepts the provider's documented test nonces ("fake-…") more than once. Only against the sandbox.
	ReusableNonces bool
	// Interrupt is called at every [InterruptPoint] of a payment, in the goroutine that works on it. For tests of faults; default nil.
	Interrupt func(InterruptPoint)
}

// BritishCountries are the United Kingdom and the islands under its card rules: there, 3-D Secure verifies cards, and payments carry device data. The
// countries of PayPal are another list, in [gateway.PaymentMethods].
var BritishCountries = []string{"GB", "GG", "JE", "IM"}

// DefaultConfig returns the defaults of a [Config].
func DefaultConfig() Config { return Config{}.WithDefaults() }

// WithDefaults returns the configuration with the default in each zero field.
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

// RequiresAuthentication returns true if cards of a billing country need 3-D Secure.
func (c Config) RequiresAuthentication(country string) bool {
	return slices.Contains(c.AuthenticationCountries, country)
}

// MerchantAccount returns the merchant account of a currency; false if there is none.
func (c Config) MerchantAccount(cur money.Currency) (string, bool) {
	id := c.MerchantAccounts[cur]
	return id, id != ""
}
