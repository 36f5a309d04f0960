package form

import (
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// ValidateAddress normalizes and checks a billing address, and checks its time zone: lengths, country, region
// (by code or name if the country has a list), postal code of country and region, military post, and the zones
// of country and region. It returns the normalized address and every broken rule, in the order of the form. The
// zone isn't normalized: trim it before you store it.
func ValidateAddress(a Address, timeZone string, lang string) (Address, fault.Violations) {
	v := Violator{Lang: lang}
	a.Line1 = v.Check("address.line1", RuleAddressLine1, a.Line1)
	a.Line2 = v.line2("address.line2", a.Line2)
	a.City = v.Check("address.city", RuleCity, a.City)
	field := placeFields{
		country: "address.country", region: "address.region", postalCode: "address.postalCode", timeZone: "timeZone",
		missingCountry: CodeFieldRequired, missingRegion: CodeFieldRequired,
		missingPostalCode: CodeFieldRequired, missingTimeZone: CodeFieldRequired,
	}
	where := place{country: a.Country, region: a.Region, postalCode: a.PostalCode, timeZone: timeZone, city: a.City}
	v.country(&field, &where)
	v.withinCountry(&field, &where)
	a.Country, a.Region, a.PostalCode = where.country, where.region, where.postalCode
	return a, v.Found
}

func (v *Violator) line2(field string, line *string) *string {
	if line == nil {
		return nil
	}
	normal := v.Check(field, RuleAddressLine2, *line)
	if normal == "" {
		return nil
	}
	return &normal
}

// place holds the fields of an address that depend on each other.
type place struct{ country, region, postalCode, timeZone, city string }

// placeFields holds the wire names of a place's fields in a form, and the form's own codes for missing ones.
type placeFields struct {
	country, region, postalCode, timeZone                             string
	missingCountry, missingRegion, missingPostalCode, missingTimeZone text.Code
}

// country normalizes and checks a place's country.
func (v *Violator) country(field *placeFields, p *place) {
	p.country = NormalizeCountry(v.checkAs(field.country, RuleCountry, field.missingCountry, p.country))
	if p.country != "" && !KnownCountry(p.country) && !v.Has(field.country) {
		v.Add(field.country, CodeCountryUnknown, nil)
	}
}

// withinCountry normalizes and checks region, postal code and time zone of a place. Its country and city must
// be normalized.
func (v *Violator) withinCountry(field *placeFields, p *place) {
	p.region = v.checkAs(field.region, RuleRegion, field.missingRegion, p.region)
	if p.region != "" && HasRegions(p.country) && !v.Has(field.region) {
		if r := FindRegion(p.country, p.region); r != nil {
			p.region = r.Code
		} else {
			v.Add(field.region, CodeRegionUnknown, nil)
		}
	}
	if p.country == "US" && isMilitaryPost(p.city) && !slices.Contains(militaryRegions, p.region) && !v.Has(field.region) {
		v.Add(field.region, CodeRegionMilitary, nil)
	}

	p.postalCode = NormalizePostalCode(p.country, v.checkAs(field.postalCode, RulePostalCode, field.missingPostalCode, p.postalCode))
	if p.postalCode != "" && !v.Has(field.postalCode) {
		if code := CheckPostalCode(p.country, p.region, p.postalCode); code != "" {
			v.Add(field.postalCode, code, nil)
		}
	}

	p.timeZone = v.checkAs(field.timeZone, RuleTimeZone, field.missingTimeZone, p.timeZone)
	if p.timeZone != "" && KnownCountry(p.country) && !v.Has(field.timeZone) && !fitsTimeZone(p.country, p.region, p.timeZone) {
		v.Add(field.timeZone, CodeTimeZoneUnknown, nil)
	}
}

// militaryPosts are the "cities" of the US armed forces' mail.
var militaryPosts = []string{"APO", "FPO", "DPO"}

// isMilitaryPost reports whether a city starts with one of militaryPosts ("APO", "APO AE").
func isMilitaryPost(city string) bool {
	first, _, _ := strings.Cut(city, " ")
	return slices.ContainsFunc(militaryPosts, func(post string) bool { return strings.EqualFold(post, first) })
}
