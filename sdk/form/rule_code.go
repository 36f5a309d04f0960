package form

import "github.com/cojoin/cojoin/sdk/text"

// The codes of broken rules: keys of sdk/text/<language>/rule.json. The specification's own keys keep their
// spelling. The others are noun and adjective.
const (
	CodeFieldRequired  text.Code = "field_required"
	CodeTextCharacters text.Code = "text_characters" // control characters, broken Unicode

	CodeNameEmoji  text.Code = "name_emoji"
	CodeNameLength text.Code = "name_length"

	CodeEmailInvalid       text.Code = "email_invalid"
	CodeEmailPromptInvalid text.Code = "email_prompt_invalid"

	CodePhoneLength             text.Code = "phone_length"
	CodePhoneCountryCodeUnknown text.Code = "phone_country_code_unknown"

	CodeCoParentEmailSame text.Code = "coparent_email_same"
	CodeCoParentPhoneSame text.Code = "coparent_phone_same"
	CodeChildEmailUsed    text.Code = "child_email_used"
	CodeChildEmailParent  text.Code = "child_email_parent"
	CodeChildrenTooMany   text.Code = "children_too_many"

	CodeAddressLength      text.Code = "address_length"
	CodeAddressLine2Length text.Code = "address_line2_length"
	CodeCityLength         text.Code = "city_length"
	CodeCountryUnknown     text.Code = "country_unknown"
	CodeRegionLength       text.Code = "region_length"
	CodeRegionUnknown      text.Code = "region_unknown"
	CodeRegionMilitary     text.Code = "region_military"
	CodePostalCodeLength   text.Code = "postal_code_length"
	CodePostalCodeInvalid  text.Code = "postal_code_invalid"
	CodePostalCodeState    text.Code = "postal_code_state"
	CodePostalCodeProvince text.Code = "postal_code_province"
	CodeTimeZoneUnknown    text.Code = "time_zone_unknown"

	CodeReferralUnknown text.Code = "referral_unknown"
	CodeMax200          text.Code = "max200"

	CodeSecurityQuestionLength text.Code = "security_question_length"
	CodeSecurityAnswerLength   text.Code = "security_answer_length"
	CodeSecurityCodeDigits     text.Code = "security_code_digits"
	CodeCodeConfirm            text.Code = "codeConfirm"

	CodeUsernameNone        text.Code = "validUsernameNone_error"
	CodeUsernameLength      text.Code = "validUsernameLength_error"
	CodeUsernameAtSymbol    text.Code = "validUsernameAtSymbol_error"
	CodeUsernameRequirement text.Code = "validUsernameRequirement_error"

	CodePasswordLength      text.Code = "validPwdLength_error"
	CodePasswordLetter      text.Code = "validPwdLetter_error"
	CodePasswordNumber      text.Code = "validPwdNumber_error"
	CodePasswordSpecial     text.Code = "validPwdSpecial_error"
	CodePasswordDupUsername text.Code = "validPwdDupUsername_error"
	CodePasswordDupEmail    text.Code = "validPwdDupEmail_error"
	CodePasswordKnown       text.Code = "password_known" // in a list of passwords that attackers use

	CodeTermsRequired           text.Code = "terms_required"
	CodeSubscriptionCodeInvalid text.Code = "subscription_code_invalid"
)

// The codes of the professional form, which has its own texts for missing values.
const (
	CodeProfessionalFieldLength    text.Code = "professional_field_length"
	CodeProfessionalStepUnknown    text.Code = "professional_step_unknown"
	CodeSignupTitle                text.Code = "signup_title_error"
	CodeSignupFirstName            text.Code = "signup_firstName_error"
	CodeSignupLastName             text.Code = "signup_lastName_error"
	CodeSignupEmail                text.Code = "signup_email_error"
	CodeSignupPhoneCountryCode     text.Code = "signup_phoneCountryCode_error"
	CodeSignupPhoneNumber          text.Code = "signup_phoneNumber_error"
	CodeSignupPhoneExtension       text.Code = "signup_phoneExtension_error"
	CodeSignupHearAboutUs          text.Code = "signup_hearAboutUs_error"
	CodeSignupBenchOfficerName     text.Code = "signup_referralBenchOfficerName_error"
	CodeSignupBenchOfficerPosition text.Code = "signup_referralBenchOfficerPosition_error"
	CodeSignupColleagueName        text.Code = "signup_referralColleagueName_error"
	CodeSignupColleagueRole        text.Code = "signup_referralColleagueRole_error"
	CodeSignupOtherExplain         text.Code = "signup_referralOtherExplain_error"
	CodeSignupPracticeName         text.Code = "signup_practiceName_error"
	CodeSignupAddressLine1         text.Code = "signup_addressLine1_error"
	CodeSignupCountry              text.Code = "signup_country_error"
	CodeSignupCity                 text.Code = "signup_city_error"
	CodeSignupRegion               text.Code = "signup_region_error"
	CodeSignupPostalCode           text.Code = "signup_postalCode_error"
	CodeSignupTimezone             text.Code = "signup_timezone_error"
	CodeSignupRoles                text.Code = "signup_roles_error"
	CodeSignupSecurityQuestion     text.Code = "signup_securityQuestion_error"
	CodeSignupSecurityAnswer       text.Code = "signup_securityAnswer_error"
	CodeSignupSecurityCode         text.Code = "signup_securityCode_error"
	CodeSignupSecurityCodeConfirm  text.Code = "signup_securityCodeConfirm_error"
)

// The codes that only an operation returns: they depend on other accounts.
const (
	CodeParentDuplicate         text.Code = "parent_duplicate"
	CodeParentDuplicateLikely   text.Code = "parent_duplicate_likely"
	CodeCoParentDuplicate       text.Code = "coparent_duplicate"
	CodeCoParentDuplicateLikely text.Code = "coparent_duplicate_likely"
	CodeUsernameTaken           text.Code = "username_taken"
	CodeUnexpected              text.Code = "unexpected_error"
)
