package sdk

import "github.com/cojoin/cojoin/sdk/text"

// What a customer is told of a refused payment. The provider's raw text is never shown.
const (
	codePaymentDeclined       text.Code = "payment_method_declined"
	codePaymentCardNumber     text.Code = "payment_card_number_invalid"
	codePaymentCardExpiration text.Code = "payment_card_expiration_invalid"
	codePaymentCardCVV        text.Code = "payment_card_cvv_invalid"
	codePaymentPostalCode     text.Code = "payment_postal_code_invalid"
	codePaymentAuthenticate   text.Code = "payment_authentication_required"
	codePaymentNonceUsed      text.Code = "payment_nonce_used"
	codePaymentBrandClosed    text.Code = "payment_card_brand_unavailable"
)

// declineCodes maps the provider's processor response codes and validation error codes (Braintree's
// numbers) to what the customer can do about them. What isn't listed is a plain decline.
var declineCodes = map[string]text.Code{
	"2004":  codePaymentCardExpiration, // expired card
	"2006":  codePaymentCardExpiration, // invalid expiration date
	"2005":  codePaymentCardNumber,     // invalid credit card number
	"2008":  codePaymentCardNumber,     // account length error
	"2009":  codePaymentCardNumber,     // no such issuer
	"2051":  codePaymentCardNumber,     // number doesn't match method of payment
	"2010":  codePaymentCardCVV,        // issuer declined the security code
	"2059":  codePaymentPostalCode,     // address verification failed
	"2060":  codePaymentPostalCode,     // address and security code failed
	"2099":  codePaymentAuthenticate,   // cardholder authentication required (soft decline)
	"81715": codePaymentCardNumber,     // number is invalid
	"81714": codePaymentCardNumber,     // number is required
	"81716": codePaymentCardNumber,     // number must be 12 to 19 digits
	"81709": codePaymentCardExpiration, // expiration date is required
	"81710": codePaymentCardExpiration, // expiration date is invalid
	"81711": codePaymentCardExpiration, // expiration year is invalid
	"81706": codePaymentCardCVV,        // cvv is required
	"81707": codePaymentCardCVV,        // cvv must be 3 or 4 digits
	"81813": codePaymentPostalCode,     // postal code has invalid characters
	"81809": codePaymentPostalCode,     // postal code too long
	"81808": codePaymentPostalCode,     // postal code is required
	"91564": codePaymentNonceUsed,      // cannot use a nonce more than once
	"91565": codePaymentNonceUsed,      // unknown nonce
	"93107": codePaymentNonceUsed,      // cannot use a nonce more than once (payment method)
	"93108": codePaymentNonceUsed,      // unknown nonce (payment method)
}

// declineRejections maps the reasons of a gateway rejection.
var declineRejections = map[string]text.Code{
	"cvv":                    codePaymentCardCVV,
	"avs":                    codePaymentPostalCode,
	"avs_and_cvv":            codePaymentPostalCode,
	"three_d_secure":         codePaymentAuthenticate,
	"token_issuance":         codePaymentDeclined,
	"fraud":                  codePaymentDeclined,
	"risk_threshold":         codePaymentDeclined,
	"application_incomplete": codePaymentDeclined,
}

// DeclineCode gives what to tell the customer of a refusal: by the gateway's rejection reason where
// there is one, else by the first known of the provider's codes (processor response or validation
// errors), else a plain decline. A rejection as duplicate is no decline and must not be passed here.
func DeclineCode(rejectionReason string, providerCodes ...string) text.Code {
	if code, ok := declineRejections[rejectionReason]; ok {
		return code
	}
	for _, c := range providerCodes {
		if code, ok := declineCodes[c]; ok {
			return code
		}
	}
	return codePaymentDeclined
}
