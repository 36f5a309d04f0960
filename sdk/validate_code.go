package sdk

// ValidateSubscriptionCodeText checks a subscription code as text, before anybody looks it up: trimmed,
// not empty, no longer than a code can be. The field is "paymentCodes". Whether it is a code, and whose,
// is for [Client.PriceRegistration] to say.
func ValidateSubscriptionCodeText(code, lang string) (string, Violations) {
	v := violator{lang: lang}
	code = v.check("paymentCodes", RuleSubscriptionCode, code)
	return code, v.found
}
