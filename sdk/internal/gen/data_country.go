package main

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/nyaruka/phonenumbers"
)

// countryData is one country of sdk/form/data/country.json.
type countryData struct {
	Code string `json:"code"`
	EN   string `json:"en"`
	ES   string `json:"es"`
}

type countryDataFile struct {
	Sources   []string      `json:"sources"`
	Countries []countryData `json:"countries"`
}

// countryFile lists every country of ISO 3166-1 with its name in each language.
func countryFile(tz tzTables, names cldrNames) (countryDataFile, error) {
	file := countryDataFile{Sources: []string{
		"Codes: ISO 3166-1 alpha-2, from iso3166.tab of the tz database " + tz.version,
		"Names: Unicode CLDR " + cldrVersion + ", locales en and es-419 (Unicode-3.0)",
	}}
	for _, code := range tz.countries {
		c := countryData{Code: code, EN: names.byLang["en"].territories[code], ES: names.byLang["es"].territories[code]}
		if c.EN == "" || c.ES == "" {
			return file, fmt.Errorf("CLDR has no name for %s", code)
		}
		file.Countries = append(file.Countries, c)
	}
	return file, nil
}

// phoneCodeData is one country code of sdk/form/data/phone_code.json.
type phoneCodeData struct {
	Code    string   `json:"code"`
	Trunk   string   `json:"trunk,omitempty"`
	Regions []string `json:"regions"`
}

type phoneCodeDataFile struct {
	Sources []string        `json:"sources"`
	Codes   []phoneCodeData `json:"codes"`
}

// phoneCodeFile lists the country codes of all countries, the main country first, with the digits dialed before a number in that country (the trunk
// prefix).
func phoneCodeFile(countries []string) phoneCodeDataFile {
	file := phoneCodeDataFile{Sources: []string{"libphonenumber's metadata, by github.com/nyaruka/phonenumbers (version in go.mod)"}}
	regions := map[int][]string{}
	for _, country := range countries {
		if code := phonenumbers.GetCountryCodeForRegion(country); code != 0 {
			regions[code] = append(regions[code], country)
		}
	}
	codes := make([]int, 0, len(regions))
	for code := range regions {
		codes = append(codes, code)
	}
	sort.Ints(codes)
	for _, code := range codes {
		main := phonenumbers.GetRegionCodeForCountryCode(code)
		list := regions[code]
		sort.SliceStable(list, func(i, j int) bool { return list[i] == main && list[j] != main })
		file.Codes = append(file.Codes, phoneCodeData{
			Code: strconv.Itoa(code), Trunk: phonenumbers.GetNddPrefixForRegion(main, true), Regions: list,
		})
	}
	return file
}
