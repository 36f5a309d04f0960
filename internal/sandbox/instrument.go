package sandbox

import "strings"

// kind is the payment instrument's type, as transactions name it.
type kind string

const (
	kindCard     kind = "credit_card"
	kindPayPal   kind = "paypal_account"
	kindVenmo    kind = "venmo_account"
	kindApplePay kind = "apple_pay_card"
	kindGoogle   kind = "android_pay_card"
)

// element is the name of a vaulted method of this kind in XML.
func (k kind) element() string { return hyphenated(string(k)) }

// cardPrefix is what Braintree writes before the card's type.
func (k kind) cardPrefix() string {
	if k == kindApplePay {
		return "Apple Pay - "
	}
	return ""
}

// detail is the kind as searches of transactions name it.
func (k kind) detail() string {
	return map[kind]string{
		kindCard: "CreditCardDetail", kindPayPal: "PayPalDetail", kindVenmo: "VenmoAccountDetail", kindApplePay: "ApplePayDetail", kindGoogle: "AndroidPayDetail",
	}[k]
}

// nonceType is the kind as nonces name it.
func (k kind) nonceType() string {
	if a, ok := k.account(); ok {
		return a.brand + "Account"
	}
	return map[kind]string{kindCard: "CreditCard", kindPayPal: "PayPalAccount", kindApplePay: "ApplePayCard", kindGoogle: "AndroidPayCard"}[k]
}

// account is a wallet that is known by a username.
type account struct {
	kind  kind
	brand string
}

var accounts = []account{{kindVenmo, "Venmo"}}

// account returns the wallet of a kind that is known by a username; false for any other kind.
func (k kind) account() (account, bool) {
	for _, a := range accounts {
		if a.kind == k {
			return a, true
		}
	}
	return account{}, false
}

// kinds are all kinds, in the order in which a customer's methods are listed.
func kinds() []kind {
	all := []kind{kindCard, kindPayPal}
	for _, a := range accounts {
		all = append(all, a.kind)
	}
	return append(all, kindApplePay, kindGoogle)
}

func (a account) key() string { return strings.ToLower(a.brand) }

// nonces are the wallet's nonces for tests.
func (a account) nonces() map[string]instrument {
	paying := instrument{Kind: a.kind, Username: a.key() + "joe", Unique: "fake" + a.key()}
	return map[string]instrument{
		"fake-" + a.key() + "-account-nonce": paying,
		"fake-token-issuance-error-" + a.key() + "-account-nonce": paying.with(func(i *instrument) {
			i.Unique, i.Behaviour = i.Unique+"error", behaveTokenIssue
		}),
	}
}

// facts are the elements of such an instrument that transactions and vaulted methods share.
func (a account) facts(i instrument) []*element {
	return []*element{
		text("username", i.Username), text(a.key()+"-user-id", a.brand+"-"+i.Unique), text("source-description", a.brand+" Account: "+i.Username),
		text("image-url", "https://assets.braintreegateway.com/payment_method_logo/"+a.key()+".png"),
	}
}

// What an instrument does in a sale below the test amounts.
const (
	behaveDecline      = "decline"      // 2000
	behaveFail         = "fail"         // 3000
	behaveFraud        = "fraud"        // gateway rejected
	behaveRisk         = "risk"         // gateway rejected
	behaveTokenIssue   = "token"        // gateway rejected
	behaveAuthenticate = "authenticate" // 2099 without 3-D Secure
	behaveDispute      = "dispute"      // a captured sale is disputed
)

// instrument is all that is kept of what somebody pays with: of a card number the last four digits, and a
// keyed hash that tells equal cards.
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
	Behaviour  string `json:"behaviour,omitempty"`
	OneTime    bool   `json:"oneTime,omitempty"` // can't be vaulted
	// Indicators holds those of prepaid, debit, commercial, … that are known: Yes or No.
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
	Shifted  bool   `json:"shifted"`  // liability
	Possible bool   `json:"possible"`
	Amount   string `json:"amount,omitempty"` // that the bank was asked about, as the page wrote it; empty for the documented nonces
}

// authenticated answers whether a bank takes the cardholder for authenticated.
func (i instrument) authenticated() bool { return i.Secure != nil && i.Secure.Shifted }

// bins holds the first six digits of the documented test cards. They are looked up, never stored, so that
// no digits of a card beyond the last four are ever stored.
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

// masked is the number as people are shown it.
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

// indicators are the facts about a card's product, in the order in which they are given.
var indicators = []string{"business", "commercial", "consumer", "corporate", "debit", "durbin-regulated", "healthcare", "payroll", "prepaid", "prepaid-reloadable", "purchase"}

// cardFacts are the elements that cards of every kind share.
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

// details returns the part of a transaction that describes the instrument; token is the vaulted
// method's, or "".
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
