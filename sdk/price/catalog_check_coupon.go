package price

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
)

func (k *catalogCheck) coupon(i int, c *Coupon) {
	at := func(reason string, path ...any) { k.at(reason, append([]any{"coupons", i}, path...)...) }
	for j := range i {
		if k.cat.Coupons[j].Code == c.Code {
			at("there is another coupon with this code", "code")
			break
		}
	}
	if len(c.Code) == form.SubscriptionCodeLength {
		at("a code of 16 characters would be taken for a subscription code", "code")
	}
	ways := 0
	for _, way := range []bool{c.Automatic, c.Referrer != "", c.Typed} {
		if way {
			ways++
		}
	}
	if ways != 1 {
		at("a coupon has exactly one of automatic, referrer and typed")
	}
	if (c.PercentText == "") == (c.AmountText == "") {
		at("a coupon has exactly one of percent and amount")
	}
	if (c.AmountText == "") != (c.Currency == "") {
		at("currency goes with amount, and amount with currency")
	}
	if c.PercentText != "" {
		var err error
		if c.percent, err = money.ParsePercent(c.PercentText); err != nil {
			at(err.Error(), "percent")
		} else if c.percent == 0 {
			at("a coupon of 0 % takes nothing off", "percent")
		}
	}
	if c.AmountText != "" && c.Currency != "" {
		if c.amount = k.amount(c.AmountText, c.Currency, "coupons", i, "amount"); c.amount.IsZero() {
			at("a coupon of 0 takes nothing off", "amount")
		}
	}
	for j, g := range c.Groups {
		if k.cat.Group(g) == nil {
			at("there is no pricing group "+g, "groups", j)
		}
	}
	if c.From != nil && c.Until != nil && c.Until.Before(*c.From) {
		at("until is before from", "until")
	}
	k.texts(c.Description, "coupons", i, "description")
}

func (k *catalogCheck) tax() {
	seen := map[string]bool{}
	for i, c := range k.cat.Tax.Countries {
		at := func(reason string, path ...any) { k.at(reason, append([]any{"tax", "countries", i}, path...)...) }
		if seen[c.Country] {
			at("the country is listed twice", "country")
		}
		seen[c.Country] = true
		k.country(c.Country, "tax", "countries", i, "country")
		switch {
		case c.Regional && len(c.Components) > 0:
			at("a regional country has its components by region", "components")
		case !c.Regional && len(c.Regions)+len(c.UntaxedRegions) > 0:
			at("only a regional country has regions: add regional: true")
		case !c.Regional && len(c.Components) == 0:
			at("components are missing: leave the country out if it has no tax")
		}
		regions := map[string]bool{}
		for j, r := range c.Regions {
			if regions[r.Region] {
				at("the region is listed twice", "regions", j, "region")
			}
			regions[r.Region] = true
			k.components(r.Components, "tax", "countries", i, "regions", j, "components")
		}
		for j, r := range c.UntaxedRegions {
			if regions[r] {
				at(r+" is listed with a tax, too", "untaxedRegions", j)
			}
		}
		k.components(c.Components, "tax", "countries", i, "components")
	}
	k.cat.Tax.index()
}

func (k *catalogCheck) components(components []TaxComponent, path ...any) {
	for i, c := range components {
		if slices.ContainsFunc(components[:i], func(o TaxComponent) bool { return o.Name == c.Name }) {
			k.at("the component is listed twice", append(slices.Clone(path), i, "name")...)
		}
		if c.Rate == 0 || c.Share == 0 {
			k.at("a component of 0 % is no tax: leave it out", append(slices.Clone(path), i)...)
		}
	}
}
