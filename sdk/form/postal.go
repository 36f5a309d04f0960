package form

import (
	"strings"

	"github.com/cojoin/cojoin/sdk/text"
)

// postalFormat is a country's format of postal codes. Codes to check are in upper case with single spaces.
type postalFormat struct {
	pattern *Pattern
	spaced  int       // characters after the one space; 0: no space
	region  text.Code // code of the error text when the postal code isn't of the region; empty: not checked
}

// postalFormats are the countries with checked postal codes. Elsewhere any 2 to 30 characters are valid.
// Guernsey, Jersey and Man use the United Kingdom's format.
var postalFormats = map[string]postalFormat{
	"US": {pattern: newPattern("postalUS", `[0-9]{5}(?:-[0-9]{4})?`), region: CodePostalCodeState},
	"CA": {pattern: newPattern("postalCA", `[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9]`), spaced: 3, region: CodePostalCodeProvince},
	"GB": {pattern: postalGB, spaced: 3},
	"GG": {pattern: postalGB, spaced: 3},
	"JE": {pattern: postalGB, spaced: 3},
	"IM": {pattern: postalGB, spaced: 3},
	"AU": {pattern: newPattern("postalAU", `[0-9]{4}`)},
	"NZ": {pattern: newPattern("postalNZ", `[0-9]{4}`)},
	"MX": {pattern: newPattern("postalMX", `[0-9]{5}`)},
}

var postalGB = newPattern("postalGB",
	`GIR ?0AA|(?:[A-PR-UWYZ][0-9]{1,2}|[A-PR-UWYZ][A-HK-Y][0-9]{1,2}|[A-PR-UWYZ][0-9][A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y][0-9][ABEHMNPRVWXY]) ?[0-9][ABD-HJLNP-UW-Z]{2}`)

// NormalizePostalCode returns a postal code in its country's form: upper case, and one space where the format
// has one. A code that doesn't match the country's pattern is returned in upper case.
func NormalizePostalCode(country, code string) string {
	code, _ = NormalCode.Apply(code)
	f, ok := postalFormats[country]
	if !ok || f.spaced == 0 || !f.pattern.Matches(code) {
		return code
	}
	joined := strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code)
	at := len(joined) - f.spaced
	return joined[:at] + " " + joined[at:]
}

// CheckPostalCode returns the error code of a normalized postal code for its country and, in the US and Canada,
// its region. It is empty for a valid code. An unknown region isn't an error here.
func CheckPostalCode(country, regionCode, code string) text.Code {
	f, ok := postalFormats[country]
	if !ok {
		return ""
	}
	if !f.pattern.Matches(code) {
		return CodePostalCodeInvalid
	}
	if f.region == "" {
		return ""
	}
	if r := FindRegion(country, regionCode); r != nil && len(r.Postal) > 0 && !r.hasPostalCode(code) {
		return f.region
	}
	return ""
}

// hasPostalCode reports whether a postal code starts with one of the region's prefixes.
func (r *region) hasPostalCode(code string) bool {
	for _, prefix := range r.Postal {
		first, last, isRange := strings.Cut(prefix, "-")
		if !isRange {
			last = first
		}
		if len(code) >= len(first) && code[:len(first)] >= first && code[:len(last)] <= last {
			return true
		}
	}
	return false
}
