package form

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// ValidateProfessionalStep normalizes and checks one step (1 to 3) of the professional form. The other steps'
// fields don't change. It returns the form with the normalized step and every broken rule of the step, in the
// order of the form.
func ValidateProfessionalStep(step int, p Professional, lang string) (Professional, fault.Violations) {
	v := Violator{Lang: lang}
	switch step {
	case 1:
		v.professionalPerson(&p)
	case 2:
		v.professionalPractice(&p)
	case 3:
		v.professionalSecurity(&p)
	default:
		v.Add("step", CodeProfessionalStepUnknown, nil)
	}
	return p, v.Found
}

// ValidateProfessional applies [ValidateProfessionalStep] to all steps.
func ValidateProfessional(p Professional, lang string) (Professional, fault.Violations) {
	var all fault.Violations
	for step := 1; step <= ProfessionalSteps; step++ {
		var found fault.Violations
		p, found = ValidateProfessionalStep(step, p, lang)
		all = append(all, found...)
	}
	return p, all
}

// professionalPerson is step 1.
func (v *Violator) professionalPerson(p *Professional) {
	p.Title = v.choice("title", p.Title, titles, "", CodeSignupTitle)
	p.FirstName = v.checkAs("firstName", RuleName, CodeSignupFirstName, p.FirstName)
	p.LastName = v.checkAs("lastName", RuleName, CodeSignupLastName, p.LastName)
	p.Credentials = v.Check("credentials", RuleProfessionalTextOptional, p.Credentials)
	p.Email = v.checkAs("email", RuleEmail, CodeSignupEmail, p.Email)
	if code := Digits(p.PhoneCountryCode); code == "" {
		v.Add("phoneCountryCode", CodeSignupPhoneCountryCode, nil)
		p.PhoneCountryCode = ""
	} else {
		p.PhoneCountryCode = v.phoneCountryCode("phoneCountryCode", code)
	}
	p.PhoneNumber = v.checkAs("phoneNumber", RulePhone, CodeSignupPhoneNumber, p.PhoneNumber)
	p.PhoneExtension = v.Check("phoneExtension", RulePhoneExtension, p.PhoneExtension)
	p.HearAboutUs = v.choice("hearAboutUs", p.HearAboutUs, professionalReferrals, CodeSignupHearAboutUs, CodeSignupHearAboutUs)
	v.professionalReferral(p)
}

// professionalReferral checks the details that the referral source requires, and clears the others.
func (v *Violator) professionalReferral(p *Professional) {
	given := *p
	p.ReferralBenchOfficerName, p.ReferralBenchOfficerPosition = "", ""
	p.ReferralColleagueName, p.ReferralColleagueRole, p.ReferralOtherExplain = "", "", ""
	switch p.HearAboutUs {
	case ReferralBenchOfficer:
		p.ReferralBenchOfficerName = v.checkAs("referralBenchOfficerName", RuleProfessionalText, CodeSignupBenchOfficerName, given.ReferralBenchOfficerName)
		if given.ReferralBenchOfficerPosition == notChosen {
			given.ReferralBenchOfficerPosition = ""
		}
		p.ReferralBenchOfficerPosition = v.choice("referralBenchOfficerPosition", given.ReferralBenchOfficerPosition,
			benchOfficerPositions, CodeSignupBenchOfficerPosition, CodeSignupBenchOfficerPosition)
	case ReferralColleague:
		p.ReferralColleagueName = v.checkAs("referralColleagueName", RuleProfessionalText, CodeSignupColleagueName, given.ReferralColleagueName)
		p.ReferralColleagueRole = v.choice("referralColleagueRole", given.ReferralColleagueRole,
			colleagueRoles, CodeSignupColleagueRole, CodeSignupColleagueRole)
	case ReferralOther:
		p.ReferralOtherExplain = v.checkAs("referralOtherExplain", RuleReferralOther, CodeSignupOtherExplain, given.ReferralOtherExplain)
	}
}

// choice checks a value against a list. missing is empty for an optional field.
func (v *Violator) choice(field, value string, list []choice, missing, unknown text.Code) string {
	value = v.checkAs(field, RuleChoice, missing, value)
	if value != "" && !v.Has(field) && !isChoice(list, value) {
		v.Add(field, unknown, nil)
	}
	return value
}

// professionalPractice is step 2.
func (v *Violator) professionalPractice(p *Professional) {
	p.PracticeName = v.checkAs("practiceName", RuleProfessionalText, CodeSignupPracticeName, p.PracticeName)
	p.AddressLine1 = v.checkAs("addressLine1", RuleAddressLine1, CodeSignupAddressLine1, p.AddressLine1)
	p.AddressLine2 = v.Check("addressLine2", RuleAddressLine2, p.AddressLine2)
	field := placeFields{
		country: "country", region: "region", postalCode: "postalCode", timeZone: "timezone",
		missingCountry: CodeSignupCountry, missingRegion: CodeSignupRegion,
		missingPostalCode: CodeSignupPostalCode, missingTimeZone: CodeSignupTimezone,
	}
	where := place{country: p.Country, region: p.Region, postalCode: p.PostalCode, timeZone: p.Timezone}
	v.country(&field, &where)
	p.City = v.checkAs("city", RuleCity, CodeSignupCity, p.City)
	where.city = p.City
	v.withinCountry(&field, &where)
	p.Country, p.Region, p.PostalCode, p.Timezone = where.country, where.region, where.postalCode, where.timeZone
	v.roles(p)
}

// roles checks that there is a role and that each is one of the country's. It removes duplicates.
func (v *Violator) roles(p *Professional) {
	offered := rolesOf(p.Country)
	kept := make([]string, 0, min(len(p.Roles), len(offered)))
	unknown := false
	for _, role := range p.Roles {
		switch {
		case !isChoice(offered, role):
			unknown = true
		case !slices.Contains(kept, role):
			kept = append(kept, role)
		}
	}
	if unknown || len(kept) == 0 {
		v.Add("roles", CodeSignupRoles, nil)
		return
	}
	p.Roles = kept
}

// professionalSecurity is step 3.
func (v *Violator) professionalSecurity(p *Professional) {
	p.SecurityQuestion = v.checkAs("securityQuestion", RuleSecurityQuestion, CodeSignupSecurityQuestion, p.SecurityQuestion)
	p.SecurityAnswer = secret.Secret(v.checkAs("securityAnswer", RuleSecurityAnswer, CodeSignupSecurityAnswer, p.SecurityAnswer.Reveal()))
	p.SecurityCode = secret.Secret(v.checkAs("securityCode", RuleSecurityCode, CodeSignupSecurityCode, p.SecurityCode.Reveal()))
	again, _ := RuleSecurityCode.Normal.Apply(p.SecurityCodeConfirm.Reveal())
	switch {
	case again == "":
		v.Add("securityCodeConfirm", CodeSignupSecurityCodeConfirm, nil)
	case again != p.SecurityCode.Reveal():
		v.Add("securityCodeConfirm", CodeCodeConfirm, nil)
	}
	p.SecurityCodeConfirm = secret.Secret(again)
}
