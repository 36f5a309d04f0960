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

// Save writes the order of a new try: a first one, or the pending one, which has an id, priced again. It returns the
// order with its id.
func Save(ctx context.Context, q *db.Queries, order db.Order, now time.Time) (db.Order, error) {
	if order.ID == uuid.Nil {
		order.ID = pg.NewID()
	}
	err := q.SaveOrder(ctx, db.SaveOrderParams{
		ID: order.ID, Purpose: order.Purpose, RegistrationID: order.RegistrationID, RenewsID: order.RenewsID, CodeBatchID: order.CodeBatchID,
		TermStartsAt: order.TermStartsAt, QuoteID: order.QuoteID,
		CatalogVersion: order.CatalogVersion, TaxVersion: order.TaxVersion, PriceInput: order.PriceInput, Steps: order.Steps, Pricing: order.Pricing,
		PackageID: order.PackageID, PackageName: order.PackageName, ProductID: order.ProductID, Services: order.Services,
		Years: order.Years, Seats: order.Seats, Currency: order.Currency,
		SubTotalMinor: order.SubTotalMinor, DiscountMinor: order.DiscountMinor, CodeTotalMinor: order.CodeTotalMinor,
		TaxMinor: order.TaxMinor, TotalMinor: order.TotalMinor, RenewalMinor: order.RenewalMinor,
		CouponCode: order.CouponCode, CodeIds: order.CodeIds, PaymentType: order.PaymentType, StorePayment: order.StorePayment,
		Country: order.Country, Region: order.Region, Locale: order.Locale,
		TermsAcceptedAt: order.TermsAcceptedAt, MarketingOptIn: order.MarketingOptIn, AnonymousID: order.AnonymousID,
		Attempts: order.Attempts, Now: now,
	})
	if err != nil {
		return order, fmt.Errorf("save order: %w", err)
	}
	return order, nil
}
