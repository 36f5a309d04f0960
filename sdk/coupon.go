package sdk

import (
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Coupon lowers the price of one order's first term. It is the automatic kind, a referrer's, or typed by
// the customer, and takes off a percentage or a fixed amount of one currency.
type Coupon struct {
	Code        string         `json:"code"`
	Automatic   bool           `json:"automatic,omitempty"`
	Referrer    string         `json:"referrer,omitempty"`
	Typed       bool           `json:"typed,omitempty"`
	PercentText string         `json:"percent,omitempty"`
	AmountText  string         `json:"amount,omitempty"`
	Currency    money.Currency `json:"currency,omitempty"`
	Years       []int          `json:"years,omitempty"`
	Groups      []string       `json:"groups,omitempty"`
	From        *time.Time     `json:"from,omitempty"`
	Until       *time.Time     `json:"until,omitempty"`
	MaxUses     int            `json:"maxUses,omitempty"` // 0: unlimited
	Description CatalogText    `json:"description"`

	percent money.Ratio
	amount  money.Amount
}

// NormalizeCoupon is how a typed coupon code is compared: upper case, without white space around it.
func NormalizeCoupon(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// open reports whether the coupon's window holds now. The second named by until is the last one in it.
func (k *Coupon) open(now time.Time) bool {
	return (k.From == nil || !now.Before(*k.From)) && (k.Until == nil || now.Before(k.Until.Add(time.Second)))
}

func (k *Coupon) inGroup(group string) bool {
	return len(k.Groups) == 0 || slices.Contains(k.Groups, group)
}

// fits reports whether the coupon is for an order of this group, currency and term, now.
func (k *Coupon) fits(group *CatalogGroup, years int, now time.Time) bool {
	return k.open(now) && k.inGroup(group.Name) &&
		(len(k.Years) == 0 || slices.Contains(k.Years, years)) &&
		(k.AmountText == "" || k.Currency == group.Currency)
}

// given reports whether the customer has the coupon: it is automatic, their referrer's, or they typed it.
// A referrer's coupon isn't had by typing its code.
func (k *Coupon) given(typed []string, referrer string) bool {
	return k.Automatic || k.Referrer != "" && k.Referrer == referrer || k.Typed && slices.Contains(typed, k.Code)
}

// discount is what the coupon takes off a sum, never more than the sum.
func (k *Coupon) discount(subTotal money.Amount) (money.Amount, error) {
	if k.AmountText != "" {
		return money.Min(k.amount, subTotal), nil
	}
	off, err := subTotal.Times(k.percent)
	if err != nil {
		return money.Amount{}, err
	}
	return money.Min(off, subTotal), nil
}

// bestCoupon finds the coupon that takes most off, and how much. Among equals the one that stands first in
// the catalogue wins, so that the same input always gives the same answer. Nil where none applies.
func (c *Catalog) bestCoupon(group *CatalogGroup, years int, subTotal money.Amount, in *PriceInput) (*Coupon, money.Amount, error) {
	var best *Coupon
	most := money.Zero(subTotal.Currency)
	for i := range c.Coupons {
		k := &c.Coupons[i]
		if !k.given(in.Coupons, in.ReferrerKey) || !k.fits(group, years, in.At) || slices.Contains(in.Exhausted, k.Code) {
			continue
		}
		off, err := k.discount(subTotal)
		if err != nil {
			return nil, most, err
		}
		if off.Cmp(most) > 0 {
			best, most = k, off
		}
	}
	return best, most, nil
}

// refusedCoupons are the typed codes that don't count for this order: unknown, out of their window, for
// another term, group or currency, used up, or not the customer's to have.
func (c *Catalog) refusedCoupons(group *CatalogGroup, years int, in *PriceInput) []string {
	var refused []string
	for _, code := range in.Coupons {
		k := c.Coupon(code)
		if k == nil || !k.given(in.Coupons, in.ReferrerKey) || !k.fits(group, years, in.At) || slices.Contains(in.Exhausted, code) {
			refused = append(refused, code)
		}
	}
	return refused
}

// percentOff is the percentage that a card shows: the floor of discount over price. 0 for a price of 0.
func percentOff(discount, price money.Amount) int {
	if price.Minor <= 0 {
		return 0
	}
	return int(discount.Minor * 100 / price.Minor) // catalogue amounts are bounded: no overflow
}
