package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// OrderState is the life of an order.
type OrderState string

// The states of an order.
const (
	OrderPending   OrderState = "pending"
	OrderPlaced    OrderState = "placed"
	OrderCancelled OrderState = "cancelled"
	OrderRefunded  OrderState = "refunded"
)

// orderTotal is what is due for the order.
func orderTotal(o db.Order) money.Amount { return money.New(o.TotalMinor, money.Currency(o.Currency)) }

// placedOrder is everything that placing an order made.
type placedOrder struct {
	order    db.Order
	accounts createdAccounts
	receipt  *Receipt
	token    Secret
}

// placeOrder makes the family, accounts, subscriptions, receipts and redemptions of an order that is paid
// or has nothing due, and enqueues what follows. It runs in the transaction that decides the payment: it
// is all there, or nothing is. attempt is nil where nothing was due.
func (c *Client) placeOrder(ctx context.Context, q *db.Queries, tx pgx.Tx, d *draft, order db.Order, attempt *db.PaymentAttempt) (*placedOrder, error) {
	now := c.now()
	accounts, err := c.checkouts[order.Purpose].accounts(ctx, tx, d, familyPaid{
		CoParentSeat: order.Seats == 2, PackageID: int(order.PackageID),
		MarketingOptIn: order.MarketingOptIn, TermsAgreed: order.TermsAcceptedAt != nil,
	})
	if err != nil {
		return nil, err
	}
	if err := c.markPlaced(ctx, tx, d, order, accounts, now); err != nil {
		return nil, err
	}
	order.State, order.PlacedAt, order.AccountID, order.FamilyID = string(OrderPlaced), &now, &accounts.AccountID, &accounts.FamilyID
	if attempt != nil && attempt.PaymentMethodID != nil {
		if err := q.OwnPaymentMethod(ctx, &accounts.AccountID, *attempt.PaymentMethodID); err != nil {
			return nil, fmt.Errorf("payment method's owner: %w", err)
		}
	}
	if err := c.startSubscriptions(ctx, q, order, accounts, attempt); err != nil {
		return nil, err
	}
	if err := c.redeem(ctx, q, order); err != nil {
		return nil, err
	}
	placed := &placedOrder{order: order, accounts: accounts}
	if err := c.issueReceipts(ctx, q, tx, placed, attempt); err != nil {
		return nil, err
	}
	if err := c.enqueueAfterOrder(ctx, tx, placed, attempt); err != nil {
		return nil, err
	}
	placed.token, err = c.newCredentialsToken(ctx, tx, accounts.AccountID)
	return placed, err
}

// markPlaced writes that an order is placed, and its registration paid.
func (c *Client) markPlaced(ctx context.Context, tx pgx.Tx, d *draft, order db.Order, accounts createdAccounts, now time.Time) error {
	var placed, paid int64
	writes := &db.Batch{}
	writes.PlaceOrder(&placed, &accounts.AccountID, &accounts.FamilyID, &now, order.ID)
	writes.MarkRegistrationPaid(&paid, newID(), now, accounts.AccountID, d.row.ID)
	err := sendBatch(ctx, tx, writes)
	switch {
	case err != nil:
		return fmt.Errorf("place order: %w", err)
	case placed == 0:
		return fmt.Errorf("place order %s: it isn't pending", order.ID)
	case paid == 0:
		return fmt.Errorf("registration %s isn't open", d.row.ID)
	}
	return nil
}

// enqueueAfterOrder leaves the jobs that follow an order, in its transaction.
func (c *Client) enqueueAfterOrder(ctx context.Context, tx pgx.Tx, placed *placedOrder, attempt *db.PaymentAttempt) error {
	var after []Job
	if attempt != nil {
		after = append(after, CaptureJob{AttemptID: attempt.ID.String()})
	}
	if placed.accounts.InvitationID != nil {
		after = append(after, InvitationMailJob{InvitationID: placed.accounts.InvitationID.String()})
	}
	if c.cfg.Analytics != nil && placed.order.AnonymousID != nil {
		after = append(after, AnalyticsOrderJob{OrderID: placed.order.ID.String()})
	}
	for _, job := range after {
		if err := c.enqueue(ctx, tx, job, JobOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// saveOrder writes the order of a new try: a first one, or the pending one priced again. It gives the
// order with the number of the attempt that it is for.
func (c *Client) saveOrder(ctx context.Context, q *db.Queries, order db.Order, now time.Time) (db.Order, error) {
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
		p.ID = newID()
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
