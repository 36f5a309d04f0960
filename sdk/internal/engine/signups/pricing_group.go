package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// PricingGroup returns the pricing group of a customer and the packages on sale in it. An unknown country or a
// phone that can't be parsed is ignored.
func (c *Engine) PricingGroup(ctx context.Context, country, countryCode, phone string) (price.PricingGroupAnswer, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return price.PricingGroupAnswer{}, err
	}
	group := cat.CustomerGroup(country, countryCode, phone)
	return price.PricingGroupAnswer{PricingGroupName: group.Name, PackageIDs: cat.PackageIDs(group.Name)}, nil
}

// ValidatePackage checks that a package is sold to a customer: it must be in the group of the billing
// country and, if a phone is given, in that of the phone's country. Leave the phone out once the
// customer has confirmed the country: from then on it is only evidence. A package of another group is a
// *[fault.ValidationError] with code order_package_mismatch, one that isn't on sale order_package_unknown (field
// order.packageId both).
func (c *Engine) ValidatePackage(ctx context.Context, packageID int, country, countryCode, phone string, meta caller.Meta) error {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return err
	}
	if code := cat.PackageFits(packageID, country, countryCode, phone); code != "" {
		return &fault.ValidationError{Violations: fault.Violations{form.Violation("order.packageId", code, text.Language(meta.Lang), nil)}}
	}
	return nil
}
