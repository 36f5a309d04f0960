package price

import "github.com/cojoin/cojoin/sdk/text"

// termTexts holds two texts for each number of years: the renewal period, and the length of the term.
var termTexts = map[int]struct{ period, term text.Code }{
	1: {"terms_period_1y", "terms_term_1y"},
	2: {"terms_period_2y", "terms_term_2y"},
}

// StoresPayment reports whether a payment method is stored for renewals: always, unless the customer declines. Quotes and payments
// both use it, so a missing choice (nil) means the same in both.
func StoresPayment(choice *bool) bool { return choice == nil || *choice }

// Renews reports whether the subscription of an order at this price renews: something is due now, and the method that pays it is stored. [TermsText]
// agrees with it.
func (p Priced) Renews(stored bool) bool { return stored && !p.Total.IsZero() }

// TermsText returns the billing terms under the pay button: the amount billed now, and the renewal every year or every two years at the pre-tax
// renewal amount plus taxes until canceled. If prices include tax, the text states that the renewal amount includes it, unless the payer's address is
// untaxed. If nothing is due, or the customer doesn't want the payment method stored, the text announces that nothing renews.
func TermsText(cat *Catalog, p Priced, stored bool, locale string) string {
	lang := text.Language(locale)
	term := termTexts[p.Years]
	switch length := text.In(lang, term.term, nil); {
	case p.Total.IsZero():
		return text.In(lang, "terms_no_renewal", map[string]any{"term": length})
	case !p.Renews(stored):
		return text.In(lang, "terms_unkept", map[string]any{"term": length, "total": p.Total.Format(locale)})
	}
	args := map[string]any{
		"total": p.Total.Format(locale), "period": text.In(lang, term.period, nil), "renewal": p.Renewal.Format(locale),
	}
	if group := cat.Group(p.Group); group != nil {
		args["tax"] = TaxName(group.TaxLabel, locale)
	}
	return text.In(lang, taxVariant("terms_renewal", p.TaxIncluded, p.TaxesCalculated && len(p.Taxes) == 0), args)
}

// taxVariant returns the variant of a text for the tax: added to the price, included in the price, or not mentioned. It isn't mentioned if prices include
// tax, but the payer's address is untaxed.
func taxVariant(code text.Code, included, untaxed bool) text.Code {
	switch {
	case !included:
		return code
	case untaxed:
		return code + "_untaxed"
	}
	return code + "_included"
}

// SayTax takes the code of a text about a renewal's price, and returns the code of the variant that fits the quote's tax.
func (q Quote) SayTax(code text.Code) text.Code { return taxVariant(code, q.TaxIncluded, q.Untaxed()) }

// Untaxed reports whether prices include tax, but none is charged at the payer's address.
func (q Quote) Untaxed() bool { return q.TaxIncluded && q.TaxesCalculated && len(q.Taxes) == 0 }
