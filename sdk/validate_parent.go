package sdk

// ValidateParent normalises what step 1 asks and checks it. It gives the normalised parent and every
// broken rule at once, in the order of the form, in the language.
func ValidateParent(p Parent, lang string) (Parent, Violations) {
	v := violator{lang: lang}
	p.FirstName = v.check("firstName", RuleName, p.FirstName)
	p.LastName = v.check("lastName", RuleName, p.LastName)
	p.Email = v.check("email", RuleEmail, p.Email)
	p.PhoneCountryCode = v.phoneCountryCode("phoneCountryCode", p.PhoneCountryCode)
	p.PhoneNumber = v.check("phoneNumber", RulePhone, p.PhoneNumber)
	return p, v.found
}

// ValidateParentName is ValidateParent for section NAME: first and last name alone.
func ValidateParentName(p Parent, lang string) (Parent, Violations) {
	v := violator{lang: lang}
	p.FirstName = v.check("firstName", RuleName, p.FirstName)
	p.LastName = v.check("lastName", RuleName, p.LastName)
	return p, v.found
}

// phoneCountryCode checks a country code and gives it with its +.
func (v *violator) phoneCountryCode(field, code string) string {
	normal := normalCountryCode(code)
	if !knownCountryCode(normal) {
		v.add(field, CodePhoneCountryCodeUnknown, nil)
		return code
	}
	return "+" + normal
}
