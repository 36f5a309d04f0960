package sdk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// priceForPayment prices the order of a payment call and checks the call against it. A refusal is to be
// committed and answered: it may come with a new quote.
func (c *Client) priceForPayment(ctx context.Context, q *db.Queries, d *draft, standing paymentStanding, in PaymentInput, meta CallMeta) (price *repriced, refusal, err error) {
	locale := in.Payment.PricingLocale
	if locale == "" || text.Language(locale) != text.Language(meta.Lang) {
		locale = localeOf(meta.Locale, meta.Lang)
	}
	if in.PayForCoparent && (d.coParent == nil || d.coParent.Email == "" && d.coParent.PhoneNumber == "") {
		return nil, nil, StepOutOfOrder // nobody to sit on the second seat
	}
	price, refusal, err = c.reprice(ctx, q, repriceInput{
		Registration: d, Seen: standing.quote, Catalog: standing.catalog, Order: in.Order, PayForCoparent: in.PayForCoparent,
		Coupons: in.PromoCodes, Codes: in.PaymentCodes,
		AmountDisplayed: in.Payment.AmountDisplayed, TaxAmountDisplayed: in.Payment.TaxAmountDisplayed, Locale: locale, ClientAddr: meta.ClientAddr,
		Unkept: !in.Payment.StorePaymentOnFile,
	})
	if err != nil || refusal != nil {
		return nil, refusal, err
	}
	broken := checkPayment(in, paymentFacts{
		country: d.address.Country, total: price.Priced.Total, hidden: standing.catalog.Package(price.Priced.PackageID).Hides,
	}, meta.Lang)
	if len(broken) > 0 {
		return nil, &ValidationError{Violations: broken}, nil
	}
	return price, nil, nil
}

// openOrder writes the order of this try: the registration's pending one priced again, or its first.
func (c *Client) openOrder(ctx context.Context, q *db.Queries, d *draft, standing paymentStanding, price *repriced, in PaymentInput) (db.Order, error) {
	order, err := pricedOrder(d, price, standing.catalog.Package(price.Priced.PackageID), in)
	if err != nil {
		return db.Order{}, err
	}
	now := c.now()
	if pending := standing.pending; pending != nil {
		order.ID, order.Attempts = pending.ID, pending.Attempts
	}
	if !price.Priced.Total.IsZero() {
		order.Attempts++
	}
	if in.TermsAndConditions {
		order.TermsAcceptedAt = &now
	}
	return c.saveOrder(ctx, q, order, now)
}

// pricedOrder is the order of a price: everything that it takes to work the price out again, and to show
// it as it was shown.
func pricedOrder(d *draft, price *repriced, pkg *CatalogPackage, in PaymentInput) (db.Order, error) {
	order, err := orderOfPrice(price, pkg, d.row.Locale)
	if err != nil {
		return order, err
	}
	order.Purpose, order.RegistrationID, order.QuoteID = purposeOf(d.row), &d.row.ID, &price.QuoteID
	order.ProductID, order.Services = optional(in.Order.ProductID), in.Order.Services
	if order.Services == nil {
		order.Services = []string{}
	}
	order.Country, order.Region = &d.address.Country, optional(d.address.Region)
	order.MarketingOptIn, order.AnonymousID = in.MarketingOptIn, optional(in.SegmentAnonymousID)
	if !price.Priced.Total.IsZero() {
		order.StorePayment, order.PaymentType = in.Payment.StorePaymentOnFile, ptr(string(in.Payment.PaymentType))
	}
	return order, nil
}

// orderOfPrice is the part of an order that its price decides.
func orderOfPrice(price *repriced, pkg *CatalogPackage, locale string) (db.Order, error) {
	p := price.Priced
	lang := text.Language(locale)
	shown := orderPricing{Quote: *price.Quote, ReceiptText: pkg.ReceiptText.In(lang), DisplayName: pkg.DisplayName.In(lang)}
	// What is kept doesn't show a code: only the quote that answers the one who typed it does.
	shown.PaymentCodeDetails = slices.Clone(shown.PaymentCodeDetails)
	for i, code := range p.Codes {
		shown.PaymentCodeDetails[i].Code = price.Codes[code.Index]
	}
	order := db.Order{
		State: string(OrderPending), CatalogVersion: clampInt32(p.CatalogVersion), TaxVersion: p.TaxVersion,
		PackageID: clampInt32(p.PackageID), PackageName: p.PackageName,
		Years: int16(p.Years), Seats: int16(p.Seats), Currency: string(p.Currency), //nolint:gosec // one or two
		SubTotalMinor: p.SubTotal.Minor, DiscountMinor: p.Discount.Minor, CodeTotalMinor: p.PaymentCodeTotal.Minor,
		TaxMinor: p.TaxAmount.Minor, TotalMinor: p.Total.Minor, RenewalMinor: p.Renewal.Minor,
		CouponCode: optional(p.CouponCode), CodeIds: price.codeIDs, Locale: locale,
	}
	if order.CodeIds == nil {
		order.CodeIds = []uuid.UUID{}
	}
	for _, column := range []struct {
		into  *[]byte
		value any
	}{{&order.PriceInput, price.Input}, {&order.Steps, p}, {&order.Pricing, shown}} {
		raw, err := json.Marshal(column.value)
		if err != nil {
			return order, fmt.Errorf("order: %w", err)
		}
		*column.into = raw
	}
	return order, nil
}

// redeem uses up the order's codes and coupon, and keeps each use as a redemption.
func (c *Client) redeem(ctx context.Context, q *db.Queries, order db.Order) error {
	if err := c.redeemRedemptions(ctx, q, order.ID); err != nil {
		return err
	}
	var steps Priced
	if err := json.Unmarshal(order.Steps, &steps); err != nil {
		return fmt.Errorf("order %s: steps: %w", order.ID, err)
	}
	var uses []db.InsertRedemptionParams
	if order.CouponCode != nil {
		uses = append(uses, db.InsertRedemptionParams{Kind: "coupon", CouponCode: order.CouponCode, AmountMinor: order.DiscountMinor})
	}
	for _, code := range steps.Codes {
		if !code.Covered.IsZero() {
			uses = append(uses, db.InsertRedemptionParams{Kind: "subscription_code", CodeID: &order.CodeIds[code.Index], AmountMinor: code.Covered.Minor})
		}
	}
	for _, use := range uses {
		use.ID, use.OrderID, use.Currency, use.Now = newID(), order.ID, order.Currency, c.now()
		if err := q.InsertRedemption(ctx, use); err != nil {
			return fmt.Errorf("redemption: %w", err)
		}
	}
	return nil
}

// unredeem gives back what an order held or used.
func (c *Client) unredeem(ctx context.Context, q *db.Queries, orderID uuid.UUID) error {
	if err := c.releaseRedemptions(ctx, q, orderID); err != nil {
		return err
	}
	if err := q.ReverseRedemptions(ctx, c.now(), orderID); err != nil {
		return fmt.Errorf("reverse redemptions: %w", err)
	}
	return nil
}
