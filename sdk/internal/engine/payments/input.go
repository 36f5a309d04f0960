package payments

import (
	"strings"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// Limits of the fields of a payment call.
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

// NormalizeInput fills in the defaults and rejects a malformed call. Fault: [payment.Invalid].
func NormalizeInput(in payment.Input) (payment.Input, error) {
	p := &in.Payment
	if p.PaymentType == "" {
		p.PaymentType = gateway.PaymentCreditCard
	}
	stored := price.StoresPayment(p.StorePaymentOnFile)
	p.StorePaymentOnFile = &stored
	p.CardHolderName = form.NormalizeName(p.CardHolderName)
	nonce := p.Nonce.Reveal()
	_, known := p.PaymentType.Method()
	switch {
	case !known,
		nonce != "" && !core.IsVisibleASCII(nonce, MaxNonce),
		len(p.DeviceData) > maxDeviceData || !utf8.ValidString(p.DeviceData.Reveal()),
		len(p.PricingLocale) > 35,
		len(in.SegmentAnonymousID) > 255:
		return in, payment.Invalid
	}
	return in, nil
}

// Facts are the inputs of [CheckPayment] beside the call itself.
type Facts struct {
	Country string // billing country
	Total   money.Amount
	Hidden  func(way string) bool // of the package: PAYPAL, VENMO, APPLE_PAY
	Nonce   *gateway.Nonce        // of a card that must be verified, see [Engine.NonceToVerify]; nil for any other
}

// CheckPayment returns a violation for each rule that the call breaks, in the order of the form.
func CheckPayment(in payment.Input, f Facts, lang string) fault.Violations {
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
		case f.Nonce != nil && f.Nonce.PaymentType == gateway.PaymentCreditCard && !f.Nonce.ThreeDSecure:
			add("nonce", gateway.CodePaymentUnverified)
		}
	}
	return append(out, form.ValidateConsent(f.Country, in.TermsAndConditions, lang)...)
}

// paymentTypeOffered returns true if the payment type is offered in the billing country and the package doesn't hide it. The experiments that switch
// methods on don't count: visitors may pay with any method that the page showed.
func paymentTypeOffered(t gateway.PaymentType, f Facts) bool {
	method, known := t.Method()
	return known && method.Countries.Include(f.Country) && (method.PackageFlag == "" || !f.Hidden(string(t)))
}
