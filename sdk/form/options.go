package form

import (
	"slices"
	"sync"

	"github.com/cojoin/cojoin/sdk/text"
)

// Option is an entry of a form's list.
type Option struct {
	Value string `json:"value" doc:"The value to send"`
	Label string `json:"label" doc:"The text to show, in the language of Accept-Language"`
}

// ParentOptions holds the lists of the parents' forms.
type ParentOptions struct {
	Referrals         []Option `json:"referrals"`
	CountryCodes      []Option `json:"countryCodes" doc:"Phone country codes with +, the usual ones first"`
	SecurityQuestions []Option `json:"securityQuestions" doc:"Suggestions; any question of 5 to 100 characters is good"`
}

// ProfessionalOptions holds the lists of the professionals' form. Regions, time zones and roles are those of
// the requested country.
type ProfessionalOptions struct {
	BenchOfficers []Option   `json:"benchOfficers"`
	Colleagues    []Option   `json:"colleagues"`
	Countries     []Country  `json:"countries"`
	CountryCodes  []Option   `json:"countryCodes" doc:"Phone country codes with +, the usual ones first"`
	Referrals     []Option   `json:"referrals"`
	Regions       []Region   `json:"regions" doc:"Regions of the requested country; empty: free text"`
	TimeZones     []TimeZone `json:"timezones" doc:"Time zones of the requested country; one: preset; empty: free text"`
	Titles        []Option   `json:"titles"`
	Roles         []Option   `json:"roles" doc:"Roles in the requested country"`
}

// securityQuestions are suggestions. The value sent is the question's text in the language.
var securityQuestions = []text.Code{
	"security_question_first_pet",
	"security_question_first_school",
	"security_question_birth_city",
	"security_question_first_job",
	"security_question_childhood_friend",
	"security_question_favorite_teacher",
	"security_question_first_concert",
	"security_question_grandparents_street",
}

// ReadParentOptions returns the lists of the parents' forms in the language.
func ReadParentOptions(lang string) ParentOptions {
	questions := make([]Option, 0, len(securityQuestions))
	for _, code := range securityQuestions {
		question := text.In(text.Language(lang), code, nil)
		questions = append(questions, Option{Value: question, Label: question})
	}
	return ParentOptions{
		Referrals:         options(parentReferrals, lang),
		CountryCodes:      phoneCountryCodes(lang),
		SecurityQuestions: questions,
	}
}

// ReadProfessionalOptions returns the lists of the professionals' form in the language, for a country
// (default US).
func ReadProfessionalOptions(country, lang string) ProfessionalOptions {
	if country = NormalizeCountry(country); country == "" {
		country = DefaultCountry
	}
	return ProfessionalOptions{
		BenchOfficers: options(benchOfficerPositions, lang),
		Colleagues:    options(colleagueRoles, lang),
		Countries:     Countries(lang),
		CountryCodes:  phoneCountryCodes(lang),
		Referrals:     options(professionalReferrals, lang),
		Regions:       Regions(country, lang),
		TimeZones:     TimeZones(country, "", lang),
		Titles:        options(titles, lang),
		Roles:         options(rolesOf(country), lang),
	}
}

func options(list []choice, lang string) []Option {
	out := make([]Option, 0, len(list))
	for _, c := range list {
		out = append(out, Option{Value: c.value, Label: text.In(text.Language(lang), c.label, nil)})
	}
	return out
}

// phoneCode is a row of data/phone_code.json.
type phoneCode struct {
	Code    string   // "44"
	Trunk   string   // prefix for domestic calls: "0"
	Regions []string // countries with the code, the main one first
}

var phoneCodes = sync.OnceValue(func() []phoneCode {
	var file struct{ Codes []phoneCode }
	mustReadReference("phone_code.json", &file)
	return file.Codes
})

// usualPhoneCodes are the first in the list: US_CANADA, UNITED_KINGDOM, MEXICO.
var usualPhoneCodes = []choice{
	{"1", "phone_code_us_canada"},
	{"44", "phone_code_united_kingdom"},
	{"52", "phone_code_mexico"},
}

// phoneCountryCodes lists every country code with +: the three usual ones first, then by country name in the
// language.
func phoneCountryCodes(lang string) []Option {
	lang = text.Language(lang)
	list := make([]Option, 0, len(phoneCodes()))
	for _, usual := range usualPhoneCodes {
		list = append(list, phoneCodeOption(usual.value, text.In(lang, usual.label, nil)))
	}
	rest := len(list)
	for _, code := range phoneCodes() {
		if !isChoice(usualPhoneCodes, code.Code) {
			list = append(list, phoneCodeOption(code.Code, CountryName(code.Regions[0], lang)))
		}
	}
	col := newCollator(lang)
	slices.SortFunc(list[rest:], func(a, b Option) int { return col.CompareString(a.Label, b.Label) })
	return list
}

func phoneCodeOption(code, name string) Option {
	return Option{Value: "+" + code, Label: name + " (+" + code + ")"}
}

// countryPhoneCode returns a country's code with +, or empty (Antarctica has none).
func countryPhoneCode(country string) string {
	for _, code := range phoneCodes() {
		if slices.Contains(code.Regions, country) {
			return "+" + code.Code
		}
	}
	return ""
}

// TrunkPrefixes returns the prefixes for domestic calls, by country code without +. A code without a prefix
// isn't in the map.
var TrunkPrefixes = sync.OnceValue(func() map[string]string {
	prefixes := map[string]string{}
	for _, code := range phoneCodes() {
		if code.Trunk != "" {
			prefixes[code.Code] = code.Trunk
		}
	}
	return prefixes
})

// trunkPrefix returns the prefix for domestic calls of a country code, or empty.
func trunkPrefix(countryCode string) string { return TrunkPrefixes()[countryCode] }
