package price

import (
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/text"
)

// CustomerGroup is the pricing group of a customer: the billing country's if it is known, else that of the
// country which the phone belongs to (so +1 416… is Canada), else that of the US.
func (c *Catalog) CustomerGroup(country, phoneCountryCode, phone string) *CatalogGroup {
	if country = form.NormalizeCountry(country); form.KnownCountry(country) {
		return c.GroupOf(country)
	}
	if parsed, err := form.ParsePhone(phoneCountryCode, phone); err == nil && parsed.Region != "" {
		return c.GroupOf(parsed.Region)
	}
	return c.GroupOf("US")
}

// LocaleIn is the locale by which amounts and dates are written for a customer of the group that read in a locale: that locale where its region
// is one of the group's countries, else its language as the group's first country writes it. So Spanish in an American sign-up has "$134.99",
// whatever a browser without a region, or with another continent's, would make of it.
func (c *Catalog) LocaleIn(group, locale string) string {
	g := c.Group(group)
	if g == nil {
		return locale
	}
	language, rest, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	for subtag := range strings.SplitSeq(rest, "-") {
		if region := strings.ToUpper(subtag); form.KnownCountry(region) && c.GroupOf(region) == g {
			return locale
		}
	}
	return language + "-" + g.country()
}

// country is where the group's amounts are at home. The base group, which has every country that no other has, is the one of the US.
func (g *CatalogGroup) country() string {
	if len(g.Countries) == 0 {
		return form.DefaultCountry
	}
	return g.Countries[0]
}

// PackageFits returns why a package isn't for a customer; empty where it is.
func (c *Catalog) PackageFits(packageID int, country, countryCode, phone string) text.Code {
	pkg := c.Package(packageID)
	if pkg == nil {
		return CodeOrderPackageUnknown
	}
	if c.CustomerGroup(country, countryCode, phone).Name != pkg.Group {
		return CodeOrderPackageMismatch
	}
	if parsed, err := form.ParsePhone(countryCode, phone); err == nil && parsed.Region != "" && c.GroupOf(parsed.Region).Name != pkg.Group {
		return CodeOrderPackageMismatch
	}
	return ""
}
