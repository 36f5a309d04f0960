package sandbox

import (
	"maps"
	"strings"
)

// Nonces that Braintree documents for errors.
const (
	nonceConsumed    = "fake-consumed-nonce"
	nonceLuhnInvalid = "fake-luhn-invalid-nonce"
)

// fakeCard returns a test card with this type and last four digits.
func fakeCard(cardType, lastFour string) instrument {
	return instrument{
		Kind: kindCard, CardType: cardType, LastFour: lastFour, ExpMonth: "12", ExpYear: "2030",
		Country: "USA", Unique: "fake" + strings.ToLower(strings.ReplaceAll(cardType, " ", "")) + lastFour,
		CVV: "I", PostalCode: "I", Street: "I",
	}
}

func (i instrument) with(change func(*instrument)) instrument {
	change(&i)
	return i
}

func (i instrument) indicating(name string) instrument {
	i.Indicators = map[string]string{name: "Yes"}
	return i
}

func (i instrument) behaving(b string) instrument {
	i.Behavior = b
	i.Unique += b
	return i
}

func (i instrument) authenticatedAs(status, enrolled string, shifted bool) instrument {
	i.Secure = &threeDSecure{Status: status, Enrolled: enrolled, Shifted: shifted, Possible: shifted || enrolled == "Y"}
	return i
}

// fakeWallet returns a card in a wallet.
func fakeWallet(k kind, cardType, lastFour string) instrument {
	return fakeCard(cardType, lastFour).with(func(i *instrument) {
		i.Kind, i.Unique, i.Cardholder = k, string(k)+i.Unique, cardType+" Cardholder"
	})
}

var fakeNonces = makeFakeNonces()

