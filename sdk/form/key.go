package form

// PhoneKey is what phones are looked up by: E.164, or country code and digits where the number can't be
// parsed. Empty where there is no number.
func PhoneKey(countryCode, number string) string {
	if number == "" {
		return ""
	}
	p, _, err := parsePhone(countryCode, number)
	switch {
	case err != nil:
		return NormalCountryCode(countryCode) + ":" + Digits(number)
	case p.E164 != "":
		return p.E164
	}
	return p.CountryCode + ":" + p.Digits
}

// NameKey is what first and last name are looked up by.
func NameKey(first, last string) string {
	return foldCase(NormalizeName(first)) + "|" + foldCase(NormalizeName(last))
}
