package price

import (
	"strings"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// Explain returns the numbered steps of a price, one per line, in the locale's language and number format.
func (p Priced) Explain(locale string) []string {
	lang := text.Language(locale)
	var lines []string
	add := func(code text.Code, args map[string]any) { lines = append(lines, text.In(lang, code, args)) }
	format := func(a money.Amount) string { return a.Format(locale) }

	if len(p.Options) > 0 {
		parts := make([]string, len(p.Options))
		for i, o := range p.Options {
			parts[i] = o.Code + " " + format(o.Price)
		}
		add("explain_unit_custom", map[string]any{"unit": format(p.UnitPrice), "options": strings.Join(parts, " + ")})
	} else {
		add("explain_unit", map[string]any{"unit": format(p.UnitPrice)})
	}
	add("explain_subtotal", map[string]any{"seats": p.Seats, "subtotal": format(p.SubTotal)})

	if p.CouponCode == "" {
		add("explain_no_coupon", nil)
	} else {
		add("explain_coupon", map[string]any{"coupon": p.CouponCode, "discount": format(p.Discount), "after": format(p.SubTotalAfterDiscount)})
	}
	if len(p.Codes) == 0 {
		add("explain_no_codes", nil)
	}
	for _, k := range p.Codes {
		if k.Seat > 0 {
			add("explain_code_seat", map[string]any{"seat": k.Seat, "covered": format(k.Covered)})
		} else {
			add("explain_code_other", map[string]any{"package": k.PackageID, "covered": format(k.Covered), "face": format(k.Face)})
		}
	}
	add("explain_taxable", map[string]any{"taxable": format(p.Taxable)})
	switch {
	case !p.TaxesCalculated:
		add("explain_tax_unknown", nil)
	case len(p.Taxes) == 0:
		add("explain_tax_none", nil)
	}
	for _, t := range p.Taxes {
		code := text.Code("explain_tax_added")
		if p.TaxIncluded {
			code = "explain_tax_included"
		}
		add(code, map[string]any{
			"tax": TaxName(t.TaxComponent.Name, locale), "rate": t.TaxComponent.Rate.FormatPercent(locale), "share": t.TaxComponent.Share.FormatPercent(locale),
			"taxable": format(p.Taxable), "amount": format(t.Amount),
		})
	}
	add("explain_total", map[string]any{"total": format(p.Total)})
	add("explain_versions", map[string]any{"catalog": p.CatalogVersion, "tax": p.TaxVersion})
	return lines
}
