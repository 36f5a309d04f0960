package order

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
)

// State is the life of an order.
type State string

// The states of an order.
const (
	Pending   State = "pending"
	Placed    State = "placed"
	Cancelled State = "cancelled"
	Refunded  State = "refunded"
)

// Total is what is due for the order.
func Total(o db.Order) money.Amount { return money.New(o.TotalMinor, money.Currency(o.Currency)) }

// SaveOrder writes the order of a new try: a first one, or the pending one priced again. It gives the
// order with the number of the attempt that it is for.
func (c *Client) SaveOrder(ctx context.Context, q *db.Queries, order db.Order, now time.Time) (db.Order, error) {
	p := db.InsertOrderParams{
		ID: order.ID, Purpose: order.Purpose, RegistrationID: order.RegistrationID, RenewsID: order.RenewsID, TermStartsAt: order.TermStartsAt, QuoteID: order.QuoteID,
		CatalogVersion: order.CatalogVersion, TaxVersion: order.TaxVersion, PriceInput: order.PriceInput, Steps: order.Steps, Pricing: order.Pricing,
		PackageID: order.PackageID, PackageName: order.PackageName, ProductID: order.ProductID, Services: order.Services,
		Years: order.Years, Seats: order.Seats, Currency: order.Currency,
		SubTotalMinor: order.SubTotalMinor, DiscountMinor: order.DiscountMinor, CodeTotalMinor: order.CodeTotalMinor,
		TaxMinor: order.TaxMinor, TotalMinor: order.TotalMinor, RenewalMinor: order.RenewalMinor,
		CouponCode: order.CouponCode, CodeIds: order.CodeIds, PaymentType: order.PaymentType, StorePayment: order.StorePayment,
		Country: order.Country, Region: order.Region, Locale: order.Locale,
		TermsAcceptedAt: order.TermsAcceptedAt, MarketingOptIn: order.MarketingOptIn, AnonymousID: order.AnonymousID,
		Attempts: order.Attempts, Now: now,
	}
	if order.ID == uuid.Nil {
		p.ID = pg.NewID()
		order.ID = p.ID
		if err := q.InsertOrder(ctx, p); err != nil {
			return order, fmt.Errorf("insert order: %w", err)
		}
		return order, nil
	}
	n, err := q.RepriceOrder(ctx, db.RepriceOrderParams{
		QuoteID: p.QuoteID, CatalogVersion: p.CatalogVersion, TaxVersion: p.TaxVersion, PriceInput: p.PriceInput, Steps: p.Steps, Pricing: p.Pricing,
		PackageID: p.PackageID, PackageName: p.PackageName, ProductID: p.ProductID, Services: p.Services, Years: p.Years,
		Seats: p.Seats, Currency: p.Currency, SubTotalMinor: p.SubTotalMinor, DiscountMinor: p.DiscountMinor,
		CodeTotalMinor: p.CodeTotalMinor, TaxMinor: p.TaxMinor, TotalMinor: p.TotalMinor, RenewalMinor: p.RenewalMinor,
		CouponCode: p.CouponCode, CodeIds: p.CodeIds, PaymentType: p.PaymentType, StorePayment: p.StorePayment, Country: p.Country, Region: p.Region,
		Locale: p.Locale, TermsAcceptedAt: p.TermsAcceptedAt, MarketingOptIn: p.MarketingOptIn, AnonymousID: p.AnonymousID,
		Attempts: p.Attempts, Now: now, ID: order.ID,
	})
	if err != nil {
		return order, fmt.Errorf("price order again: %w", err)
	}
	if n == 0 {
		return order, fmt.Errorf("price order %s again: it isn't pending", order.ID)
	}
	return order, nil
}
