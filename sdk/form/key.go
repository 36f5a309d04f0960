package form

// PhoneKey returns the key to look a phone up by: E.164, or country code and digits if the number can't be
// parsed. It is empty without a number.
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

// NameKey returns the key to look first and last name up by.
func NameKey(first, last string) string {
	return foldCase(NormalizeName(first)) + "|" + foldCase(NormalizeName(last))
}
