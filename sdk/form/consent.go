package form

import "github.com/cojoin/cojoin/sdk/fault"

// consentRequired reports whether the customer must accept the terms: everywhere but in the US, also in an
// unknown billing country.
func consentRequired(country string) bool { return country != "US" }

// ValidateConsent checks that the terms are accepted where that is required. Marketing is always optional.
func ValidateConsent(country string, termsAndConditions bool, lang string) fault.Violations {
	v := Violator{Lang: lang}
	if consentRequired(country) && !termsAndConditions {
		v.Add("termsAndConditions", CodeTermsRequired, nil)
	}
	return v.Found
}

// ValidateInviteConsent checks that an invited parent without an earlier consent accepts the terms with the
// credentials, in every country.
func ValidateInviteConsent(agreedBefore, termsAndConditions bool, lang string) fault.Violations {
	v := Violator{Lang: lang}
	if !agreedBefore && !termsAndConditions {
		v.Add("termsAndConditions", CodeTermsRequired, nil)
	}
	return v.Found
}
