package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// countryCodes are the members of an address that hold an ISO 3166-1 country code, with the validation error of each. The country's name isn't
// checked because the provider uses its own names.
var countryCodes = []struct {
	member, refused string
	read            func(string) (language.Region, error)
	write           func(language.Region) string
}{
	{"country-code-alpha2", "91814", language.ParseRegion, language.Region.String},
	{"country-code-alpha3", "91816", language.ParseRegion, language.Region.ISO3},
	{"country-code-numeric", "91817", readNumericCountry, func(r language.Region) string { return fmt.Sprintf("%03d", r.M49()) }},
}

func readNumericCountry(code string) (language.Region, error) {
	n, err := strconv.Atoi(code)
	if err != nil {
		return language.Region{}, err
	}
	return language.EncodeM49(n)
}

// checkCountry returns the validation errors of an address's country, reported at the path. The address may be nil.
func checkCountry(address *element, at ...string) []invalid {
	var faults []invalid
	named := map[language.Region]bool{}
	for _, c := range countryCodes {
		code := strings.ToUpper(address.text(c.member))
		if code == "" {
			continue
		}
		region, err := c.read(code)
		if err != nil || !region.IsCountry() || c.write(region) != code {
			faults = append(faults, invalid{at, strings.ReplaceAll(c.member, "-", "_"), c.refused})
			continue
		}
		named[region] = true
	}
	if len(named) > 1 {
		faults = append(faults, invalid{at, "base", "91815"})
	}
	return faults
}

// namesCountry reports whether an address in a request has any country member.
func namesCountry(address *element) bool {
	return slices.ContainsFunc(address.Children, func(c *element) bool { return strings.HasPrefix(c.Name, "country-") })
}

// putCountry adds the country codes that the address lacks. Its own codes have passed [checkCountry].
func putCountry(address *element) *element {
	for _, from := range countryCodes {
		code := strings.ToUpper(address.text(from.member))
		region, err := from.read(code)
		if code == "" || err != nil {
			continue
		}
		for _, to := range countryCodes {
			address.put(to.member, to.write(region))
		}
		break
	}
	return address
}
