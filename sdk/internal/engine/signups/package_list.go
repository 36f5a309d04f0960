package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Packages implements [signup.Client].
func (c *Engine) Packages(ctx context.Context, group string, ids []int, meta caller.Meta) (*price.PackageList, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	if group == "" && len(ids) > 0 {
		if pkg := cat.Package(ids[0]); pkg != nil {
			group = pkg.Group
		}
	}
	shelf, err := c.shelf(ctx, cat, meta.ReferrerKey, price.LocaleOf(meta.Locale, meta.Lang))
	if err != nil {
		return nil, err
	}
	shelf.Group, shelf.IDs = group, ids
	list, err := cat.ListPackages(shelf)
	if err != nil {
		return nil, err
	}
	if !c.takes(money.Currency(list.CurrencyCode)) {
		list.Packages, list.CustomOptions = []price.Package{}, []price.CustomOption{}
	}
	return list, nil
}

// takes reports whether payments in the currency are possible. If merchant accounts are configured, it needs one of them.
func (c *Engine) takes(currency money.Currency) bool {
	if len(c.payment.Config().MerchantAccounts) == 0 {
		return true
	}
	_, ok := c.payment.Config().MerchantAccount(currency)
	return ok
}

// Coupons implements [signup.Client].
func (c *Engine) Coupons(ctx context.Context, signupID string, key secret.Secret, locale string) ([]price.CustomersCoupon, error) {
	row, err := c.LoadRegistration(ctx, c.core.Q, signupID, key)
	if err != nil {
		return nil, err
	}
	choice, err := ChoiceOf(row)
	if err != nil {
		return nil, err
	}
	return c.CouponsOf(ctx, choice, locale)
}

// CouponsOf is Coupons for the choices of a registration that the caller may access.
func (c *Engine) CouponsOf(ctx context.Context, chosen Choice, locale string) ([]price.CustomersCoupon, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	var years int
	var subTotal money.Amount
	if order := chosen.Order; order != nil && !chosen.CustomPending {
		if pick, err := cat.Pick(order.OrderChoice); err == nil {
			years = pick.Years
			seats := int64(1)
			if order.PayForCoparent {
				seats = 2
			}
			if subTotal, err = pick.Unit.Mul(seats); err != nil {
				return nil, err
			}
		}
	}
	shelf, err := c.shelf(ctx, cat, chosen.ReferrerKey, price.LocaleOf(locale))
	if err != nil {
		return nil, err
	}
	shelf.Group = chosen.PricingGroup
	return cat.CouponsFor(shelf, years, subTotal)
}

// shelf returns the current offers for a customer of a referrer, or for any customer.
func (c *Engine) shelf(ctx context.Context, cat *price.Catalog, referrer, locale string) (price.Shelf, error) {
	exhausted, err := c.order.ExhaustedCoupons(ctx, c.core.Q, cat)
	return price.Shelf{ReferrerKey: referrer, Exhausted: exhausted, Locale: locale, At: c.core.Now()}, err
}
