package form

import "maps"

// Choices returns the values of a form's lists, by the list's name in the widget. It omits "professionalRoles":
// see [ProfessionalRoles].
func Choices() map[string][]string {
	return map[string][]string{
		"titles":                valuesOf(titles),
		"benchOfficerPositions": valuesOf(benchOfficerPositions),
		"colleagueRoles":        valuesOf(colleagueRoles),
		"professionalReferrals": valuesOf(professionalReferrals),
		"parentReferrals":       valuesOf(parentReferrals),
		"referralsNeedingOther": ReferralsNeedingOther,
	}
}

// ProfessionalRoles returns the roles of professionals by country. "" is for all other countries.
func ProfessionalRoles() map[string][]string {
	roles := make(map[string][]string, len(professionalRoles))
	for country := range maps.Keys(professionalRoles) {
		roles[country] = valuesOf(professionalRoles[country])
	}
	return roles
}

func valuesOf(list []choice) []string {
	values := make([]string, 0, len(list))
	for _, c := range list {
		values = append(values, c.value)
	}
	return values
}

// PostalFormat is a country's format of postal codes.
type PostalFormat struct {
	Country string
	Pattern *Pattern
	Spaced  int    // characters after the one space; 0: no space
	Region  string // code of the error text when a postal code isn't of its region; empty: not checked
	// Prefixes are the prefixes of postal codes by region, if regions are checked.
	Prefixes map[string][]string
}

// PostalFormats returns the formats by country, for countries with checked postal codes.
func PostalFormats() map[string]PostalFormat {
	formats := make(map[string]PostalFormat, len(postalFormats))
	for country, f := range postalFormats {
		format := PostalFormat{Country: country, Pattern: f.pattern, Spaced: f.spaced, Region: string(f.region)}
		if f.region != "" {
			format.Prefixes = map[string][]string{}
			for _, r := range regionTable()[country] {
				format.Prefixes[r.Code] = r.Postal
			}
		}
		formats[country] = format
	}
	return formats
}

// MilitaryPosts returns the US military posts and regions. An address in one of the posts needs one of the
// regions as its state.
func MilitaryPosts() (posts, regions []string) { return militaryPosts, militaryRegions }
