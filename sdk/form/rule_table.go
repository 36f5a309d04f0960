package form

import "github.com/cojoin/cojoin/sdk/text"

// The limits of the specification's section 9, and our own where it sets none.
var (
	NameBounds             = Bounds{1, 20}
	PhoneBounds            = Bounds{8, 15}
	PhoneExtensionBounds   = Bounds{1, 10}
	AddressBounds          = Bounds{3, 50}
	AddressLine2Bounds     = Bounds{0, 50}
	CityBounds             = Bounds{3, 30}
	RegionBounds           = Bounds{1, 50}
	PostalCodeBounds       = Bounds{2, 30}
	TimeZoneBounds         = Bounds{1, 64}
	ReferralOtherBounds    = Bounds{0, 200}
	SecurityQuestionBounds = Bounds{5, 100}
	SecurityAnswerBounds   = Bounds{5, 100}
	SecurityCodeBounds     = Bounds{4, 4}
	UsernameBounds         = Bounds{6, 30}
	PasswordBounds         = Bounds{12, 25}
	ProfessionalBounds     = Bounds{1, 100} // practice name, credentials, names of referrers
	ChildrenBounds         = Bounds{0, 20}
	SubscriptionCodeBounds = Bounds{1, 40}  // code points, as typed: 16 characters, hyphens and some space
	EmailBounds            = Bounds{5, 254} // bytes, as email addresses are ASCII: from a@b.c to RFC 5321's path without its brackets
)

// NamedBounds lists the limits by their names in the widget.
var NamedBounds = []struct {
	Name string
	Bounds
}{
	{"name", NameBounds}, {"email", EmailBounds}, {"phone", PhoneBounds}, {"phoneExtension", PhoneExtensionBounds},
	{"address", AddressBounds}, {"addressLine2", AddressLine2Bounds}, {"city", CityBounds}, {"region", RegionBounds},
	{"postalCode", PostalCodeBounds}, {"timeZone", TimeZoneBounds}, {"referralOther", ReferralOtherBounds},
	{"securityQuestion", SecurityQuestionBounds}, {"securityAnswer", SecurityAnswerBounds}, {"securityCode", SecurityCodeBounds},
	{"username", UsernameBounds}, {"password", PasswordBounds}, {"professional", ProfessionalBounds}, {"children", ChildrenBounds},
	{"subscriptionCode", SubscriptionCodeBounds},
}

