package price

import "github.com/cojoin/cojoin/sdk/text"

// termTexts are the texts of a term by its years: how often it renews, and how long it is.
var termTexts = map[int]struct{ period, term text.Code }{
	1: {"terms_period_1y", "terms_term_1y"},
	2: {"terms_period_2y", "terms_term_2y"},
}

// StoresPayment reports whether a payment method is stored to renew with: unless the customer says no. Quotes and payments decide by it,
// so that a member left out means the same in both.
func StoresPayment(choice *bool) bool { return choice == nil || *choice }

// Renews reports whether the subscription of an order at this price renews, as [TermsText] says: something is due now, and the method that
// pays it is stored.
func (p Priced) Renews(stored bool) bool { return stored && !p.Total.IsZero() }

// TermsText is the billing terms under the pay button: what is billed now, and that the subscription
// renews every year or every two years at the pre-tax renewal amount plus taxes until cancelled. Where tax
// is included, the renewal amount includes it and the text says so, unless none is charged there. Where nothing is due, or the customer
// doesn't want the payment method kept, nothing renews, and the text says that.
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
	return text.In(lang, sayTax("terms_renewal", p.TaxIncluded, p.TaxesCalculated && len(p.Taxes) == 0), args)
}

// sayTax returns the text that fits how tax is charged: that it comes on top of the price, that the price includes it, or nothing of it where a price
// that would include tax holds none.
func sayTax(code text.Code, included, untaxed bool) text.Code {
	switch {
	case !included:
		return code
	case untaxed:
		return code + "_untaxed"
	}
	return code + "_included"
}

// SayTax returns a text about the price of a renewal that fits how tax is charged.
func (q Quote) SayTax(code text.Code) text.Code { return sayTax(code, q.TaxIncluded, q.Untaxed()) }

// Untaxed reports whether a price that would include tax holds none: nothing is charged where the payer lives.
func (q Quote) Untaxed() bool { return q.TaxIncluded && q.TaxesCalculated && len(q.Taxes) == 0 }
