package form

import "github.com/cojoin/cojoin/sdk/fault"

// ValidateParent normalizes and checks the fields of step 1. It returns the normalized parent and every broken
// rule, in the order of the form, with texts in the language.
func ValidateParent(p Parent, lang string) (Parent, fault.Violations) {
	v := Violator{Lang: lang}
	p.FirstName = v.Check("firstName", RuleName, p.FirstName)
	p.LastName = v.Check("lastName", RuleName, p.LastName)
	p.Email = v.Check("email", RuleEmail, p.Email)
	p.PhoneCountryCode = v.phoneCountryCode("phoneCountryCode", p.PhoneCountryCode)
	p.PhoneNumber = v.Check("phoneNumber", RulePhone, p.PhoneNumber)
	return p, v.Found
}

// ValidateParentName is ValidateParent for section NAME: only first and last name.
func ValidateParentName(p Parent, lang string) (Parent, fault.Violations) {
	v := Violator{Lang: lang}
	p.FirstName = v.Check("firstName", RuleName, p.FirstName)
	p.LastName = v.Check("lastName", RuleName, p.LastName)
	return p, v.Found
}

// phoneCountryCode checks a country code and returns it with a +.
func (v *Violator) phoneCountryCode(field, code string) string {
	normal := NormalCountryCode(code)
	if !knownCountryCode(normal) {
		v.Add(field, CodePhoneCountryCodeUnknown, nil)
		return code
	}
	return "+" + normal
}
