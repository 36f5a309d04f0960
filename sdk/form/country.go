package form

import (
	"slices"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/sdk/text"
)

// DefaultCountry is a form's initial country.
const DefaultCountry = "US"

// SuggestedCountries are the first countries of lists, and a form's only ones until the whole list is loaded.
var SuggestedCountries = []string{"GB", "US"}

// Country is a country in a list.
type Country struct {
	Code             string `json:"code" doc:"ISO 3166-1 alpha-2"`
	Name             string `json:"name" doc:"In the language of Accept-Language (Unicode CLDR)"`
	PhoneCountryCode string `json:"phoneCountryCode,omitempty" doc:"With +, e.g. +44"`
	Suggested        bool   `json:"suggested,omitempty" doc:"Shown first, and all there is until the list is loaded"`
	// Included with the country, so that a form has them as soon as the country changes: a browser that fills
	// in an address doesn't fill in a list that loads a second later.
	Regions []Region `json:"regions,omitempty" doc:"States, provinces, nations or regions, by name; missing if the region is free text"`
}

type country struct {
	Code string
	localized
}

// countryTable holds the countries by code, and the codes in the order of ISO 3166-1.
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

// Countries lists the 249 countries of ISO 3166-1 by name in the language. The caller may change the slice, but
// not the regions in it.
func Countries(lang string) []Country { return slices.Clone(countries().sorted[text.Language(lang)]) }

// CountryName returns a country's name in the language, or the code itself if it is unknown.
func CountryName(code, lang string) string {
	if c, ok := countries().byCode[code]; ok {
		return c.in(lang)
	}
	return code
}

// KnownCountry reports whether a code (ISO 3166-1 alpha-2, upper case) is a country's.
func KnownCountry(code string) bool { _, ok := countries().byCode[code]; return ok }

// NormalizeCountry returns the alpha-2 code for a country from a form or a wallet: the code in any case, or
// USA, as Venmo has it. It returns anything else in upper case.
func NormalizeCountry(country string) string {
	country = strings.ToUpper(strings.TrimSpace(country))
	if country == "USA" {
		return "US"
	}
	return country
}
