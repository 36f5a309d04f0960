package price

import (
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Coupon lowers the price of an order's first term. It is automatic, a referrer's, or typed by the customer. It takes off a percentage, or a fixed
// amount in one currency.
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

// NormalizeCoupon returns a typed coupon code in the form for comparison: upper case, without surrounding white space.
func NormalizeCoupon(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// open reports whether the coupon's window includes now. The second in until is the last one included.
func (k *Coupon) open(now time.Time) bool {
	return (k.From == nil || !now.Before(*k.From)) && (k.Until == nil || now.Before(k.Until.Add(time.Second)))
}

func (k *Coupon) inGroup(group string) bool {
	return len(k.Groups) == 0 || slices.Contains(k.Groups, group)
}

// CouponRefusal is the reason why a coupon doesn't count for an order.
type CouponRefusal string

// The reasons, in the order of the checks.
const (
	CouponUnknown       CouponRefusal = "unknown"
	CouponOthers        CouponRefusal = "others" // a referrer's coupon, for another referrer's customer
	CouponClosed        CouponRefusal = "closed" // its window isn't open
	CouponOtherGroup    CouponRefusal = "group"
	CouponOtherTerm     CouponRefusal = "term"
	CouponOtherCurrency CouponRefusal = "currency"
	CouponExhausted     CouponRefusal = "exhausted" // its limit is reached
	CouponOutdone       CouponRefusal = "outdone"   // good, but another one takes more off
)

// RefusedCoupon is a typed coupon that doesn't count.
type RefusedCoupon struct {
	Code   string
	Reason CouponRefusal
}

// refusal returns the reason why the coupon doesn't apply to an order of this group and term by this customer, or "". Typing a referrer's code isn't
// enough.
func (k *Coupon) refusal(group *CatalogGroup, years int, in *Input) CouponRefusal {
	switch {
	case !k.given(in.Coupons, in.ReferrerKey):
		return CouponOthers
	case !k.open(in.At):
		return CouponClosed
	case !k.inGroup(group.Name):
		return CouponOtherGroup
	case len(k.Years) > 0 && !slices.Contains(k.Years, years):
		return CouponOtherTerm
	case k.AmountText != "" && k.Currency != group.Currency:
		return CouponOtherCurrency
	case slices.Contains(in.Exhausted, k.Code):
		return CouponExhausted
	}
	return ""
}

// given reports whether the customer has the coupon: it is automatic, typed, or their referrer's.
func (k *Coupon) given(typed []string, referrer string) bool {
	return k.Automatic || k.Referrer != "" && k.Referrer == referrer || k.Typed && slices.Contains(typed, k.Code)
}

// discount returns the coupon's reduction of a sum, never more than the sum.
func (k *Coupon) discount(subTotal money.Amount) (money.Amount, error) {
	if k.AmountText != "" && k.Currency == subTotal.Currency {
		return money.Min(k.amount, subTotal), nil
	}
	off, err := subTotal.Times(k.percent)
	if err != nil {
		return money.Amount{}, err
	}
	return money.Min(off, subTotal), nil
}

// bestCoupon returns the coupon with the largest discount, and the discount; nil if none applies. Among equal discounts a typed coupon comes before
// the referrer's, and that before an automatic one. Then the catalog's order decides, so that the same input always has the same result.
func (c *Catalog) bestCoupon(group *CatalogGroup, years int, subTotal money.Amount, in *Input) (*Coupon, money.Amount, error) {
	var best *Coupon
	most, bestRank := money.Zero(subTotal.Currency), 0
	for i := range c.Coupons {
		k := &c.Coupons[i]
		if k.refusal(group, years, in) != "" {
			continue
		}
		off, err := k.discount(subTotal)
		if err != nil {
			return nil, most, err
		}
		rank := k.rank(in.Coupons)
		if by := off.Cmp(most); !off.IsZero() && (by > 0 || by == 0 && rank < bestRank) {
			best, most, bestRank = k, off, rank
		}
	}
	return best, most, nil
}

// rank orders coupons with equal discounts; the lowest rank wins.
func (k *Coupon) rank(typed []string) int {
	switch {
	case slices.Contains(typed, k.Code):
		return 0
	case k.Referrer != "":
		return 1
	}
	return 2
}

// refusedCoupons returns the typed codes that don't count for this order, with reasons. counted is the coupon that does.
func (c *Catalog) refusedCoupons(group *CatalogGroup, years int, in *Input, counted string) []RefusedCoupon {
	var refused []RefusedCoupon
	for _, code := range in.Coupons {
		k := c.Coupon(code)
		if k == nil {
			refused = append(refused, RefusedCoupon{code, CouponUnknown})
		} else if reason := k.refusal(group, years, in); reason != "" {
			refused = append(refused, RefusedCoupon{code, reason})
		} else if code != counted {
			refused = append(refused, RefusedCoupon{code, CouponOutdone})
		}
	}
	return refused
}

// percentOff returns the whole percentage, rounded down, that a card shows for the coupon's discount. A percentage coupon has its own percentage,
// even if the discount is rounded. A fixed amount has its share of the price, which isn't 0.
func (k *Coupon) percentOff(discount, price money.Amount) int {
	if k.AmountText == "" {
		return int(k.percent * 100 / money.One)
	}
	return int(discount.Minor * 100 / price.Minor) // catalog amounts are bounded: no overflow
}

// Condition describes the coupon's discount and conditions briefly for the operator.
func (k *Coupon) Condition() string {
	parts := []string{k.PercentText + "%"}
	if k.AmountText != "" {
		parts[0] = k.AmountText + " " + string(k.Currency)
	}
	switch {
	case k.Automatic:
		parts = append(parts, "automatic")
	case k.Referrer != "":
		parts = append(parts, "referrer "+k.Referrer)
	default:
		parts = append(parts, "typed")
	}
	if k.From != nil {
		parts = append(parts, "from "+k.From.UTC().Format(time.RFC3339))
	}
	if k.Until != nil {
		parts = append(parts, "until "+k.Until.UTC().Format(time.RFC3339))
	}
	return strings.Join(parts, ", ")
}
