package batches

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// PriceCodeBatch prices a batch: list price × size. Seats is the number of codes. It has no coupon and no tax, because tax is due when a code pays
// for a subscription.
func PriceCodeBatch(cat *price.Catalog, in price.Input) (price.Priced, error) {
	pkg := cat.Package(in.Order.PackageID)
	if pkg == nil || pkg.BuildYourOwn {
		return price.Priced{}, fmt.Errorf("sdk: no codes for package %d", in.Order.PackageID)
	}
	total, err := pkg.Price.Mul(int64(in.Seats))
	if err != nil {
		return price.Priced{}, err
	}
	zero := money.Zero(pkg.Currency())
	return price.Priced{
		CatalogVersion: cat.Version, TaxVersion: cat.Tax.Version, PackageID: pkg.ID, PackageName: pkg.Name, Group: pkg.Group,
		Currency: pkg.Currency(), Years: pkg.Years, Seats: in.Seats, UnitPrice: pkg.Price, SubTotal: total, Discount: zero,
		SubTotalAfterDiscount: total, SeatShares: []money.Amount{}, PaymentCodeTotal: zero, Taxable: zero, TaxesCalculated: true,
		TaxAmount: zero, Net: total, Total: total, Renewal: zero,
	}, nil
}

// codeBatchOrder returns the order of a batch paid by card, with the data to compute its price again.
func codeBatchOrder(made newBatch, size int, method gateway.PaymentType, country, locale string) (orders.Priced, error) {
	input := price.Input{Order: form.OrderChoice{PackageID: made.pkg.ID}, Seats: size, At: made.row.CreatedAt}
	p, err := PriceCodeBatch(made.catalog, input)
	if err != nil {
		return orders.Priced{}, err
	}
	locale = made.catalog.LocaleIn(p.Group, locale)
	lang := text.Language(locale)
	line := orders.CodeBatchLine(lang, size, made.pkg)
	shown := orders.Pricing{ReceiptText: line, DisplayName: line, Quote: price.Quote{
		Locale:          locale,
		TaxesCalculated: true, FinalPrice: p.Total.Decimal(), Totals: price.TotalsOf(p, locale), Taxes: []price.TaxLine{}, Years: p.Years,
		RenewalPrice: p.Renewal.Decimal(), RenewalFormatted: p.Renewal.Format(locale), CatalogVersion: p.CatalogVersion, TaxVersion: p.TaxVersion,
		PaymentCodeDetails: []price.PaymentCodeDetail{}, ValidationErrors: fault.Violations{},
		Lines: []price.QuoteLine{{
			Kind: "codes", Description: line,
			Amount: p.Total.Decimal(), AmountFormatted: p.Total.Format(locale),
		}},
	}}
	placed := orders.Priced{Order: db.Order{
		Purpose: orders.PurposeCodeBatch, CodeBatchID: &made.row.ID, PackageID: pg.ClampInt32(p.PackageID), PackageName: p.PackageName, Services: []string{}, Years: int16(p.Years), Seats: made.row.Size, //nolint:gosec // one or two
		Currency: string(p.Currency), SubTotalMinor: p.SubTotal.Minor, TotalMinor: p.SubTotal.Minor, CodeIds: []uuid.UUID{},
		PaymentType: pg.Ptr(string(method)), Country: pg.Optional(country), Locale: lang, Attempts: 1,
	}}
	placed.Price, err = orders.Worked(input, p, shown)
	return placed, err
}
