package catalog

import (
	"fmt"
	"io"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// quoteJSON is the output of `cojoin quote --json`: amounts are decimal strings with the specification's
// names.
type quoteJSON struct {
	PackageID             int             `json:"packageId"`
	PackageName           string          `json:"packageName"`
	DisplayName           string          `json:"displayName"`
	PricingGroupName      string          `json:"pricingGroupName"`
	CurrencyCode          string          `json:"currencyCode"`
	SubDurationInYears    int             `json:"subDurationInYears"`
	Seats                 int             `json:"seats"`
	Services              []string        `json:"services,omitempty"`
	UnitPrice             string          `json:"unitPrice"`
	SelectedPackageTotal  string          `json:"selectedPackageTotal"`
	SubTotal              string          `json:"subTotal"`
	CouponCode            string          `json:"couponCode,omitempty"`
	Discount              string          `json:"discount"`
	SubTotalAfterDiscount string          `json:"subTotalAfterDiscount"`
	PaymentCodes          []quoteCodeJSON `json:"paymentCodeDetails"`
	PaymentCodeTotal      string          `json:"paymentCodeTotal"`
	TaxesCalculated       bool            `json:"taxesCalculated"`
	TaxIncluded           bool            `json:"taxIncluded"`
	Taxes                 []quoteTaxJSON  `json:"taxes"`
	TaxAmount             string          `json:"taxAmount"`
	Total                 string          `json:"total"`
	TotalFormatted        string          `json:"totalFormatted"`
	RenewalPrice          string          `json:"renewalPrice"`
	Terms                 string          `json:"terms"`
	CatalogVersion        int             `json:"catalogVersion"`
	TaxVersion            string          `json:"taxVersion"`
	Steps                 []string        `json:"steps,omitempty"`
}

type quoteCodeJSON struct {
	PackageID int    `json:"packageId"`
	Amount    string `json:"amount"`
}

type quoteTaxJSON struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Rate     string `json:"rate"`
	Amount   string `json:"amount"`
	Included bool   `json:"included"`
}

func writeQuoteJSON(out io.Writer, cat *price.Catalog, p price.Priced, f *quoteFlags) error {
	view := price.ViewPrice(cat, p, nil, f.locale)
	doc := quoteJSON{
		PackageID: p.PackageID, PackageName: p.PackageName, DisplayName: cat.Package(p.PackageID).DisplayName.In(text.Language(f.locale)),
		PricingGroupName: p.Group, CurrencyCode: string(p.Currency), SubDurationInYears: p.Years, Seats: p.Seats, UnitPrice: p.UnitPrice.Decimal(),
		SelectedPackageTotal: view.Totals.SelectedPackageTotal, SubTotal: view.Totals.SubTotal, CouponCode: p.CouponCode,
		Discount: p.Discount.Decimal(), SubTotalAfterDiscount: view.Totals.SubTotalAfterDiscount, PaymentCodes: []quoteCodeJSON{},
		PaymentCodeTotal: view.Totals.PaymentCodeTotal, TaxesCalculated: p.TaxesCalculated, TaxIncluded: p.TaxIncluded, Taxes: []quoteTaxJSON{},
		TaxAmount: view.Totals.TaxAmount, Total: view.Totals.Total, TotalFormatted: view.Totals.TotalFormatted, RenewalPrice: view.RenewalPrice,
		Terms: view.Terms, CatalogVersion: p.CatalogVersion, TaxVersion: p.TaxVersion,
	}
	for _, o := range p.Options {
		doc.Services = append(doc.Services, o.Code)
	}
	for _, k := range p.Codes {
		doc.PaymentCodes = append(doc.PaymentCodes, quoteCodeJSON{k.PackageID, k.Covered.Decimal()})
	}
	for _, t := range view.Taxes {
		doc.Taxes = append(doc.Taxes, quoteTaxJSON{t.Code, t.Name, t.Rate, t.Amount, t.Included})
	}
	if f.explain {
		doc.Steps = p.Explain(f.locale)
	}
	return console.WriteJSON(out, doc)
}

func writeQuoteText(out io.Writer, cat *price.Catalog, p price.Priced, f *quoteFlags) error {
	lang := text.Language(f.locale)
	paint := console.NewPainter(out)
	name := cat.Package(p.PackageID).DisplayName.In(lang)
	fmt.Fprintf(out, "%s\n", paint.Bold(fmt.Sprintf("%s (%d %s) × %d", name, p.PackageID, p.PackageName, p.Seats)))
	w := console.RightTable(out)
	row := func(label string, a money.Amount) { fmt.Fprintf(w, "  %s\t%s\t\n", label, a.Format(f.locale)) }
	row(text.In(lang, "quote_total_subtotal", nil), p.SubTotal)
	if p.CouponCode != "" {
		row(text.In(lang, "quote_total_discount", nil)+" "+p.CouponCode, money.New(-p.Discount.Minor, p.Currency))
	}
	if len(p.Codes) > 0 {
		row(text.In(lang, "quote_total_codes", nil), money.New(-p.PaymentCodeTotal.Minor, p.Currency))
	}
	label := text.Code("quote_total_tax")
	if p.TaxIncluded {
		label = "quote_total_tax_included"
	}
	if len(p.Taxes) == 0 {
		row(text.In(lang, label, nil), p.TaxAmount)
	}
	for _, t := range p.Taxes {
		row(text.In(lang, label, nil)+": "+price.TaxName(t.TaxComponent.Name, f.locale)+" "+t.TaxComponent.Rate.FormatPercent(f.locale)+"%", t.Amount)
	}
	row(text.In(lang, "quote_total_due", nil), p.Total)
	if err := w.Flush(); err != nil {
		return err
	}
	if f.explain {
		fmt.Fprintln(out)
		for _, step := range p.Explain(f.locale) {
			fmt.Fprintln(out, step)
		}
	}
	return nil
}
