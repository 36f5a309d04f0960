package sdk

import (
	"context"

	"github.com/cojoin/cojoin/sdk/text"
)

// customerGroup is the pricing group of a customer: the billing country's if it is known, else that of the
// country which the phone belongs to (so +1 416… is Canada), else that of the US.
func (c *Catalog) customerGroup(country, phoneCountryCode, phone string) *CatalogGroup {
	if country = NormalizeCountry(country); KnownCountry(country) {
		return c.GroupOf(country)
	}
	if parsed, err := ParsePhone(phoneCountryCode, phone); err == nil && parsed.Region != "" {
		return c.GroupOf(parsed.Region)
	}
	return c.GroupOf("US")
}

// PricingGroup finds the pricing group of a customer and the packages on sale in it. Anything that says
// nothing (an unknown country, a phone that can't be parsed) counts as not known.
func (c *Client) PricingGroup(ctx context.Context, country, countryCode, phone string) (PricingGroupAnswer, error) {
	cat, err := c.catalog(ctx)
	if err != nil {
		return PricingGroupAnswer{}, err
	}
	group := cat.customerGroup(country, countryCode, phone)
	return PricingGroupAnswer{PricingGroupName: group.Name, PackageIDs: cat.PackageIDs(group.Name)}, nil
}

// ValidateCountry checks that a package is sold to a customer: it must be in the group of the billing
// country and, where a phone is given, in that of the phone's country. Leave the phone out once the
// customer has confirmed the country: from then on it is evidence only. A package of another group is a
// *[ValidationError] with code order_package_mismatch, one that isn't on sale order_package_unknown (field
// order.packageId both).
func (c *Client) ValidateCountry(ctx context.Context, packageID int, country, countryCode, phone string) error {
	return c.ValidatePackage(ctx, packageID, country, countryCode, phone, CallMeta{})
}

// ValidatePackage is [Client.ValidateCountry] with its texts in the caller's language.
func (c *Client) ValidatePackage(ctx context.Context, packageID int, country, countryCode, phone string, meta CallMeta) error {
	cat, err := c.catalog(ctx)
	if err != nil {
		return err
	}
	if code := cat.packageFits(packageID, country, countryCode, phone); code != "" {
		return &ValidationError{Violations: Violations{violation("order.packageId", code, text.Language(meta.Lang), nil)}}
	}
	return nil
}

// packageFits gives why a package isn't for a customer; empty where it is.
func (c *Catalog) packageFits(packageID int, country, countryCode, phone string) text.Code {
	pkg := c.Package(packageID)
	if pkg == nil {
		return CodeOrderPackageUnknown
	}
	if c.customerGroup(country, countryCode, phone).Name != pkg.Group {
		return CodeOrderPackageMismatch
	}
	if parsed, err := ParsePhone(countryCode, phone); err == nil && parsed.Region != "" && c.GroupOf(parsed.Region).Name != pkg.Group {
		return CodeOrderPackageMismatch
	}
	return ""
}
