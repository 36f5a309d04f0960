package checkout

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
)

// startSubscriptions starts a term for each seat: the payer's, and the co-parent's where it is paid for,
// which their account takes over when they join. Only a stored payment method renews.
func (c *Client) startSubscriptions(ctx context.Context, q *db.Queries, placed db.Order, accounts CreatedAccounts, attempt *db.PaymentAttempt) error {
	now := c.core.Now()
	holders := []uuid.UUID{accounts.AccountID}
	if placed.Seats == 2 {
		if accounts.CoParentID == nil {
			return fmt.Errorf("order %s: a second seat and nobody to sit on it", placed.ID)
		}
		holders = append(holders, *accounts.CoParentID)
	}
	shares, err := money.New(placed.RenewalMinor, money.Currency(placed.Currency)).Split(len(holders))
	if err != nil {
		return fmt.Errorf("order %s: renewal shares: %w", placed.ID, err)
	}
	var method *uuid.UUID
	if attempt != nil {
		method = attempt.PaymentMethodID
	}
	for i, holder := range holders {
		err := q.InsertSubscription(ctx, db.InsertSubscriptionParams{
			ID: pg.NewID(), FamilyID: accounts.FamilyID, AccountID: holder, PayerAccountID: accounts.AccountID,
			OrderID: placed.ID, Seat: int16(i + 1), PackageID: placed.PackageID, PackageName: placed.PackageName,
			ProductID: placed.ProductID, Services: placed.Services, Years: placed.Years, Currency: placed.Currency,
			RenewalMinor: shares[i].Minor, Renews: method != nil, PaymentMethodID: method,
			StartsAt: now, EndsAt: order.TermEnd(now, int(placed.Years)), Now: now,
		})
		if err != nil {
			return fmt.Errorf("start subscription: %w", err)
		}
	}
	return nil
}