// The rules of single fields. The Validate functions check dependencies on other fields or the country.
var (
	RuleName = newRule("name", NormalName, CodeFieldRequired,
		Check{Test: TestNoEmoji, Code: CodeNameEmoji},
		Check{Test: TestLength, Code: CodeNameLength, Bounds: NameBounds})
	RuleEmail = newRule("email", NormalEmail, CodeFieldRequired,
		Check{Test: TestSize, Code: CodeEmailInvalid, Bounds: EmailBounds},
		Check{Test: TestPattern, Code: CodeEmailInvalid, Pattern: PatternEmail})
	RuleEmailOptional = newRule("emailOptional", NormalEmail, "",
		Check{Test: TestSize, Code: CodeEmailInvalid, Bounds: EmailBounds},
		Check{Test: TestPattern, Code: CodeEmailInvalid, Pattern: PatternEmail})
	RuleEmailPrompt = newRule("emailPrompt", NormalEmail, CodeEmailPromptInvalid,
		Check{Test: TestSize, Code: CodeEmailPromptInvalid, Bounds: EmailBounds},
		Check{Test: TestPattern, Code: CodeEmailPromptInvalid, Pattern: PatternEmail})
	RulePhone = newRule("phone", NormalDigits, CodeFieldRequired,
		Check{Test: TestDigits, Code: CodePhoneLength, Bounds: PhoneBounds})
	RulePhoneOptional = newRule("phoneOptional", NormalDigits, "",
		Check{Test: TestDigits, Code: CodePhoneLength, Bounds: PhoneBounds})

	RuleAddressLine1 = newRule("addressLine1", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeAddressLength, Bounds: AddressBounds})
	RuleAddressLine2 = newRule("addressLine2", NormalText, "",
		Check{Test: TestLength, Code: CodeAddressLine2Length, Bounds: AddressLine2Bounds})
	RuleCity = newRule("city", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeCityLength, Bounds: CityBounds})
	RuleCountry = newRule("country", NormalCode, CodeFieldRequired)
	RuleRegion  = newRule("region", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeRegionLength, Bounds: RegionBounds})
	RulePostalCode = newRule("postalCode", NormalCode, CodeFieldRequired,
		Check{Test: TestLength, Code: CodePostalCodeLength, Bounds: PostalCodeBounds})
	RuleTimeZone = newRule("timeZone", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeTimeZoneUnknown, Bounds: TimeZoneBounds})

	RuleReferralSelection = newRule("referralSelection", NormalText, CodeFieldRequired)
	RuleReferralOther     = newRule("referralOther", NormalText, "",
		Check{Test: TestLength, Code: CodeMax200, Bounds: ReferralOtherBounds})

	RuleSecurityQuestion = newRule("securityQuestion", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeSecurityQuestionLength, Bounds: SecurityQuestionBounds})
	RuleSecurityAnswer = newRule("securityAnswer", NormalText, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeSecurityAnswerLength, Bounds: SecurityAnswerBounds})
	RuleSecurityCode = newRule("securityCode", NormalText, CodeFieldRequired,
		Check{Test: TestDigits, Code: CodeSecurityCodeDigits, Bounds: SecurityCodeBounds})

	RuleUsername = newRule("username", NormalName, CodeUsernameNone,
		Check{Test: TestLength, Code: CodeUsernameLength, Bounds: UsernameBounds},
		Check{Test: TestPattern, Code: CodeUsernameAtSymbol, Pattern: PatternUsernameStart},
		Check{Test: TestPattern, Code: CodeUsernameRequirement, Pattern: PatternUsername})
	RulePassword = newRule("password", NormalTyped, CodePasswordLength,
		Check{Test: TestLength, Code: CodePasswordLength, Bounds: PasswordBounds},
		Check{Test: TestContain, Code: CodePasswordLetter, Pattern: PatternPasswordLetter},
		Check{Test: TestContain, Code: CodePasswordNumber, Pattern: PatternPasswordNumber},
		Check{Test: TestContain, Code: CodePasswordSpecial, Pattern: PatternPasswordSymbol})

	RuleProfessionalText = newRule("professionalText", NormalName, CodeFieldRequired,
		Check{Test: TestLength, Code: CodeProfessionalFieldLength, Bounds: ProfessionalBounds})
	RuleProfessionalTextOptional = newRule("professionalTextOptional", NormalName, "",
		Check{Test: TestLength, Code: CodeProfessionalFieldLength, Bounds: ProfessionalBounds})
	RulePhoneExtension = newRule("phoneExtension", NormalText, "",
		Check{Test: TestDigits, Code: CodeSignupPhoneExtension, Bounds: PhoneExtensionBounds})
	RuleSubscriptionCode = newRule("subscriptionCode", NormalText, CodeFieldRequired,
		Check{Test: TestSize, Code: CodeSubscriptionCodeInvalid, Bounds: SubscriptionCodeBounds})
	RuleChoice         = newRule("choice", NormalText, CodeFieldRequired)
	RuleChoiceOptional = newRule("choiceOptional", NormalText, "")
)

// Rules lists the rules of single fields in the order above. The widget's rules are generated from it.
var Rules = []*Rule{
	RuleName, RuleEmail, RuleEmailOptional, RuleEmailPrompt, RulePhone, RulePhoneOptional,
	RuleAddressLine1, RuleAddressLine2, RuleCity, RuleCountry, RuleRegion, RulePostalCode, RuleTimeZone,
	RuleReferralSelection, RuleReferralOther, RuleSecurityQuestion, RuleSecurityAnswer, RuleSecurityCode,
	RuleUsername, RulePassword, RuleProfessionalText, RuleProfessionalTextOptional, RulePhoneExtension,
	RuleSubscriptionCode, RuleChoice, RuleChoiceOptional,
}

func newRule(name string, normal Normal, required text.Code, checks ...Check) *Rule {
	return &Rule{Name: name, Normal: normal, Required: required, Checks: checks}
}
