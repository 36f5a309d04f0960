package sdk

import "github.com/cojoin/cojoin/sdk/text"

// NewTaxAddress checks and normalises what somebody types as a place of taxation: country (required),
// region (code or name; only where the country has a list is it checked) and postal code. Broken rules
// come back all at once, with fields country, region and postalCode.
func NewTaxAddress(country, region, postalCode, lang string) (TaxAddress, Violations) {
	lang = text.Language(lang)
	var broken Violations
	a := TaxAddress{Country: NormalizeCountry(country), Region: region}
	if !KnownCountry(a.Country) {
		return TaxAddress{}, Violations{violation("country", CodeCountryUnknown, lang, nil)}
	}
	if region != "" && HasRegions(a.Country) {
		if found := findRegion(a.Country, region); found != nil {
			a.Region = found.Code
		} else {
			broken = append(broken, violation("region", CodeRegionUnknown, lang, nil))
		}
	}
	if postalCode != "" {
		a.PostalCode = NormalizePostalCode(a.Country, postalCode)
		if code := checkPostalCode(a.Country, a.Region, a.PostalCode); code != "" {
			broken = append(broken, violation("postalCode", code, lang, nil))
		}
	}
	return a, broken
}
