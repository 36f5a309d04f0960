package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
)

// Priced is an order with the calculation of its price.
type Priced struct {
	db.Order
	Price db.OrderPrice
}

// Get returns an order with its price.
func Get(ctx context.Context, q *db.Queries, id uuid.UUID) (Priced, error) {
	row, err := q.GetPricedOrder(ctx, id)
	return Priced{row.Order, row.OrderPrice}, err
}

// Total returns the amount due for the order.
func Total(o db.Order) money.Amount { return money.New(o.TotalMinor, money.Currency(o.Currency)) }

// Save stores the order of a new try: a new order, or the pending one, which has an id, with its new price. It returns the order with its id.
func Save(ctx context.Context, q *db.Queries, order Priced, now time.Time) (Priced, error) {
	if order.ID == uuid.Nil {
		order.ID = pg.NewID()
	}
	order.Price.OrderID, order.Zone = order.ID, day.Zone(order.Zone)
	err := q.SaveOrder(ctx, db.SaveOrderParams{
		ID: order.ID, Purpose: order.Purpose, RegistrationID: order.RegistrationID, RenewsID: order.RenewsID, CodeBatchID: order.CodeBatchID,
		TermStartsAt: order.TermStartsAt, QuoteID: order.Price.QuoteID, CatalogVersion: order.Price.CatalogVersion, TaxVersion: order.Price.TaxVersion,
		Input: order.Price.Input, Steps: order.Price.Steps, Shown: order.Price.Shown,
		PackageID: order.PackageID, PackageName: order.PackageName, ProductID: order.ProductID, Services: order.Services,
		Years: order.Years, Seats: order.Seats, Currency: order.Currency,
		SubTotalMinor: order.SubTotalMinor, DiscountMinor: order.DiscountMinor, CodeTotalMinor: order.CodeTotalMinor,
		TaxMinor: order.TaxMinor, TotalMinor: order.TotalMinor, RenewalMinor: order.RenewalMinor,
		CouponCode: order.CouponCode, CodeIds: order.CodeIds, PaymentType: order.PaymentType, StorePayment: order.StorePayment,
		Country: order.Country, Region: order.Region, Zone: order.Zone, Locale: order.Locale,
		TermsAcceptedAt: order.TermsAcceptedAt, MarketingOptIn: order.MarketingOptIn, AnonymousID: order.AnonymousID,
		Attempts: order.Attempts, Now: now,
	})
	if err != nil {
		return order, fmt.Errorf("save order: %w", err)
	}
	return order, nil
}
