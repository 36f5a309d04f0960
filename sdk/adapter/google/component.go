package google

import (
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/places"
)

// component is one part of an address in Google's format.
type component struct {
	LongText, ShortText string
	Types               []string
}

// components finds parts by type.
type components []component

// long returns the first part with one of the types. Earlier types take precedence.
func (c components) long(types ...string) string {
	for _, t := range types {
		for _, part := range c {
			if slices.Contains(part.Types, t) {
				return part.LongText
			}
		}
	}
	return ""
}

func (c components) short(t string) string {
	for _, part := range c {
		if slices.Contains(part.Types, t) {
			return part.ShortText
		}
	}
	return ""
}

// addressOf formats the parts as the country's post does. The unit is before the number in Australia and New
// Zealand (3/12), and on its own line elsewhere. In Britain a house with a name is before the street.
func addressOf(parts []component) places.Address {
	c := components(parts)
	country := strings.ToUpper(c.short("country"))
	a := places.Address{
		Country: country,
		City:    c.long("locality", "postal_town", "sublocality_level_1", "sublocality", "administrative_area_level_3"),
		Region:  c.short("administrative_area_level_1"), PostalCode: c.long("postal_code"),
	}
	if suffix := c.long("postal_code_suffix"); country == "US" && suffix != "" {
		a.PostalCode += "-" + suffix
	}
	if country == "GB" || country == "NZ" {
		a.Region = c.long("administrative_area_level_1") // England; Auckland
	}
	if country == "GB" {
		if town := c.long("postal_town"); town != "" {
			a.City = town
		}
	}
	number, unit, name := c.long("street_number"), c.long("subpremise"), c.long("premise")
	a.Line1 = strings.TrimSpace(number + " " + c.long("route"))
	switch {
	case unit != "" && (country == "AU" || country == "NZ") && number != "":
		a.Line1 = unit + "/" + a.Line1
	case unit != "":
		a.Line2 = unitWord(country, unit)
	}
	switch {
	case a.Line1 == "":
		a.Line1 = name
	case number == "" && name != "" && country == "GB":
		a.Line1, a.Line2 = name, strings.TrimSpace(strings.Trim(a.Line2+", "+a.Line1, ", "))
	}
	return a
}

// unitWord adds the country's word to a bare unit. A unit that already has one stays as it is.
func unitWord(country, unit string) string {
	if strings.Contains(unit, " ") {
		return unit
	}
	if country == "GB" {
		return "Flat " + unit
	}
	return "Unit " + unit
}
