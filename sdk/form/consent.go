package form

import "github.com/cojoin/cojoin/sdk/fault"

// consentRequired reports whether the terms have to be ticked: where the billing country isn't the US,
// the unknown country included.
func consentRequired(country string) bool { return country != "US" }

// ValidateConsent checks that the terms are ticked where they have to be. Marketing is always a choice.
func ValidateConsent(country string, termsAndConditions bool, lang string) fault.Violations {
	v := Violator{Lang: lang}
	if consentRequired(country) && !termsAndConditions {
		v.Add("termsAndConditions", CodeTermsRequired, nil)
	}
	return v.Found
}

// ValidateInviteConsent checks that an invited parent who hasn't agreed to the terms yet ticks them with
// the credentials, wherever that parent lives.
func ValidateInviteConsent(agreedBefore, termsAndConditions bool, lang string) fault.Violations {
	v := Violator{Lang: lang}
	if !agreedBefore && !termsAndConditions {
		v.Add("termsAndConditions", CodeTermsRequired, nil)
	}
	return v.Found
}
