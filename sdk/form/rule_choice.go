package form

import "maps"

// Choices are the values that a form's list offers, by the name that the widget knows the list by.
// "professionalRoles" isn't among them: see [ProfessionalRoles].
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

// ProfessionalRoles are the roles that a professional may pick, by country; "" is everywhere else.
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

// PostalFormat is how a country writes its postal codes.
type PostalFormat struct {
	Country string
	Pattern *Pattern
	Spaced  int    // characters after the one space; 0: no space
	Region  string // code of what is said when a code isn't of its region; empty: not checked
	// Prefixes are those of the region's postal codes by region, where regions are checked.
	Prefixes map[string][]string
}

// PostalFormats are the countries whose postal codes are checked.
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

// MilitaryPosts and MilitaryRegions belong to each other: an address in the one needs the other as its state.
func MilitaryPosts() (posts, regions []string) { return militaryPosts, militaryRegions }
