package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// SubscriptionState is the life of a subscription.
type SubscriptionState string

// The states of a subscription.
const (
	SubscriptionActive    SubscriptionState = "active"
	SubscriptionSuspended SubscriptionState = "suspended" // its payment has failed after all
	SubscriptionCancelled SubscriptionState = "cancelled" // its payment was given back
	SubscriptionLapsed    SubscriptionState = "lapsed"    // it could not be renewed
	SubscriptionEnded     SubscriptionState = "ended"     // its term is over
)

// termEnd is the end of a term of whole years: the same day of the year, 28 February for 29.
func termEnd(start time.Time, years int) time.Time {
	end := start.AddDate(years, 0, 0)
	if start.Month() == time.February && start.Day() == 29 && end.Month() == time.March {
		end = end.AddDate(0, 0, -1)
	}
	return end
}

// startSubscriptions starts a term for each seat: the payer's, and the co-parent's where it is paid for,
// which their account takes up when joining. Only a kept payment method renews.
func (c *Client) startSubscriptions(ctx context.Context, q *db.Queries, order db.Order, accounts createdAccounts, attempt *db.PaymentAttempt) error {
	now := c.now()
	holders := []uuid.UUID{accounts.AccountID}
	if order.Seats == 2 {
		if accounts.CoParentID == nil {
			return fmt.Errorf("order %s: a second seat and nobody to sit on it", order.ID)
		}
		holders = append(holders, *accounts.CoParentID)
	}
	shares, err := money.New(order.RenewalMinor, money.Currency(order.Currency)).Split(len(holders))
	if err != nil {
		return fmt.Errorf("order %s: renewal shares: %w", order.ID, err)
	}
	var method *uuid.UUID
	if attempt != nil {
		method = attempt.PaymentMethodID
	}
	for i, holder := range holders {
		err := q.InsertSubscription(ctx, db.InsertSubscriptionParams{
			ID: newID(), FamilyID: accounts.FamilyID, AccountID: holder, PayerAccountID: accounts.AccountID,
			OrderID: order.ID, Seat: int16(i + 1), PackageID: order.PackageID, PackageName: order.PackageName,
			ProductID: order.ProductID, Services: order.Services, Years: order.Years, Currency: order.Currency,
			RenewalMinor: shares[i].Minor, Renews: method != nil, PaymentMethodID: method,
			StartsAt: now, EndsAt: termEnd(now, int(order.Years)), Now: now,
		})
		if err != nil {
			return fmt.Errorf("start subscription: %w", err)
		}
	}
	return nil
}
