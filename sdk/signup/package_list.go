package signup

import (
	"context"

	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Packages lists what a pricing group has on sale, in the order of the cards, with texts and amounts for
// the locale and the automatic offers that are open now. With ids it lists only these; without a group it
// is the group of the first of them, without both the base group. A group whose currency no merchant
// account takes has nothing on sale.
//
// Faults: [price.PricingGroupUnknown]; [price.PackageUnknown] for an id that isn't on sale in the group.
func (c *Client) Packages(ctx context.Context, group string, ids []int, locale string) (*price.PackageList, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	if group == "" && len(ids) > 0 {
		if pkg := cat.Package(ids[0]); pkg != nil {
			group = pkg.Group
		}
	}
	list, err := cat.ListPackages(group, ids, price.LocaleOf(locale), c.core.Now())
	if err != nil {
		return nil, err
	}
	if !c.takes(money.Currency(list.CurrencyCode)) {
		list.Packages, list.CustomOptions = []price.Package{}, []price.CustomOption{}
	}
	return list, nil
}

// takes reports whether the currency can be paid in: with merchant accounts configured, it needs one.
func (c *Client) takes(currency money.Currency) bool {
	if len(c.payment.Config().MerchantAccounts) == 0 {
		return true
	}
	_, ok := c.payment.Config().MerchantAccount(currency)
	return ok
}

// Coupons returns the coupons that a registration has without typing any (the referrer's and the automatic
// ones), with what each takes off the order chosen so far; before a package is chosen, those that apply to
// any of the group's packages, with a discount of 0. The best one comes first.
//
// Faults: those of [Client.Read].
func (c *Client) Coupons(ctx context.Context, signupID string, key secret.Secret, locale string) ([]price.CouponDetail, error) {
	row, err := c.LoadRegistration(ctx, c.core.Q, signupID, key)
	if err != nil {
		return nil, err
	}
	return c.CouponsOf(ctx, row, locale)
}

// CouponsOf is Coupons for a registration that the caller may access.
func (c *Client) CouponsOf(ctx context.Context, row Row, locale string) ([]price.CouponDetail, error) {
	d, err := DraftOf(row)
	if err != nil {
		return nil, err
	}
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	exhausted, err := c.order.ExhaustedCoupons(ctx, c.core.Q, cat)
	if err != nil {
		return nil, err
	}
	group := cat.Group(row.PricingGroup)
	if group == nil {
		return []price.CouponDetail{}, nil
	}
	var years []int
	subTotal := money.Zero(group.Currency)
	if order := d.Order(); order != nil && !row.CustomPending {
		if pick, err := cat.Pick(order.OrderChoice); err == nil {
			years = []int{pick.Years}
			seats := int64(1)
			if order.PayForCoparent {
				seats = 2
			}
			if subTotal, err = pick.Unit.Mul(seats); err != nil {
				return nil, err
			}
		}
	}
	return cat.CouponsFor(group, years, subTotal, pg.OrEmpty(row.ReferrerKey), exhausted, price.LocaleOf(locale), c.core.Now())
}
