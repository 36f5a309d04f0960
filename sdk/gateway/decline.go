package gateway

import "github.com/cojoin/cojoin/sdk/text"

// Codes of the text that a customer reads after a refused payment. The provider's raw text is never shown.
const (
	CodePaymentDeclined       text.Code = "payment_method_declined"
	CodePaymentCardNumber     text.Code = "payment_card_number_invalid"
	CodePaymentCardExpiration text.Code = "payment_card_expiration_invalid"
	CodePaymentCardCVV        text.Code = "payment_card_cvv_invalid"
	CodePaymentPostalCode     text.Code = "payment_postal_code_invalid"
	CodePaymentAuthenticate   text.Code = "payment_authentication_required"
	CodePaymentNonceUsed      text.Code = "payment_nonce_used"
	CodePaymentBrandClosed    text.Code = "payment_card_brand_unavailable"
	// The card itself is good: after a 3-D Secure verification of the charged amount it can pay.
	CodePaymentUnverified    text.Code = "payment_card_unverified"
	CodePaymentAmountUnasked text.Code = "payment_amount_unverified"
)

// declineCodes maps Braintree's processor response codes and validation error codes to texts about the customer's next step. Every other code is a
// plain decline.
var declineCodes = map[string]text.Code{
	"2004":  CodePaymentCardExpiration, // expired card
	"2006":  CodePaymentCardExpiration, // invalid expiration date
	"2005":  CodePaymentCardNumber,     // invalid credit card number
	"2008":  CodePaymentCardNumber,     // account length error
	"2009":  CodePaymentCardNumber,     // no such issuer
	"2051":  CodePaymentCardNumber,     // number doesn't match method of payment
	"2010":  CodePaymentCardCVV,        // issuer declined the security code
	"2059":  CodePaymentPostalCode,     // address verification failed
	"2060":  CodePaymentPostalCode,     // address and security code failed
	"2099":  CodePaymentAuthenticate,   // cardholder authentication required (soft decline)
	"81715": CodePaymentCardNumber,     // number is invalid
	"81714": CodePaymentCardNumber,     // number is required
	"81716": CodePaymentCardNumber,     // number must be 12 to 19 digits
	"81709": CodePaymentCardExpiration, // expiration date is required
	"81710": CodePaymentCardExpiration, // expiration date is invalid
	"81711": CodePaymentCardExpiration, // expiration year is invalid
	"81706": CodePaymentCardCVV,        // cvv is required
	"81707": CodePaymentCardCVV,        // cvv must be 3 or 4 digits
	"81813": CodePaymentPostalCode,     // postal code has invalid characters
	"81809": CodePaymentPostalCode,     // postal code too long
	"81808": CodePaymentPostalCode,     // postal code is required
	"91564": CodePaymentNonceUsed,      // cannot use a nonce more than once
	"91565": CodePaymentNonceUsed,      // unknown nonce
	"91585": CodePaymentAmountUnasked,  // amount doesn't match the one that 3-D Secure verified
	"93107": CodePaymentNonceUsed,      // cannot use a nonce more than once (payment method)
	"93108": CodePaymentNonceUsed,      // unknown nonce (payment method)
}

// hardDeclines are the processor codes that a retry of the same card would get again: it has expired, was lost or stolen, or its account is closed or
// missing. The card schemes fine such retries.
var hardDeclines = map[string]bool{
	"2004": true, // expired card
	"2005": true, // invalid credit card number
	"2006": true, // invalid expiration date
	"2007": true, // no account
	"2008": true, // card account length error
	"2009": true, // no such issuer
	"2011": true, // voice authorization required
	"2012": true, // possible lost card
	"2013": true, // possible stolen card
	"2014": true, // fraud suspected
	"2015": true, // transaction not allowed
	"2017": true, // cardholder stopped billing
	"2018": true, // cardholder stopped all billing
	"2022": true, // updated cardholder available
	"2041": true, // call the customer's bank
	"2043": true, // error, do not retry
	"2044": true, // call the issuer
	"2047": true, // pick up the card
	"2051": true, // number doesn't match method of payment
	"2053": true, // reported lost or stolen
	"2070": true, // PayPal payment preapproval was revoked
	"2074": true, // funding instrument was declined by PayPal
	"2084": true, // PayPal payee account invalid
	"2106": true, // account closed
}

// Recourse is the payer's remedy after a decline.
type Recourse string

// The recourses.
const (
	RecourseWait         Recourse = "wait"         // the same method may be accepted another day
	RecourseReplace      Recourse = "replace"      // only another method will
	RecourseAuthenticate Recourse = "authenticate" // the cardholder must confirm the payment with their bank
)

// RecourseOf returns the recourse for the provider's decline code. After an empty or unknown code the same method may be tried again.
func RecourseOf(processorCode string) Recourse {
	switch {
	case processorCode == "2099":
		return RecourseAuthenticate
	case hardDeclines[processorCode]:
		return RecourseReplace
	}
	return RecourseWait
}

// declineRejections maps the gateway's rejection reasons.
var declineRejections = map[string]text.Code{
	"cvv":                    CodePaymentCardCVV,
	"avs":                    CodePaymentPostalCode,
	"avs_and_cvv":            CodePaymentPostalCode,
	"three_d_secure":         CodePaymentAuthenticate,
	"token_issuance":         CodePaymentDeclined,
	"fraud":                  CodePaymentDeclined,
	"risk_threshold":         CodePaymentDeclined,
	"application_incomplete": CodePaymentDeclined,
}

// DeclineCode returns the text code for a refusal: by the gateway's rejection reason if there is one, else by the first known provider code
// (processor response or validation error), else a plain decline. A rejection as duplicate is no decline and must not be passed here.
func DeclineCode(rejectionReason string, providerCodes ...string) text.Code {
	if code, ok := declineRejections[rejectionReason]; ok {
		return code
	}
	for _, c := range providerCodes {
		if code, ok := declineCodes[c]; ok {
			return code
		}
	}
	return CodePaymentDeclined
}
