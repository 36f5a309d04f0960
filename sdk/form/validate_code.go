package form

import "github.com/cojoin/cojoin/sdk/fault"

// ValidateSubscriptionCodeText checks a subscription code as text, before anybody looks it up: trimmed,
// not empty, no longer than a code can be. The field is "paymentCodes". Whether it is a code, and whose,
// is for [signup.Client.Price] to say.
func ValidateSubscriptionCodeText(code, lang string) (string, fault.Violations) {
	v := Violator{Lang: lang}
	code = v.Check("paymentCodes", RuleSubscriptionCode, code)
	return code, v.Found
}
