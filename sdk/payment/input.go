package payment

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// Limits of what a payment call may carry.
const (
	MaxNonce      = 255    // characters; the provider's are below 100
	MaxCardHolder = 175    // characters, the provider's limit
	maxDeviceData = 20_000 // bytes
)

// Codes of violations in the payment details.
const (
	CodePaymentMethodMissing text.Code = "payment_method_missing"
	CodePaymentTypeClosed    text.Code = "payment_type_unavailable"
	CodePaymentBank          text.Code = "payment_bank_unsupported"
	CodePaymentHolderLong    text.Code = "payment_card_holder_long"
)

// Invalid is the fault of a payment call that no form of ours sends.
var Invalid = fault.New(fault.Invalid, "payment_invalid", nil)

// Closed is the fault of a session whose payment was declined too often. RetryAfter says when it is
// open again.
var Closed = fault.New(fault.Limited, "payment_closed", nil)

// Unavailable is the fault of a currency that the operator has no merchant account for, and of a
// provider that gives no client token.
var Unavailable = fault.New(fault.Unavailable, "payment_unavailable", nil)

// Types are the payment types, in the order in which they are offered.
var Types = []gateway.PaymentType{gateway.PaymentCreditCard, gateway.PaymentPayPal, gateway.PaymentVenmo, gateway.PaymentApplePay}

// Unfinished tells the idempotent wrapper that the same key has to ask again.
func (a *Answer) Unfinished() bool { return a != nil && a.Status == Confirming }

// Normalise fills in the defaults and refuses what isn't a payment at all.
func (in Input) Normalise() (Input, error) {
	p := &in.Payment
	if p.PaymentType == "" {
		p.PaymentType = gateway.PaymentCreditCard
	}
	p.CardHolderName = form.NormalizeName(p.CardHolderName)
	nonce := p.Nonce.Reveal()
	switch {
	case !slices.Contains(Types, p.PaymentType),
		nonce != "" && !core.IsVisibleASCII(nonce, MaxNonce),
		len(p.DeviceData) > maxDeviceData || !utf8.ValidString(p.DeviceData.Reveal()),
		len(p.PricingLocale) > 35,
		len(in.SegmentAnonymousID) > 255:
		return in, Invalid
	}
	return in, nil
}

// Facts is what the decision on a payment call depends on beside the call itself.
type Facts struct {
	Country string // billing country
	Total   money.Amount
	Hidden  func(way string) bool // of the package: PAYPAL, VENMO, APPLE_PAY
}

// CheckPayment returns every rule that the call breaks, in the order of the form.
func CheckPayment(in Input, f Facts, lang string) fault.Violations {
	var out fault.Violations
	add := func(field string, code text.Code) {
		out = append(out, form.Violation(field, code, lang, nil))
	}
	p := in.Payment
	if utf8.RuneCountInString(p.CardHolderName) > MaxCardHolder {
		add("cardHolderName", CodePaymentHolderLong)
	}
	if p.BankAccountNumber != nil || p.BankRoutingNumber != nil || p.BankAccountType != nil {
		add("bankAccountNumber", CodePaymentBank)
	}
	if !f.Total.IsZero() {
		switch {
		case !paymentTypeOffered(p.PaymentType, f):
			add("paymentType", CodePaymentTypeClosed)
		case strings.TrimSpace(p.Nonce.Reveal()) == "":
			add("nonce", CodePaymentMethodMissing)
		}
	}
	return append(out, form.ValidateConsent(f.Country, in.TermsAndConditions, lang)...)
}

// TypeCountries are the billing countries (ISO 3166-1 alpha-2) in which a payment type may be offered.
type TypeCountries struct {
	Only   []string `json:"only,omitempty" doc:"Missing: everywhere"`
	Except []string `json:"except,omitempty"`
}

// WalletCountries are the types that aren't offered everywhere. The widget reads them from the bootstrap.
var WalletCountries = map[gateway.PaymentType]TypeCountries{
	gateway.PaymentPayPal: {Except: []string{"GB"}},
	gateway.PaymentVenmo:  {Only: []string{"US"}},
}

// paymentTypeOffered is the rule by which methods are shown: where they are offered, and none that the
// package hides.
func paymentTypeOffered(t gateway.PaymentType, f Facts) bool {
	in := WalletCountries[t]
	if slices.Contains(in.Except, f.Country) || in.Only != nil && !slices.Contains(in.Only, f.Country) {
		return false
	}
	return t == gateway.PaymentCreditCard || !f.Hidden(string(t))
}
