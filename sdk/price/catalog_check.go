package price

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// catalogCheck collects the problems of a catalog's content.
type catalogCheck struct {
	cat      *Catalog
	problems []catalogProblem
}

// at adds a problem at a path of keys and indices.
func (k *catalogCheck) at(reason string, path ...any) {
	steps := make([]string, len(path))
	for i, p := range path {
		steps[i] = fmt.Sprint(p)
	}
	k.problems = append(k.problems, catalogProblem{steps, reason})
}

// complete checks the rules beyond the schema, parses the decimals and builds the lookup tables. The catalog is usable only if it returns no
// problems.
func (c *Catalog) complete() []catalogProblem {
	k := &catalogCheck{cat: c}
	k.groups()
	k.packages()
	k.options()
	for i := range c.Coupons {
		k.coupon(i, &c.Coupons[i])
	}
	k.tax()
	return k.problems
}

func (k *catalogCheck) groups() {
	names, countries, bases := map[string]bool{}, map[string]string{}, 0
	for i := range k.cat.Groups {
		g := &k.cat.Groups[i]
		if names[g.Name] {
			k.at("there is another group with this name", "pricingGroups", i, "name")
		}
		names[g.Name] = true
		if g.Base {
			bases++
			if len(g.Countries) > 0 {
				k.at("the base group names no countries: it has every country that no group names", "pricingGroups", i, "countries")
			}
			if g.OptionFactor != money.One {
				k.at(`the base group's factor is "1": the option prices are its own`, "pricingGroups", i, "optionFactor")
			}
		} else if len(g.Countries) == 0 {
			k.at("a group that isn't the base group names its countries", "pricingGroups", i)
		}
		for j, country := range g.Countries {
			if other, ok := countries[country]; ok {
				k.at(country+" is already in group "+other, "pricingGroups", i, "countries", j)
			}
			countries[country] = g.Name
			k.country(country, "pricingGroups", i, "countries", j)
		}
		if !g.Currency.Valid() {
			k.at(string(g.Currency)+" is not an ISO 4217 currency", "pricingGroups", i, "currency")
		}
		if g.OptionFactor == 0 {
			k.at("the factor is 0", "pricingGroups", i, "optionFactor")
		}
		switch included := g.Tax == TaxIncluded; {
		case included && g.TaxLabel == "":
			k.at("where tax is included, taxLabel says which (VAT or GST)", "pricingGroups", i)
		case included && g.TaxCountry == "":
			k.at("where tax is included, taxCountry says whose rate is shown before there is a quote", "pricingGroups", i)
		case !included && (g.TaxLabel != "" || g.TaxCountry != ""):
			k.at("taxLabel and taxCountry are for groups whose tax is included", "pricingGroups", i)
		}
		if g.TaxCountry != "" {
			k.country(g.TaxCountry, "pricingGroups", i, "taxCountry")
		}
	}
	if bases != 1 {
		k.at(fmt.Sprintf("%d groups are marked base: exactly one has to be", bases), "pricingGroups")
	}
}

func (k *catalogCheck) country(code string, path ...any) {
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() || region.String() != code {
		k.at(code+" is not an ISO 3166-1 country", path...)
	}
}

