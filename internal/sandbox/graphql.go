package sandbox

import (
	"net/http"
	"regexp"
)

var graphQLField = regexp.MustCompile(`\b(clientConfiguration|tokenizeCreditCard|createVenmoPaymentContext|venmoPaymentContext|node)\b`)

// graphQL serves the few operations of browser clients, by the name of their field. It ignores selections and
// returns all data.
func (s *Sandbox) graphQL(c *browserCall) (int, any) {
	var b struct {
		Query     string `json:"query"`
		Variables struct {
			Input struct {
				CreditCard cardRequest `json:"creditCard"`
			} `json:"input"`
		} `json:"variables"`
	}
	if !c.read(&b) {
		return browserFault(http.StatusBadRequest, "The body is not a GraphQL request in JSON.")
	}
	data := func(v any) (int, any) { return http.StatusOK, map[string]any{"data": v} }
	switch graphQLField.FindString(b.Query) {
	case "clientConfiguration":
		return data(map[string]any{"clientConfiguration": s.graphQLConfiguration(c)})
	case "tokenizeCreditCard":
		card := b.Variables.Input.CreditCard
		i, faults := card.input().read(s.key)
		if len(faults) > 0 {
			return http.StatusOK, graphQLFaults(faults)
		}
		return data(map[string]any{"tokenizeCreditCard": map[string]any{
			"token": s.ledger.addNonce(i, "", s.now()),
			"creditCard": map[string]any{
				"bin": i.bin(), "brandCode": graphQLBrand(i.CardType), "last4": i.LastFour, "cardholderName": i.Cardholder,
				"expirationMonth": i.ExpMonth, "expirationYear": i.ExpYear,
				"binData": map[string]any{"prepaid": "UNKNOWN", "debit": "UNKNOWN", "commercial": "UNKNOWN", "healthcare": "UNKNOWN",
					"durbinRegulated": "UNKNOWN", "payroll": "UNKNOWN", "issuingBank": nil, "countryOfIssuance": i.Country, "productId": nil},
			},
		}})
	case "createVenmoPaymentContext":
		return data(map[string]any{"createVenmoPaymentContext": map[string]any{"venmoPaymentContext": map[string]any{
			"id": newID(), "status": "CREATED", "createdAt": s.now(), "expiresAt": s.now().Add(nonceLife),
		}}})
	case "venmoPaymentContext", "node":
		n := s.newNonce(instrument{Kind: kindVenmo, Username: "pat-payer", Unique: newID()})
		return data(map[string]any{"node": map[string]any{"status": "APPROVED", "nonce": n["nonce"], "paymentMethodId": n["nonce"],
			"userName": "pat-payer", "payerInfo": map[string]any{"userName": "pat-payer"}}})
	default:
		return http.StatusOK, map[string]any{"data": nil, "errors": []any{map[string]any{
			"message": "The sandbox knows no such field.", "extensions": map[string]any{"errorClass": "VALIDATION"},
		}}}
	}
}

func graphQLFaults(faults []invalid) map[string]any {
	var all []any
	for _, f := range faults {
		all = append(all, map[string]any{"message": validationMessages[f.code], "path": []string{"tokenizeCreditCard"},
			"extensions": map[string]any{"errorClass": "VALIDATION", "errorType": "user_error", "legacyCode": f.code,
				"inputPath": []string{"input", "creditCard", camel(f.attribute)}}})
	}
	return map[string]any{"data": map[string]any{"tokenizeCreditCard": nil}, "errors": all}
}

// graphQLBrand returns GraphQL's name of a card type.
func graphQLBrand(cardType string) string {
	return map[string]string{
		"American Express": "AMERICAN_EXPRESS", "Diners Club": "DINERS", "Discover": "DISCOVER", "JCB": "JCB",
		"Maestro": "INTERNATIONAL_MAESTRO", "MasterCard": "MASTERCARD", "UnionPay": "UNION_PAY", "Visa": "VISA",
	}[cardType]
}

// graphQLConfiguration returns the configuration in GraphQL's form.
func (s *Sandbox) graphQLConfiguration(c *browserCall) map[string]any {
	base := baseURL(c.request)
	return map[string]any{
		"analyticsUrl": base + "/analytics", "environment": "SANDBOX", "merchantId": s.opts.MerchantID, "assetsUrl": base,
		"clientApiUrl":      base + "/merchants/" + s.opts.MerchantID + "/client_api",
		"creditCard":        map[string]any{"supportedCardBrands": []string{"AMERICAN_EXPRESS", "DISCOVER", "JCB", "MASTERCARD", "VISA"}, "challenges": []string{"CVV"}, "threeDSecureEnabled": true, "threeDSecure": nil},
		"applePayWeb":       map[string]any{"countryCode": "US", "currencyCode": s.currencyOf(c.grant), "merchantIdentifier": "merchant.cojoin.sandbox", "supportedCardBrands": []string{"VISA", "MASTERCARD", "AMERICAN_EXPRESS", "DISCOVER"}},
		"paypal":            map[string]any{"displayName": "Cojoin", "clientId": nil, "environment": "OFFLINE", "billingAgreementsEnabled": true, "merchantAccountId": c.grant.MerchantAccountID, "currencyCode": s.currencyOf(c.grant), "unvettedMerchant": false, "braintreeClientId": "cojoin"},
		"venmo":             map[string]any{"merchantId": s.opts.MerchantID, "accessToken": "sandbox", "environment": "SANDBOX", "enrichedCustomerDataEnabled": true},
		"supportedFeatures": []string{"TOKENIZE_CREDIT_CARDS"},
	}
}
