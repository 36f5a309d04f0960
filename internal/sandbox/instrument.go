package sandbox

import "strings"

// kind is the payment instrument's type, in the words of transactions.
type kind string

const (
	kindCard     kind = "credit_card"
	kindPayPal   kind = "paypal_account"
	kindVenmo    kind = "venmo_account"
	kindApplePay kind = "apple_pay_card"
	kindGoogle   kind = "android_pay_card"
)

// element returns the XML element of a vaulted method of this kind.
func (k kind) element() string { return hyphenated(string(k)) }

// cardPrefix returns Braintree's prefix of the card type.
func (k kind) cardPrefix() string {
	if k == kindApplePay {
		return "Apple Pay - "
	}
	return ""
}

// detail returns the name of the kind in transaction searches.
func (k kind) detail() string {
	return map[kind]string{
		kindCard: "CreditCardDetail", kindPayPal: "PayPalDetail", kindVenmo: "VenmoAccountDetail", kindApplePay: "ApplePayDetail", kindGoogle: "AndroidPayDetail",
	}[k]
}

// nonceType returns the name of the kind in nonces.
func (k kind) nonceType() string {
	if a, ok := k.account(); ok {
		return a.brand + "Account"
	}
	return map[kind]string{kindCard: "CreditCard", kindPayPal: "PayPalAccount", kindApplePay: "ApplePayCard", kindGoogle: "AndroidPayCard"}[k]
}

// account is a wallet identified by a username.
type account struct {
	kind  kind
	brand string
}

var accounts = []account{{kindVenmo, "Venmo"}}

// account returns the wallet of a kind with usernames. It returns false for any other kind.
func (k kind) account() (account, bool) {
	for _, a := range accounts {
		if a.kind == k {
			return a, true
		}
	}
	return account{}, false
}

// kinds returns all kinds, in the order of a customer's lists of methods.
func kinds() []kind {
	all := []kind{kindCard, kindPayPal}
	for _, a := range accounts {
		all = append(all, a.kind)
	}
	return append(all, kindApplePay, kindGoogle)
}

func (a account) key() string { return strings.ToLower(a.brand) }

// nonces returns the wallet's test nonces.
func (a account) nonces() map[string]instrument {
	paying := instrument{Kind: a.kind, Username: a.key() + "joe", Unique: "fake" + a.key()}
	return map[string]instrument{
		"fake-" + a.key() + "-account-nonce": paying,
		"fake-token-issuance-error-" + a.key() + "-account-nonce": paying.with(func(i *instrument) {
			i.Unique, i.Behavior = i.Unique+"error", behaveTokenIssue
		}),
	}
}

// facts returns the elements that transactions and vaulted methods have in common for such an instrument.
func (a account) facts(i instrument) []*element {
	return []*element{
		text("username", i.Username), text(a.key()+"-user-id", a.brand+"-"+i.Unique), text("source-description", a.brand+" Account: "+i.Username),
		text("image-url", "https://assets.braintreegateway.com/payment_method_logo/"+a.key()+".png"),
	}
}

// Behaviors of instruments in sales. Test amounts take precedence over all but the gateway's rejections.
const (
	behaveDecline      = "decline"      // 2000
	behaveFail         = "fail"         // 3000
	behaveFraud        = "fraud"        // gateway rejected
	behaveRisk         = "risk"         // gateway rejected
	behaveTokenIssue   = "token"        // gateway rejected
	behaveAuthenticate = "authenticate" // 2099 without 3-D Secure
	behaveDispute      = "dispute"      // a captured sale is disputed
)

// instrument is the stored part of a payment instrument. Of a card number it holds the last four digits and a
// keyed hash, by which equal cards are recognized.
type instrument struct {
	Kind       kind   `json:"kind"`
	CardType   string `json:"cardType,omitempty"`
	LastFour   string `json:"lastFour,omitempty"`
	ExpMonth   string `json:"expMonth,omitempty"`
	ExpYear    string `json:"expYear,omitempty"`
	Cardholder string `json:"cardholder,omitempty"`
	Country    string `json:"country,omitempty"` // of issue, ISO 3166-1 alpha-3
	Unique     string `json:"unique"`
	Email      string `json:"email,omitempty"`    // PayPal
	Username   string `json:"username,omitempty"` // accounts
	Behavior   string `json:"behaviour,omitempty"`
	OneTime    bool   `json:"oneTime,omitempty"` // can't be vaulted
	// Indicators holds the known product data, mostly Yes or No: prepaid, debit, commercial, …
	Indicators map[string]string `json:"indicators,omitempty"`
	CVV        string            `json:"cvv,omitempty"` // response letter
	PostalCode string            `json:"postalCode,omitempty"`
	Street     string            `json:"street,omitempty"`
	Secure     *threeDSecure     `json:"threeDSecure,omitempty"`
}

