package audits

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
)

// VerifyReceipts implements [audit.Client].
func (c *Engine) VerifyReceipts(ctx context.Context, since time.Time, report func(audit.ReceiptDifference)) (audit.VerifiedReceipts, error) {
	const page = 200
	if kept := c.core.Now().AddDate(-10, 1, 0); since.Before(kept) {
		since = kept
	}
	var done audit.VerifiedReceipts
	var after uuid.UUID
	for {
		rows, err := c.core.Q.ListOrdersToVerify(ctx, after, since, page)
		if err != nil {
			return done, fmt.Errorf("verify receipts: %w", err)
		}
		for _, row := range rows {
			differences, err := c.verifyOrder(ctx, row)
			if err != nil {
				return done, err
			}
			done.Orders++
			if row.Receipt != nil {
				done.Receipts++
			}
			done.Differences += len(differences)
			for _, d := range differences {
				report(d)
			}
			after = row.Order.ID
		}
		if len(rows) < page {
			return done, nil
		}
	}
}

// orderCheck gathers the differences of one order.
type orderCheck struct {
	order db.Order
	price *db.OrderPrice
	found []audit.ReceiptDifference
}

func (k *orderCheck) same(path, kept, worked string) {
	if kept != worked {
		k.found = append(k.found, audit.ReceiptDifference{OrderID: k.order.ID.String(), Path: path, Kept: kept, Worked: worked})
	}
}

func (k *orderCheck) sameMinor(path string, kept, worked int64) {
	k.same(path, strconv.FormatInt(kept, 10), strconv.FormatInt(worked, 10))
}

func (c *Engine) verifyOrder(ctx context.Context, row db.ListOrdersToVerifyRow) ([]audit.ReceiptDifference, error) {
	k := &orderCheck{order: row.Order}
	if row.CatalogVersion == nil { // no column of the price's row may be null
		k.same("price", "missing", "there")
		return k.found, nil
	}
	k.price = &db.OrderPrice{
		OrderID: row.Order.ID, CatalogVersion: *row.CatalogVersion, TaxVersion: pg.OrEmpty(row.TaxVersion),
		Input: row.Input, Steps: row.Steps, Shown: row.Shown,
	}
	var kept price.Priced
	var input price.Input
	if err := json.Unmarshal(k.price.Steps, &kept); err != nil {
		k.same("steps", "unreadable", err.Error())
		return k.found, nil
	}
	if err := json.Unmarshal(k.price.Input, &input); err != nil {
		k.same("input", "unreadable", err.Error())
		return k.found, nil
	}
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(k.price.CatalogVersion))
	if err != nil {
		return nil, fmt.Errorf("verify order %s: %w", row.Order.ID, err)
	}
	purpose, err := c.payment.Purpose(row.Order)
	if err != nil {
		return nil, err
	}
	worked, err := purpose.Price(cat, input)
	if err != nil {
		k.same("price", "priced", err.Error())
		return k.found, nil
	}
	if err := k.sameSteps(kept, worked); err != nil {
		return nil, err
	}
	k.sameOrder(worked, row.CodesRedeemed)
	k.sameShown(worked)
	if row.Receipt != nil {
		k.sameReceipt(row.Receipt, worked)
	} else {
		k.same("receipt", "missing", "there")
	}
	slices.SortFunc(k.found, func(a, b audit.ReceiptDifference) int { return cmp.Compare(a.Path, b.Path) })
	return k.found, nil
}

// sameSteps compares every step.
func (k *orderCheck) sameSteps(kept, worked price.Priced) error {
	left, err := flattenSteps(kept)
	if err != nil {
		return err
	}
	right, err := flattenSteps(worked)
	if err != nil {
		return err
	}
	for path, value := range left {
		k.same("steps."+path, value, right[path])
	}
	for path, value := range right {
		if _, ok := left[path]; !ok {
			k.same("steps."+path, "", value)
		}
	}
	return nil
}

func flattenSteps(p price.Priced) (map[string]string, error) {
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("verify receipts: %w", err)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, fmt.Errorf("verify receipts: %w", err)
	}
	flat := map[string]string{}
	return flat, price.FlattenValue(flat, "", value)
}

// sameOrder compares the columns of the order and its price.
func (k *orderCheck) sameOrder(worked price.Priced, codesRedeemed int64) {
	o := k.order
	k.same("price.taxVersion", k.price.TaxVersion, worked.TaxVersion)
	k.same("order.currency", o.Currency, string(worked.Currency))
	k.same("order.couponCode", pg.OrEmpty(o.CouponCode), worked.CouponCode)
	k.sameMinor("order.packageId", int64(o.PackageID), int64(worked.PackageID))
	k.sameMinor("order.years", int64(o.Years), int64(worked.Years))
	k.sameMinor("order.seats", int64(o.Seats), int64(worked.Seats))
	k.sameMinor("order.subTotal", o.SubTotalMinor, worked.SubTotal.Minor)
	k.sameMinor("order.discount", o.DiscountMinor, worked.Discount.Minor)
	k.sameMinor("order.paymentCodeTotal", o.CodeTotalMinor, worked.PaymentCodeTotal.Minor)
	k.sameMinor("order.tax", o.TaxMinor, worked.TaxAmount.Minor)
	k.sameMinor("order.total", o.TotalMinor, worked.Total.Minor)
	k.sameMinor("order.renewal", o.RenewalMinor, worked.Renewal.Minor)
	k.sameMinor("redemptions.paymentCodeTotal", codesRedeemed, worked.PaymentCodeTotal.Minor)
}

// sameShown compares the amounts shown to the customer.
func (k *orderCheck) sameShown(worked price.Priced) {
	shown, err := orders.PricingOf(*k.price)
	if err != nil {
		k.same("shown", "unreadable", err.Error())
		return
	}
	k.sameTotals("shown", shown.Totals, worked)
	k.same("shown.finalPrice", shown.FinalPrice, worked.Total.Decimal())
}

func (k *orderCheck) sameReceipt(document []byte, worked price.Priced) {
	var receipt order.Receipt
	if err := json.Unmarshal(document, &receipt); err != nil {
		k.same("receipt", "unreadable", err.Error())
		return
	}
	k.sameTotals("receipt", receipt.Totals, worked)
	for i, line := range receipt.Taxes {
		path := "receipt.taxes[" + strconv.Itoa(i) + "]"
		if i >= len(worked.Taxes) {
			k.same(path, line.Amount, "")
			continue
		}
		k.same(path, line.Amount, worked.Taxes[i].Amount.Decimal())
	}
	k.sameMinor("receipt.taxes", int64(len(receipt.Taxes)), int64(len(worked.Taxes)))
}

// sameTotals compares decimals. Formatted amounts depend on the locale data of their day.
func (k *orderCheck) sameTotals(path string, kept price.Totals, worked price.Priced) {
	k.same(path+".currencyCode", kept.CurrencyCode, string(worked.Currency))
	k.same(path+".subTotal", kept.SubTotal, worked.SubTotal.Decimal())
	k.same(path+".subTotalAfterDiscount", kept.SubTotalAfterDiscount, worked.SubTotalAfterDiscount.Decimal())
	k.same(path+".paymentCodeTotal", kept.PaymentCodeTotal, worked.PaymentCodeTotal.Decimal())
	k.same(path+".taxAmount", kept.TaxAmount, worked.TaxAmount.Decimal())
	k.same(path+".total", kept.Total, worked.Total.Decimal())
}
