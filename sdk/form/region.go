package form

import (
	"slices"
	"strings"
	"sync"
)

// Region is a state, province, nation or region of a country in a list.
type Region struct {
	Code string `json:"code" doc:"ISO 3166-2 less the country, or USPS (AA, AE, AP)"`
	Name string `json:"name" doc:"In the language of Accept-Language"`
}

// region is a row of data/region.json.
type region struct {
	Code string
	localized
	Postal    []string // prefixes of its postal codes, single ("082") or from-to ("15-18"); empty: not checked
	TimeZones []string // empty: those of the country
}

var regionTable = sync.OnceValue(func() map[string][]region {
	var file struct{ Regions map[string][]region }
	mustReadReference("region.json", &file)
	return file.Regions
})

// militaryRegions are the regions of the US armed forces' mail abroad (APO, FPO, DPO).
var militaryRegions = []string{"AA", "AE", "AP"}

// HasRegions reports whether the country has a list of regions; otherwise the region is free text.
func HasRegions(country string) bool { return len(regionTable()[country]) > 0 }

// Regions lists a country's regions by name in the language, the armed forces' last. The list is empty if the
// region is free text.
func Regions(country, lang string) []Region {
	country = NormalizeCountry(country)
	rows := regionTable()[country]
	list := make([]Region, 0, len(rows))
	for i := range rows {
		list = append(list, Region{Code: rows[i].Code, Name: rows[i].in(lang)})
	}
	isMilitary := func(r Region) int {
		if country == "US" && slices.Contains(militaryRegions, r.Code) {
			return 1
		}
		return 0
	}
	col := newCollator(lang)
	slices.SortFunc(list, func(a, b Region) int {
		if byKind := isMilitary(a) - isMilitary(b); byKind != 0 {
			return byKind
		}
		return col.CompareString(a.Name, b.Name)
	})
	return list
}

// FindRegion finds a region by its code, or by its name in any language, for wallets and address searches. It
// returns nil if the country has no such region.
func FindRegion(country, typed string) *region {
	rows := regionTable()[country]
	for i := range rows {
		if strings.EqualFold(rows[i].Code, typed) {
			return &rows[i]
		}
	}
	for i := range rows {
		if strings.EqualFold(rows[i].EN, typed) || strings.EqualFold(rows[i].ES, typed) {
			return &rows[i]
		}
	}
	return nil
}