// threeDSecure is the result of an authentication of the cardholder.
type threeDSecure struct {
	Status   string `json:"status"`
	Enrolled string `json:"enrolled"` // Y, N, U, B or E
	Shifted  bool   `json:"shifted"`  // liability shifted to the bank
	Possible bool   `json:"possible"`
	Amount   string `json:"amount,omitempty"` // authenticated amount, as the page sent it; empty for the documented nonces
}

// authenticated reports whether the cardholder counts as authenticated.
func (i instrument) authenticated() bool { return i.Secure != nil && i.Secure.Shifted }

// bins holds the first six digits of the documented test cards. They are looked up because the ledger stores no
// digits of a card except the last four.
var bins = map[string]string{
	"Visa 1111": "411111", "Visa 0004": "400551", "Visa 1881": "401288", "Visa 0026": "401200",
	"Visa 7777": "401200", "Visa 1119": "421765", "Visa 0061": "450060", "Visa 1115": "400011",
	"MasterCard 4444": "555555", "MasterCard 0011": "222300", "MasterCard 5100": "510510", "MasterCard 5454": "545454",
	"American Express 0005": "378282", "American Express 8431": "371449", "American Express 1000": "378734",
	"Visa 8886": "401288", "MasterCard 0017": "555555", "American Express 0002": "378282",
	"Discover 0009": "601100", "Discover 1117": "601111", "Discover 9424": "601100", "JCB 0000": "353011",
	"JCB 0505": "356600", "Maestro 0000": "630400", "Diners Club 0004": "362596", "Diners Club 9814": "385200",
}

func (i instrument) bin() string { return bins[i.CardType+" "+i.LastFour] }

// masked returns the number for display.
func (i instrument) masked() string {
	if i.LastFour == "" {
		return ""
	}
	first := i.bin()
	if first == "" {
		first = "******"
	}
	return first + "******" + i.LastFour
}

// indicators are the facts about a card's product, in the order of responses.
var indicators = []string{"business", "commercial", "consumer", "corporate", "debit", "durbin-regulated", "healthcare", "payroll", "prepaid", "prepaid-reloadable", "purchase"}

// cardFacts returns the elements of all kinds with a card.
func (i instrument) cardFacts() []*element {
	facts := []*element{
		text("bin", i.bin()), text("card-type", i.Kind.cardPrefix()+i.CardType), text("last-4", i.LastFour),
		text("expiration-month", i.ExpMonth), text("expiration-year", i.ExpYear),
		text("cardholder-name", i.Cardholder), text("image-url", "https://assets.braintreegateway.com/payment_method_logo/unknown.png"),
	}
	for _, name := range indicators {
		facts = append(facts, text(name, i.indicator(name)))
	}
	country := i.Country
	if country == "" {
		country = "Unknown"
	}
	return append(facts, text("country-of-issuance", country), text("issuing-bank", i.indicator("issuing-bank")), text("product-id", i.indicator("product-id")))
}

// details returns the elements of a transaction that describe the instrument. token is that of the vaulted
// method, or "".
func (i instrument) details(token string) []*element {
	card := group("credit-card", text("token", ""))
	if a, ok := i.Kind.account(); ok {
		return []*element{card, group(i.Kind.element(), append([]*element{text("token", token)}, a.facts(i)...)...)}
	}
	switch i.Kind {
	case kindPayPal:
		return []*element{card, group("paypal",
			text("token", token), text("payer-email", i.Email), text("payment-id", "PAY-"+i.Unique), text("authorization-id", i.Unique),
			text("image-url", "https://assets.braintreegateway.com/payment_method_logo/paypal.png"), text("debug-id", i.Unique),
			text("payee-email", ""), text("custom-field", ""), text("payer-id", "payer-"+i.Unique), text("payer-first-name", "Pat"),
			text("payer-last-name", "Payer"), text("payer-status", "VERIFIED"), text("seller-protection-status", "ELIGIBLE"))}
	case kindApplePay:
		return []*element{card, group("apple-pay", append(i.cardFacts(), text("token", token),
			text("payment-instrument-name", i.CardType+" "+i.LastFour), text("source-description", i.CardType+" "+i.LastFour))...)}
	case kindGoogle:
		return []*element{card, group("android-pay-card", append(i.cardFacts(), text("token", token), text("virtual-card-last-4", i.LastFour),
			text("virtual-card-type", i.CardType), text("source-card-last-4", i.LastFour), text("source-card-type", i.CardType),
			text("source-description", i.CardType+" "+i.LastFour), text("google-transaction-id", "google-"+i.Unique), boolean("is-network-tokenized", false))...)}
	default:
		return []*element{group("credit-card", append(i.cardFacts(), text("token", token), text("masked-number", i.masked()),
			text("expiration-date", i.ExpMonth+"/"+i.ExpYear), text("unique-number-identifier", i.Unique), text("customer-location", "US"),
			boolean("venmo-sdk", false), text("account-type", ""))...)}
	}
}
