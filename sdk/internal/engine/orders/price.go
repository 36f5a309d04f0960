package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// OfPrice returns the part of an order that its price determines.
func OfPrice(priced *price.Repriced, pkg *price.CatalogPackage, locale string) (Priced, error) {
	p := priced.Priced
	lang := text.Language(locale)
	shown := Pricing{Quote: *priced.Quote, ReceiptText: pkg.ReceiptText.In(lang), DisplayName: pkg.DisplayName.In(lang)}
	// The stored copy shows no full code: only the response to the customer does.
	shown.PaymentCodeDetails = slices.Clone(shown.PaymentCodeDetails)
	for i, code := range p.Codes {
		shown.PaymentCodeDetails[i].Code = priced.Codes[code.Index]
	}
	order := Priced{Order: db.Order{
		PackageID: pg.ClampInt32(p.PackageID), PackageName: p.PackageName,
		Years: int16(p.Years), Seats: int16(p.Seats), Currency: string(p.Currency), //nolint:gosec // one or two
		SubTotalMinor: p.SubTotal.Minor, DiscountMinor: p.Discount.Minor, CodeTotalMinor: p.PaymentCodeTotal.Minor,
		TaxMinor: p.TaxAmount.Minor, TotalMinor: p.Total.Minor, RenewalMinor: p.Renewal.Minor,
		CouponCode: pg.Optional(p.CouponCode), CodeIds: priced.CodeIDs, Locale: locale,
	}}
	if order.CodeIds == nil {
		order.CodeIds = []uuid.UUID{}
	}
	var err error
	order.Price, err = Worked(priced.Input, p, shown)
	return order, err
}

// Worked returns the calculation of a price and its display, as an order stores them.
func Worked(input price.Input, p price.Priced, shown Pricing) (db.OrderPrice, error) {
	kept := db.OrderPrice{CatalogVersion: pg.ClampInt32(p.CatalogVersion), TaxVersion: p.TaxVersion}
	for _, column := range []struct {
		into  *[]byte
		value any
	}{{&kept.Input, input}, {&kept.Steps, p}, {&kept.Shown, shown}} {
		raw, err := json.Marshal(column.value)
		if err != nil {
			return kept, fmt.Errorf("price of order: %w", err)
		}
		*column.into = raw
	}
	return kept, nil
}

// Redeem uses up the order's codes and coupon, and stores each use as a redemption.
func (c *Engine) Redeem(ctx context.Context, q *db.Queries, order Priced) error {
	var steps price.Priced
	if err := json.Unmarshal(order.Price.Steps, &steps); err != nil {
		return fmt.Errorf("order %s: steps: %w", order.ID, err)
	}
	now := c.core.Now()
	codes := db.RedeemOrderCodesParams{OrderID: order.ID, Currency: order.Currency, Now: now}
	for _, code := range steps.Codes {
		if !code.Covered.IsZero() {
			codes.CodeIds, codes.AmountsMinor = append(codes.CodeIds, order.CodeIds[code.Index]), append(codes.AmountsMinor, code.Covered.Minor)
			codes.RedemptionIds = append(codes.RedemptionIds, pg.NewID())
		}
	}
	if len(codes.CodeIds) > 0 {
		if err := q.RedeemOrderCodes(ctx, codes); err != nil {
			return fmt.Errorf("redeem subscription codes: %w", err)
		}
	}
	if order.CouponCode != nil {
		used := db.RedeemCouponParams{OrderID: order.ID, RedemptionID: pg.NewID(), CouponCode: order.CouponCode, AmountMinor: order.DiscountMinor, Currency: order.Currency, Now: now}
		if err := q.RedeemCoupon(ctx, used); err != nil {
			return fmt.Errorf("redeem coupon: %w", err)
		}
	}
	return nil
}
