package gateway

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/text"
)

// PaymentType is a payment method's name in the specification's payload.
type PaymentType string

// The payment types.
const (
	PaymentCreditCard PaymentType = "CREDIT_CARD"
	PaymentPayPal     PaymentType = "PAYPAL"
	PaymentVenmo      PaymentType = "VENMO"
	PaymentApplePay   PaymentType = "APPLE_PAY"
)

// PaymentMethod holds the static properties of a payment type.
type PaymentMethod struct {
	Type        PaymentType
	Key         string        // the widget's name for it
	Wallet      bool          // authorized with an account or a device; otherwise a card, typed into the provider's fields
	Countries   TypeCountries // billing countries in which it is offered
	Experiment  string        // the widget offers it in the Treatment variant only; "" offers it always
	PackageFlag string        // JSON name of the field by which a package hides it; "" where no package can
	Name        text.Code     // its name on the screen, on receipts and in mails
	Failure     text.Code     // the message if it can't be opened; "" for the general message of unexpected errors
	Stays       bool          // its authorization is kept while another wallet is chosen
	TestNonce   string        // a nonce that pays with it in the provider's test environment
}

// PaymentMethods is the table of payment methods, in the order of display. The widget uses a generated copy. Never remove a row, because old receipts
// name its type: give it no countries instead.
var PaymentMethods = []PaymentMethod{
	{
		Type: PaymentCreditCard, Key: "creditCard", Name: "payment_card", TestNonce: "fake-valid-nonce",
	},
	{
		// The specification doesn't offer PayPal in the United Kingdom; Jersey, Guernsey and the Isle of Man aren't part of it (docs/decisions.md,
		// 57). The payment's check refuses it there, too: paymentTypeOffered in internal/engine/payments/input.go.
		Type: PaymentPayPal, Key: "paypal", Wallet: true, Countries: TypeCountries{Except: []string{"GB"}},
		Experiment: flag.ExperimentPayPal, PackageFlag: "hidePayPal", Name: "payment_paypal", Failure: "paypalInitError",
		TestNonce: "fake-paypal-billing-agreement-nonce",
	},
	{
		Type: PaymentVenmo, Key: "venmo", Wallet: true, Countries: TypeCountries{Only: []string{"US"}},
		Experiment: flag.ExperimentVenmo, PackageFlag: "hideVenmo", Name: "payment_venmo",
		TestNonce: "fake-venmo-account-nonce",
	},
	{
		Type: PaymentApplePay, Key: "applePay", Wallet: true,
		Experiment: flag.ExperimentApplePay, PackageFlag: "hideApplePay", Name: "payment_applepay", Stays: true,
		TestNonce: "fake-apple-pay-visa-nonce",
	},
}

// TypeCountries are the billing countries (ISO 3166-1 alpha-2) in which a payment type may be offered.
type TypeCountries struct {
	Only   []string `json:"only,omitempty" doc:"Missing: everywhere"`
	Except []string `json:"except,omitempty"`
}

// Include returns true if a payment type with these countries may be offered in one.
func (c TypeCountries) Include(country string) bool {
	return !slices.Contains(c.Except, country) && (c.Only == nil || slices.Contains(c.Only, country))
}

// Method returns the type's row of [PaymentMethods]; false for an unknown type.
func (t PaymentType) Method() (PaymentMethod, bool) {
	i := slices.IndexFunc(PaymentMethods, func(m PaymentMethod) bool { return m.Type == t })
	if i < 0 {
		return PaymentMethod{}, false
	}
	return PaymentMethods[i], true
}

// RestrictedCountries returns the countries of the payment types that aren't offered everywhere.
func RestrictedCountries() map[PaymentType]TypeCountries {
	restricted := map[PaymentType]TypeCountries{}
	for _, m := range PaymentMethods {
		if m.Countries.Only != nil || m.Countries.Except != nil {
			restricted[m.Type] = TypeCountries{Only: slices.Clone(m.Countries.Only), Except: slices.Clone(m.Countries.Except)}
		}
	}
	return restricted
}

// CardBrand is a brand of cards that a package can refuse.
type CardBrand struct {
	ID          string // as the catalog's hide names it
	Key         string // the widget's name for it
	Name        string // the provider's name, and the name on the screen in every language
	PackageFlag string // JSON name of the field by which a package hides it
}

// CardBrands are the brands that a package can refuse. Other brands are accepted wherever cards are.
var CardBrands = []CardBrand{
	{ID: "AMEX", Key: "amex", Name: "American Express", PackageFlag: "hideAmex"},
	{ID: "DISCOVER", Key: "discover", Name: "Discover", PackageFlag: "hideDiscover"},
}