func makeFakeNonces() map[string]instrument {
	visa, master := fakeCard("Visa", "1881"), fakeCard("MasterCard", "4444")
	amex, discover := fakeCard("American Express", "0005"), fakeCard("Discover", "1117")
	paypal := instrument{Kind: kindPayPal, Email: "jane.doe@paypal.com", Unique: "fakepaypal"}
	all := map[string]instrument{
		"fake-valid-nonce":                                                          visa,
		"fake-valid-visa-nonce":                                                     visa,
		"fake-valid-amex-nonce":                                                     amex,
		"fake-valid-mastercard-nonce":                                               master,
		"fake-valid-discover-nonce":                                                 discover,
		"fake-valid-jcb-nonce":                                                      fakeCard("JCB", "0000"),
		"fake-valid-maestro-nonce":                                                  fakeCard("Maestro", "0000"),
		"fake-valid-dinersclub-nonce":                                               fakeCard("Diners Club", "0004"),
		"fake-valid-country-of-issuance-usa-nonce":                                  visa,
		"fake-valid-country-of-issuance-cad-nonce":                                  visa.with(func(i *instrument) { i.Country = "CAN" }),
		"fake-valid-no-indicators-nonce":                                            visa.with(func(i *instrument) { i.Indicators = noIndicators() }),
		"fake-valid-unknown-indicators-nonce":                                       visa.with(func(i *instrument) { i.Country = "" }),
		"fake-valid-issuing-bank-network-only-nonce":                                visa.with(func(i *instrument) { i.Indicators = map[string]string{"issuing-bank": "NETWORK ONLY"} }),
		"fake-abstract-transactable-nonce":                                          {Kind: kindPayPal, Email: "jane.doe@paypal.com", Unique: "fakeabstract", OneTime: true},
		"fake-processor-declined-visa-nonce":                                        visa.behaving(behaveDecline),
		"fake-processor-declined-mastercard-nonce":                                  master.behaving(behaveDecline),
		"fake-processor-declined-amex-nonce":                                        amex.behaving(behaveDecline),
		"fake-processor-declined-discover-nonce":                                    discover.behaving(behaveDecline),
		"fake-processor-failure-jcb-nonce":                                          fakeCard("JCB", "0505").behaving(behaveFail),
		"fake-gateway-rejected-fraud-nonce":                                         visa.behaving(behaveFraud),
		"fake-gateway-rejected-risk-thresholds-nonce":                               visa.behaving(behaveRisk),
		"fake-paypal-one-time-nonce":                                                paypal.with(func(i *instrument) { i.OneTime = true }),
		"fake-paypal-future-nonce":                                                  paypal,
		"fake-paypal-future-refresh-token-nonce":                                    paypal,
		"fake-paypal-billing-agreement-nonce":                                       paypal,
		"fake-apple-pay-visa-nonce":                                                 fakeWallet(kindApplePay, "Visa", "8886"),
		"fake-apple-pay-mastercard-nonce":                                           fakeWallet(kindApplePay, "MasterCard", "0017"),
		"fake-apple-pay-amex-nonce":                                                 fakeWallet(kindApplePay, "American Express", "0002"),
		"fake-android-pay-nonce":                                                    fakeWallet(kindGoogle, "Visa", "1881"),
		"fake-android-pay-visa-nonce":                                               fakeWallet(kindGoogle, "Visa", "1881"),
		"fake-android-pay-mastercard-nonce":                                         fakeWallet(kindGoogle, "MasterCard", "4444"),
		"fake-android-pay-amex-nonce":                                               fakeWallet(kindGoogle, "American Express", "0005"),
		"fake-android-pay-discover-nonce":                                           fakeWallet(kindGoogle, "Discover", "1117"),
		"fake-three-d-secure-visa-not-enrolled-nonce":                               visa.authenticatedAs("authenticate_successful_issuer_not_participating", "N", true),
		"fake-three-d-secure-visa-unavailable-nonce":                                visa.authenticatedAs("authentication_unavailable", "U", false),
		"fake-three-d-secure-visa-lookup-timeout-nonce":                             visa.authenticatedAs("lookup_error", "E", false),
		"fake-three-d-secure-visa-mpi-lookup-error-nonce":                           visa.authenticatedAs("lookup_error", "E", false),
		"fake-three-d-secure-visa-full-authentication-nonce":                        visa.authenticatedAs("authenticate_successful", "Y", true),
		"fake-three-d-secure-visa-failed-signature-nonce":                           visa.authenticatedAs("authenticate_signature_verification_failed", "Y", false),
		"fake-three-d-secure-visa-failed-authentication-nonce":                      visa.authenticatedAs("authenticate_failed", "Y", false),
		"fake-three-d-secure-visa-attempts-non-participating-nonce":                 visa.authenticatedAs("authenticate_attempt_successful", "Y", true),
		"fake-three-d-secure-visa-mpi-authenticate-error-nonce":                     visa.authenticatedAs("authenticate_error", "Y", false),
		"fake-three-d-secure-visa-authentication-unavailable-nonce":                 visa.authenticatedAs("authenticate_unable_to_authenticate", "Y", false),
		"fake-three-d-secure-visa-bypassed-authentication-nonce":                    visa.authenticatedAs("authenticate_successful", "B", true),
		"fake-three-d-secure-two-visa-successful-frictionless-authentication-nonce": visa.authenticatedAs("authenticate_successful", "Y", true),
		"fake-three-d-secure-two-visa-successful-step-up-authentication-nonce":      visa.authenticatedAs("authenticate_successful", "Y", true),
		"fake-three-d-secure-two-visa-error-on-lookup-nonce":                        visa.authenticatedAs("lookup_error", "E", false),
		"fake-three-d-secure-two-visa-timeout-on-lookup-nonce":                      visa.authenticatedAs("lookup_error", "E", false),
	}
	for _, name := range []string{"business", "commercial", "consumer", "corporate", "debit", "durbin-regulated", "healthcare", "payroll", "prepaid", "prepaid-reloadable", "purchase"} {
		all["fake-valid-"+name+"-nonce"] = visa.indicating(name)
	}
	for _, a := range accounts {
		maps.Copy(all, a.nonces())
	}
	for suffix, card := range map[string]instrument{"visa": visa, "mastercard": master, "amex": amex, "discover": discover, "maestro": fakeCard("Maestro", "0000")} {
		// Discontinued wallets, treated as cards.
		all["fake-visa-checkout-"+suffix+"-nonce"] = card
		all["fake-masterpass-"+suffix+"-nonce"] = card
	}
	return all
}
