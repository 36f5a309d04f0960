package sdk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// Limits of what a payment call may carry.
const (
	maxNonce      = 255    // characters; the provider's are below 100
	maxCardHolder = 175    // characters, the provider's limit
	maxDeviceData = 20_000 // bytes
)

const (
	codePaymentMethodMissing text.Code = "payment_method_missing"
	codePaymentTypeClosed    text.Code = "payment_type_unavailable"
	codePaymentBank          text.Code = "payment_bank_unsupported"
	codePaymentHolderLong    text.Code = "payment_card_holder_long"
)

// PaymentInvalid is the fault of a payment call that no form of ours sends.
var PaymentInvalid = NewFault(FaultInvalid, "payment_invalid", nil)

// PaymentClosed is the fault of a session whose payment was declined too often. RetryAfter says when it is
// open again.
var PaymentClosed = NewFault(FaultLimited, "payment_closed", nil)

// PaymentUnavailable is the fault of a currency that the operator has no merchant account for, and of a
// provider that gives no client token.
var PaymentUnavailable = NewFault(FaultUnavailable, "payment_unavailable", nil)

// PaymentTypes are the payment types, in the order in which they are offered.
var PaymentTypes = []PaymentType{PaymentCreditCard, PaymentPayPal, PaymentVenmo, PaymentApplePay}

// unfinished tells the idempotent wrapper that the same key has to ask again.
func (a *PaymentAnswer) unfinished() bool { return a != nil && a.Status == PaymentConfirming }

// normalise fills in the defaults and refuses what isn't a payment at all.
func (in PaymentInput) normalise() (PaymentInput, error) {
	p := &in.Payment
	if p.PaymentType == "" {
		p.PaymentType = PaymentCreditCard
	}
	p.CardHolderName = NormalizeName(p.CardHolderName)
	nonce := p.Nonce.Reveal()
	switch {
	case !slices.Contains(PaymentTypes, p.PaymentType),
		nonce != "" && !isVisibleASCII(nonce, maxNonce),
		len(p.DeviceData) > maxDeviceData || !utf8.ValidString(p.DeviceData.Reveal()),
		len(p.PricingLocale) > 35,
		len(in.SegmentAnonymousID) > 255:
		return in, PaymentInvalid
	}
	return in, nil
}

// paymentFacts is what the decision on a payment call depends on beside the call itself.
type paymentFacts struct {
	country string // billing country
	total   money.Amount
	hidden  func(way string) bool // of the package: PAYPAL, VENMO, APPLE_PAY
}

// checkPayment gives every rule that the call breaks, in the order of the form.
func checkPayment(in PaymentInput, f paymentFacts, lang string) Violations {
	var out Violations
	add := func(field string, code text.Code) {
		out = append(out, violation(field, code, lang, nil))
	}
	p := in.Payment
	if utf8.RuneCountInString(p.CardHolderName) > maxCardHolder {
		add("cardHolderName", codePaymentHolderLong)
	}
	if p.BankAccountNumber != nil || p.BankRoutingNumber != nil || p.BankAccountType != nil {
		add("bankAccountNumber", codePaymentBank)
	}
	if !f.total.IsZero() {
		switch {
		case !paymentTypeOffered(p.PaymentType, f):
			add("paymentType", codePaymentTypeClosed)
		case strings.TrimSpace(p.Nonce.Reveal()) == "":
			add("nonce", codePaymentMethodMissing)
		}
	}
	return append(out, ValidateConsent(f.country, in.TermsAndConditions, lang)...)
}

// PaymentTypeCountries are the billing countries (ISO 3166-1 alpha-2) in which a payment type may be offered.
type PaymentTypeCountries struct {
	Only   []string `json:"only,omitempty" doc:"Missing: everywhere"`
	Except []string `json:"except,omitempty"`
}

// paymentTypeCountries are the types that aren't offered everywhere. The widget reads them from the bootstrap.
var paymentTypeCountries = map[PaymentType]PaymentTypeCountries{
	PaymentPayPal: {Except: []string{"GB"}},
	PaymentVenmo:  {Only: []string{"US"}},
}

// paymentTypeOffered is the rule by which methods are shown: where they are offered, and none that the
// package hides.
func paymentTypeOffered(t PaymentType, f paymentFacts) bool {
	in := paymentTypeCountries[t]
	if slices.Contains(in.Except, f.country) || in.Only != nil && !slices.Contains(in.Only, f.country) {
		return false
	}
	return t == PaymentCreditCard || !f.hidden(string(t))
}
