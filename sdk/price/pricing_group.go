package price

import (
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/text"
)

// CustomerGroup returns the pricing group of a customer: that of the billing country if it is known, else of the phone number's country (+1 416… is
// Canada), else of the US.
func (c *Catalog) CustomerGroup(country, phoneCountryCode, phone string) *CatalogGroup {
	if country = form.NormalizeCountry(country); form.KnownCountry(country) {
		return c.GroupOf(country)
	}
	if parsed, err := form.ParsePhone(phoneCountryCode, phone); err == nil && parsed.Region != "" {
		return c.GroupOf(parsed.Region)
	}
	return c.GroupOf("US")
}

// LocaleIn returns the locale for a customer's amounts and dates. It is the given locale if its region is one of the group's countries, otherwise its
// language with the group's first country. So Spanish in an American sign-up has "$134.99", even if the browser sends no region or that of another
// continent.
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

// country returns the group's home country. The base group has the US.
func (g *CatalogGroup) country() string {
	if len(g.Countries) == 0 {
		return form.DefaultCountry
	}
	return g.Countries[0]
}

// PackageFits returns the reason why a package doesn't fit a customer, or "".
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
