package price

import (
	"cmp"
	"strings"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// LocaleOf returns the first non-empty locale, else the default language.
func LocaleOf(known ...string) string {
	return cmp.Or(append(known, text.Languages[0])...)
}

// ViewPrice returns a price as a [Quote] without id and expiry, in the form of a locale and the price's group (see [Catalog.LocaleIn]). codes are the
// texts of the subscription codes, by their index in the input (see [PricedCode]).
func ViewPrice(cat *Catalog, p Priced, codes []string, locale string) *Quote {
	locale = cat.LocaleIn(p.Group, locale)
	lang := text.Language(locale)
	format := func(a money.Amount) string { return a.Format(locale) }
	q := &Quote{
		Locale:         locale,
		PayForCoParent: p.Seats == 2, TaxesCalculated: p.TaxesCalculated, TaxIncluded: p.TaxIncluded,
		FinalPrice: p.Total.Decimal(), Totals: TotalsOf(p, locale), Taxes: taxLines(p, locale), Years: p.Years,
		RenewalPrice: p.Renewal.Decimal(), RenewalFormatted: format(p.Renewal), Terms: TermsText(cat, p, true, locale),
		CatalogVersion: p.CatalogVersion, TaxVersion: p.TaxVersion,
		PaymentCodeDetails: []PaymentCodeDetail{}, Lines: make([]QuoteLine, 0, 3+len(p.Codes)+len(p.Taxes)), ValidationErrors: fault.Violations{},
	}
	line := func(kind, description string, a money.Amount, included bool) {
		// With a true minus sign, as in receipts and mails.
		formatted := strings.Replace(format(a), "-", "−", 1)
		q.Lines = append(q.Lines, QuoteLine{Kind: kind, Description: description, Amount: a.Decimal(), AmountFormatted: formatted, Included: included})
	}
	name := p.PackageName
	if pkg := cat.Package(p.PackageID); pkg != nil {
		name = pkg.DisplayName.In(lang)
	}
	line("package", text.In(lang, "quote_line_package", map[string]any{"package": name}), p.UnitPrice, false)
	if p.Seats == 2 {
		line("coParent", text.In(lang, "quote_line_coparent", map[string]any{"package": name}), p.UnitPrice, false)
	}
	if p.CouponCode != "" {
		description := p.CouponCode
		if k := cat.Coupon(p.CouponCode); k != nil {
			description = k.Description.In(lang)
		}
		q.CouponDetail = &CouponDetail{
			CouponCode: p.CouponCode, Description: description, Discount: p.Discount.Decimal(), DiscountFormatted: format(p.Discount),
		}
		line("coupon", text.In(lang, "quote_line_coupon", map[string]any{"coupon": description}), negative(p.Discount), false)
	}
	for _, k := range p.Codes {
		code := ""
		if k.Index < len(codes) {
			code = codes[k.Index]
		}
		q.PaymentCodeDetails = append(q.PaymentCodeDetails, codeDetail(code, k, locale))
		masked := form.MaskSubscriptionCode(strings.ReplaceAll(code, "-", ""))
		line("code", text.In(lang, "quote_line_code", map[string]any{"code": masked}), negative(k.Covered), false)
	}
	description := text.Code("quote_line_tax")
	if p.TaxIncluded {
		description = "quote_line_tax_included"
	}
	for i, t := range p.Taxes {
		rate := t.TaxComponent.Rate.FormatPercent(locale)
		line("tax", text.In(lang, description, map[string]any{"tax": q.Taxes[i].Name, "rate": rate}), t.Amount, p.TaxIncluded)
	}
	if group := cat.Group(p.Group); p.TaxIncluded && !p.TaxesCalculated && group != nil {
		// The tax included at the home rate. The payer's address may have another rate.
		if expected, err := cat.vatOf(group, p.Taxable); err == nil {
			line("tax", text.In(lang, "quote_line_tax_expected", map[string]any{"tax": TaxName(group.TaxLabel, locale)}), expected, true)
		}
	}
	return q
}

// codeDetail returns the amount that a code covers and the part of its worth that is lost, because a code pays once. A code that covers nothing isn't
// used up.
func codeDetail(code string, k PricedCode, locale string) PaymentCodeDetail {
	d := PaymentCodeDetail{
		Code: code, Amount: k.Covered.Decimal(), AmountFormatted: k.Covered.Format(locale), Worth: k.Face.Decimal(), WorthFormatted: k.Face.Format(locale),
	}
	if lost := money.New(k.Face.Minor-k.Covered.Minor, k.Face.Currency); lost.Minor > 0 && !k.Covered.IsZero() {
		d.Lost, d.LostFormatted = lost.Decimal(), lost.Format(locale)
	}
	return d
}

func negative(a money.Amount) money.Amount { return money.New(-a.Minor, a.Currency) }

// TotalsOf returns the amounts under the specification's names.
func TotalsOf(p Priced, locale string) Totals {
	format := func(a money.Amount) string { return a.Format(locale) }
	return Totals{
		CurrencyCode:         string(p.Currency),
		SelectedPackageTotal: p.SubTotal.Decimal(), SelectedPackageTotalFormatted: format(p.SubTotal),
		SubTotal: p.SubTotal.Decimal(), SubTotalFormatted: format(p.SubTotal),
		SubTotalAfterDiscount: p.SubTotalAfterDiscount.Decimal(), SubTotalAfterDiscountFormatted: format(p.SubTotalAfterDiscount),
		PaymentCodeTotal: p.PaymentCodeTotal.Decimal(), PaymentCodeTotalFormatted: format(p.PaymentCodeTotal),
		TaxAmount: p.TaxAmount.Decimal(), TaxAmountFormatted: format(p.TaxAmount),
		Total: p.Total.Decimal(), TotalFormatted: format(p.Total),
	}
}

// taxLines returns the components of the tax, named in the locale's language.
func taxLines(p Priced, locale string) []TaxLine {
	lines := make([]TaxLine, len(p.Taxes))
	for i, t := range p.Taxes {
		lines[i] = TaxLine{
			Code: t.TaxComponent.Name, Name: TaxName(t.TaxComponent.Name, locale), Rate: t.TaxComponent.Rate.Percent(),
			Amount: t.Amount.Decimal(), AmountFormatted: t.Amount.Format(locale), Included: p.TaxIncluded,
		}
	}
	return lines
}

// taxNames lists the texts of the taxes by component name.
var taxNames = map[string]text.Code{
	"SALES_TAX": "tax_sales_tax", "GST": "tax_gst", "HST": "tax_hst", "PST": "tax_pst", "QST": "tax_qst", "RST": "tax_rst", "VAT": "tax_vat",
}

// TaxName returns the name of a tax (SALES_TAX, GST, HST, PST, QST, RST, VAT) in the locale's language. An unknown component is returned unchanged.
func TaxName(component, locale string) string {
	code, ok := taxNames[component]
	if !ok {
		return component
	}
	return text.In(text.Language(locale), code, nil)
}
