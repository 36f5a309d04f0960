package checkouts

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
)

// startSubscription starts the payer's contract and its first term, with a seat for the payer. If the co-parent's seat is paid, it adds that one:
// anyone may take it later. Only a stored payment method renews.
func (c *Engine) startSubscription(ctx context.Context, q *db.Queries, placed db.Order, accounts CreatedAccounts, attempt *db.PaymentAttempt) error {
	seats := min(int(placed.Seats), 2)
	shares, err := money.New(placed.RenewalMinor, money.Currency(placed.Currency)).Split(seats)
	if err != nil {
		return fmt.Errorf("order %s: renewal shares: %w", placed.ID, err)
	}
	start := db.StartSubscriptionParams{
		ID: pg.NewID(), FamilyID: accounts.FamilyID, PayerAccountID: accounts.AccountID, Currency: placed.Currency,
	}
	for _, share := range shares {
		start.SeatIds, start.RenewalsMinor = append(start.SeatIds, pg.NewID()), append(start.RenewalsMinor, share.Minor)
	}
	if attempt != nil {
		start.PaymentMethodID = attempt.PaymentMethodID
	}
	term := orders.FirstTerm(placed, start.ID, *placed.PlacedAt)
	start.StartsAt, start.EndsAt, start.Zone, start.OrderID, start.Years = term.StartsAt, term.EndsAt, term.Zone, term.OrderID, term.Years
	start.PackageID, start.PackageName, start.ProductID, start.Services = term.PackageID, term.PackageName, term.ProductID, term.Services
	if err := q.StartSubscription(ctx, start); err != nil {
		return fmt.Errorf("start subscription: %w", err)
	}
	return nil
}
