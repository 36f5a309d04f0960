package form

import (
	"slices"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/sdk/text"
)

// DefaultCountry is the country that a form starts with.
const DefaultCountry = "US"

// SuggestedCountries are the countries that lists put first, and all that a form offers until the whole
// list is there.
var SuggestedCountries = []string{"GB", "US"}

// Country is one country as a list shows it.
type Country struct {
	Code             string `json:"code" doc:"ISO 3166-1 alpha-2"`
	Name             string `json:"name" doc:"In the language of Accept-Language (Unicode CLDR)"`
	PhoneCountryCode string `json:"phoneCountryCode,omitempty" doc:"With +, e.g. +44"`
	Suggested        bool   `json:"suggested,omitempty" doc:"Shown first, and all there is until the list is loaded"`
	// With the country, so that a form has them as soon as the country changes: a browser that fills in an
	// address doesn't fill in a list that comes a second later.
	Regions []Region `json:"regions,omitempty" doc:"States, provinces, nations or regions, by name; left out where the region is free text"`
}

type country struct {
	Code string
	localized
}

// countryTable is the countries by code, and their codes in the order of ISO 3166-1.
type countryTable struct {
	byCode map[string]country
	codes  []string
	sorted map[string][]Country // by language
}

var countries = sync.OnceValue(func() countryTable {
	var file struct{ Countries []country }
	mustReadReference("country.json", &file)
	t := countryTable{byCode: map[string]country{}, sorted: map[string][]Country{}}
	for _, c := range file.Countries {
		t.byCode[c.Code] = c
		t.codes = append(t.codes, c.Code)
	}
	for _, lang := range text.Languages {
		t.sorted[lang] = t.list(lang)
	}
	return t
})

func (t countryTable) list(lang string) []Country {
	list := make([]Country, 0, len(t.codes))
	for _, code := range t.codes {
		list = append(list, Country{
			Code: code, Name: t.byCode[code].in(lang), PhoneCountryCode: countryPhoneCode(code),
			Suggested: slices.Contains(SuggestedCountries, code), Regions: Regions(code, lang),
		})
	}
	col := newCollator(lang)
	slices.SortFunc(list, func(a, b Country) int { return col.CompareString(a.Name, b.Name) })
	return list
}

// Countries lists every country of ISO 3166-1 (249) by name in the language. The slice is the caller's,
// the regions in it are not.
func Countries(lang string) []Country { return slices.Clone(countries().sorted[text.Language(lang)]) }

// CountryName names a country in the language; an unknown code gives the code.
func CountryName(code, lang string) string {
	if c, ok := countries().byCode[code]; ok {
		return c.in(lang)
	}
	return code
}

// KnownCountry reports whether a code is a country's (ISO 3166-1 alpha-2, upper case).
func KnownCountry(code string) bool { _, ok := countries().byCode[code]; return ok }

// NormalizeCountry returns the alpha-2 code of what a form or a wallet calls a country: the code in any
// case, or USA, which Venmo says. Anything else comes back as it is, in upper case.
func NormalizeCountry(country string) string {
	country = strings.ToUpper(strings.TrimSpace(country))
	if country == "USA" {
		return "US"
	}
	return country
}
