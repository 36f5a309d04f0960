package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// PricingGroup implements [signup.Client].
func (c *Engine) PricingGroup(ctx context.Context, country, countryCode, phone string) (price.PricingGroupAnswer, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return price.PricingGroupAnswer{}, err
	}
	group := cat.CustomerGroup(country, countryCode, phone)
	return price.PricingGroupAnswer{PricingGroupName: group.Name, PackageIDs: cat.PackageIDs(group.Name)}, nil
}

// ValidatePackage implements [signup.Client].
func (c *Engine) ValidatePackage(ctx context.Context, packageID int, where signup.CountryCriteria, meta caller.Meta) error {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return err
	}
	if code := cat.PackageFits(packageID, where.Country, where.CountryCode, where.PhoneNumber); code != "" {
		return &fault.ValidationError{Violations: fault.Violations{form.Violation("order.packageId", code, text.Language(meta.Lang), nil)}}
	}
	return nil
}
