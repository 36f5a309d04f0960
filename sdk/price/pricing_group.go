package price

import (
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