func (k *catalogCheck) packages() {
	k.cat.packages = make(map[int]*CatalogPackage, len(k.cat.Packages))
	names, selections, customs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range k.cat.Packages {
		p := &k.cat.Packages[i]
		at := func(reason string, path ...any) { k.at(reason, append([]any{"packages", i}, path...)...) }
		if k.cat.packages[p.ID] != nil {
			at("there is another package with this id", "id")
		}
		k.cat.packages[p.ID] = p
		if names[p.Name] {
			at("there is another package with this name", "name")
		}
		names[p.Name] = true
		k.texts(p.DisplayName, "packages", i, "displayName")
		k.texts(p.ReceiptText, "packages", i, "receiptText")
		for j, f := range p.Features {
			k.texts(f, "packages", i, "features", j)
		}
		if p.group = k.cat.Group(p.Group); p.group == nil {
			at("there is no pricing group "+p.Group, "group")
			continue
		}
		if !strings.HasPrefix(p.Name, p.Group+"_") {
			at("the name begins with the group: "+p.Group+"_…", "name")
		}
		if p.BuildYourOwn {
			if p.Years != 0 || p.PriceText != "" || p.SelectionCode != "" {
				at("a build-your-own package has neither years, price nor selectionCode: its options decide")
			}
			if customs[p.Group] {
				at("the group has another build-your-own package", "buildYourOwn")
			}
			customs[p.Group] = true
			continue
		}
		if p.Years == 0 {
			at("years (1 or 2) is missing")
		}
		p.Price = k.amount(p.PriceText, p.group.Currency, "packages", i, "price")
		if p.Price.IsZero() {
			at("a package costs more than 0", "price")
		}
		if s := p.SelectionCode; s != "" {
			if selections[p.Group+s] {
				at("another package of the group has this selection code", "selectionCode")
			}
			selections[p.Group+s] = true
			if years, _ := strconv.Atoi(s[len(s)-1:]); years != p.Years {
				at("the code's digit is the term: "+s+" would be for "+s[len(s)-1:]+" years", "selectionCode")
			}
		}
	}
	if len(customs) > 0 && len(k.cat.Options) == 0 {
		k.at("there are build-your-own packages, but nothing to build them of", "customOptions")
	}
}

func (k *catalogCheck) options() {
	seen, terms, defaults := map[string]bool{}, map[int]bool{}, map[OptionKind]int{}
	base := k.cat.BaseGroup()
	for i := range k.cat.Options {
		o := &k.cat.Options[i]
		if seen[o.Code] {
			k.at("there is another option with this code", "customOptions", i, "code")
		}
		seen[o.Code] = true
		k.texts(o.Description, "customOptions", i, "description")
		if subscription := o.Kind == OptionSubscription; subscription != (o.Years != 0) {
			k.at("years is for subscriptions, and each has it", "customOptions", i)
		} else if subscription {
			if terms[o.Years] {
				k.at(fmt.Sprintf("there is another subscription for %d years", o.Years), "customOptions", i, "years")
			}
			terms[o.Years] = true
		}
		if base == nil {
			continue
		}
		price := k.amount(o.PriceText, base.Currency, "customOptions", i, "price")
		o.prices = make(map[string]money.Amount, len(k.cat.Groups))
		for _, g := range k.cat.Groups {
			p, err := price.In(g.Currency, g.OptionFactor)
			if err != nil {
				k.at(err.Error(), "customOptions", i, "price")
			}
			o.prices[g.Name] = p
		}
		if o.Default {
			defaults[o.Kind]++
			if o.Kind != OptionStorage && o.Kind != OptionCalls {
				k.at("only storage and calls have a default", "customOptions", i, "default")
			} else if !price.IsZero() {
				k.at("a default is free: its price is \"0\"", "customOptions", i, "price")
			}
		}
	}
	if len(k.cat.Options) == 0 {
		return
	}
	if !terms[1] || !terms[2] {
		k.at("there is a subscription for 1 year and one for 2", "customOptions")
	}
	for _, kind := range []OptionKind{OptionStorage, OptionCalls} {
		if defaults[kind] != 1 {
			k.at(fmt.Sprintf("%d options of %s are marked default: exactly one has to be", defaults[kind], kind), "customOptions")
		}
	}
	if k.cat.CustomTwoYearFactor == 0 {
		k.at("the factor is 0", "customTwoYearFactor")
	}
}

func (k *catalogCheck) amount(s string, c money.Currency, path ...any) money.Amount {
	if s == "" {
		k.at("the price is missing", path[:len(path)-1]...)
		return money.New(1, c) // one problem is enough
	}
	a, err := money.Parse(s, c)
	if err != nil {
		k.at(strings.TrimPrefix(err.Error(), "money: "), path...)
		return money.New(1, c)
	}
	return a
}

// texts checks that a text exists in every language.
func (k *catalogCheck) texts(t CatalogText, path ...any) {
	for _, lang := range text.Languages {
		if t.Texts == nil && !text.Has(lang, t.Code) {
			k.at(fmt.Sprintf("sdk/text has no %q in %s: write the sentence itself, {en: …, es: …}", t.Code, lang), path...)
		}
	}
}
