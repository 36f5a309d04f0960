package price

import (
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// The faults of the catalog's lookups.
var (
	PricingGroupUnknown = fault.New(fault.NotFound, "pricing_group_unknown", nil)
	PackageUnknown      = fault.New(fault.NotFound, "package_unknown", nil)
)

// Shelf selects the packages to list, and the customer for their offers. An order of the same customer has the same offers.
type Shelf struct {
	Group       string   // empty: the base group
	IDs         []int    // only these; empty: all
	ReferrerKey string   // of the customer's referrer
	Exhausted   []string // coupons at their limit
	Locale      string
	At          time.Time
}

// ListPackages returns the packages on sale in a group at a time; see Packages of package signup.
func (c *Catalog) ListPackages(shelf Shelf) (*PackageList, error) {
	g := c.BaseGroup()
	if shelf.Group != "" {
		if g = c.Group(shelf.Group); g == nil {
			return nil, PricingGroupUnknown
		}
	}
	lang := text.Language(shelf.Locale)
	shelf.Locale = c.LocaleIn(g.Name, shelf.Locale)
	list := &PackageList{
		Locale: shelf.Locale, CatalogVersion: c.Version, PricingGroup: g.Name, CurrencyCode: string(g.Currency),
		Packages: []Package{}, CustomOptions: []CustomOption{},
	}
	all := c.PackageIDs(g.Name)
	if slices.ContainsFunc(shelf.IDs, func(id int) bool { return !slices.Contains(all, id) }) {
		return nil, PackageUnknown
	}
	for _, id := range all {
		if len(shelf.IDs) > 0 && !slices.Contains(shelf.IDs, id) {
			continue
		}
		pkg, err := c.showPackage(c.Package(id), shelf)
		if err != nil {
			return nil, err
		}
		list.Packages = append(list.Packages, pkg)
		// All ends are in UTC, so the earliest sorts first.
		if offer := pkg.Offer; offer != nil && !offer.Referral && offer.EndsAt != "" && (list.OfferEndsAt == "" || offer.EndsAt < list.OfferEndsAt) {
			list.OfferEndsAt = offer.EndsAt
		}
	}
	if slices.ContainsFunc(list.Packages, func(p Package) bool { return p.BuildYourOwn }) {
		for i := range c.Options {
			o := &c.Options[i]
			price := o.Price(g.Name)
			list.CustomOptions = append(list.CustomOptions, CustomOption{
				OptionCode: o.Code, Kind: string(o.Kind), Description: o.Description.In(lang), Price: price.Decimal(),
				PriceFormatted: price.Format(shelf.Locale), Free: o.free(), Default: o.Default, Years: o.Years,
			})
		}
	}
	return list, nil
}

// showPackage returns a package as shown on its card. A custom one has its lowest price: a year with only the free options.
func (c *Catalog) showPackage(p *CatalogPackage, shelf Shelf) (Package, error) {
	locale, lang := shelf.Locale, text.Language(shelf.Locale)
	price, years := p.Price, p.Years
	if p.BuildYourOwn {
		least, err := c.leastCustom(p)
		if err != nil {
			return Package{}, err
		}
		price, years = least.Unit, least.Years
	}
	vat, err := c.vatOf(p.group, price)
	if err != nil {
		return Package{}, err
	}
	out := Package{
		ID: p.ID, PackageName: p.Name, SubDurationInYears: years, DisplayName: p.DisplayName.In(lang), ReceiptText: p.ReceiptText.In(lang),
		BuildYourOwn: p.BuildYourOwn, TotalPrice: price.Decimal(), TotalPriceFormatted: price.Format(locale),
		CurrencyCode: string(price.Currency), CurrencySymbol: price.Currency.Symbol(locale),
		VatAmount: vat.Decimal(), VatAmountFormatted: vat.Format(locale), TaxIncluded: p.group.Tax == TaxIncluded,
		AnalyticsPackage: p.Name[len(p.Group)+1:], SelectionCode: p.SelectionCode, Features: make([]string, len(p.Features)),
		Hidden: p.hidden(),
	}
	if out.TaxIncluded {
		out.TaxLabel = TaxName(p.group.TaxLabel, locale)
	}
	for i, f := range p.Features {
		out.Features[i] = f.In(lang)
	}
	in := Input{ReferrerKey: shelf.ReferrerKey, Exhausted: shelf.Exhausted, At: shelf.At}
	coupon, off, err := c.bestCoupon(p.group, years, price, &in)
	if err != nil || coupon == nil {
		return out, err
	}
	left, err := price.Sub(off)
	if err != nil {
		return out, err
	}
	out.Offer = &Offer{
		CouponCode: coupon.Code, Description: coupon.Description.In(lang), PercentOff: coupon.percentOff(off, price), DiscountedFormatted: left.Format(locale),
		Referral: coupon.Referrer != "",
	}
	if coupon.Until != nil {
		out.Offer.EndsAt = coupon.Until.UTC().Format(time.RFC3339)
	}
	return out, nil
}

// leastCustom returns the custom package for the shortest term with only the free options.
func (c *Catalog) leastCustom(p *CatalogPackage) (orderPick, error) {
	product := ""
	for i := range c.Options {
		if o := &c.Options[i]; o.Kind == OptionSubscription && o.Years == 1 {
			product = o.Code
		}
	}
	return c.Pick(form.OrderChoice{PackageID: p.ID, ProductID: product})
}

// vatOf returns the tax included in a price before the payer's address is known, at the rate of the group's taxCountry. It is 0 if tax is added.
func (c *Catalog) vatOf(g *CatalogGroup, price money.Amount) (money.Amount, error) {
	sum := money.Zero(price.Currency)
	if g.Tax != TaxIncluded {
		return sum, nil
	}
	parts, err := includedTax(price, c.Tax.Rates(TaxAddress{Country: g.TaxCountry}).Components)
	if err != nil {
		return sum, err
	}
	for _, part := range parts {
		if sum, err = sum.Add(part); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// CouponsFor lists the coupons that the shelf's customer has without typing, the biggest discount first, for a sum and a term in years. With 0 years
// nothing is chosen yet: the list has the coupons of any term, without amounts.
func (c *Catalog) CouponsFor(shelf Shelf, years int, subTotal money.Amount) ([]CustomersCoupon, error) {
	group, terms := c.Group(shelf.Group), []int{years}
	if group == nil {
		return []CustomersCoupon{}, nil
	}
	shelf.Locale = c.LocaleIn(group.Name, shelf.Locale)
	if years == 0 {
		terms, subTotal = []int{1, 2}, money.Zero(group.Currency)
	}
	type found struct {
		coupon *Coupon
		off    money.Amount
	}
	var all []found
	for i := range c.Coupons {
		k := &c.Coupons[i]
		in := Input{ReferrerKey: shelf.ReferrerKey, Exhausted: shelf.Exhausted, At: shelf.At}
		if !slices.ContainsFunc(terms, func(y int) bool { return k.refusal(group, y, &in) == "" }) {
			continue
		}
		off, err := k.discount(subTotal)
		if err != nil {
			return nil, err
		}
		all = append(all, found{k, off})
	}
	slices.SortStableFunc(all, func(a, b found) int { return b.off.Cmp(a.off) })
	out := make([]CustomersCoupon, len(all))
	for i, f := range all {
		out[i] = CustomersCoupon{CouponCode: f.coupon.Code, Description: f.coupon.Description.In(text.Language(shelf.Locale))}
		if years != 0 {
			out[i].Discount, out[i].DiscountFormatted = f.off.Decimal(), f.off.Format(shelf.Locale)
		}
	}
	return out, nil
}
