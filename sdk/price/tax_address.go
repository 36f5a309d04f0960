package price

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/text"
)

// NewTaxAddress checks and normalizes a typed address for tax: country (required), region (code or name, checked only if the country has a list) and
// postal code. It returns all violations, with fields country, region and postalCode.
func NewTaxAddress(country, region, postalCode, lang string) (TaxAddress, fault.Violations) {
	lang = text.Language(lang)
	var broken fault.Violations
	a := TaxAddress{Country: form.NormalizeCountry(country), Region: region}
	if !form.KnownCountry(a.Country) {
		return TaxAddress{}, fault.Violations{form.Violation("country", form.CodeCountryUnknown, lang, nil)}
	}
	if region != "" && form.HasRegions(a.Country) {
		if found := form.FindRegion(a.Country, region); found != nil {
			a.Region = found.Code
		} else {
			broken = append(broken, form.Violation("region", form.CodeRegionUnknown, lang, nil))
		}
	}
	if postalCode != "" {
		a.PostalCode = form.NormalizePostalCode(a.Country, postalCode)
		if code := form.CheckPostalCode(a.Country, a.Region, a.PostalCode); code != "" {
			broken = append(broken, form.Violation("postalCode", code, lang, nil))
		}
	}
	return a, broken
}
