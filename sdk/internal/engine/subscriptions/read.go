package subscriptions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

func subscriptionOf(s Seat) subscription.Subscription {
	seat, contract, term := s.SubscriptionSeat, s.Subscription, s.SubscriptionTerm
	out := subscription.Subscription{
		ID: s.ID().String(), State: s.State(), PayerID: contract.PayerAccountID.String(), OrderID: term.OrderID.String(),
		Seat: int(seat.Number), PackageID: int(term.PackageID), PackageName: term.PackageName, Years: int(term.Years),
		StartsAt: term.StartsAt.UTC(), EndsAt: term.EndsAt.UTC(), EndsOn: orders.EndsOn(term),
		Renews: s.Renews(), Renewal: money.New(seat.RenewalMinor, money.Currency(contract.Currency)).Decimal(), Currency: contract.Currency,
		RenewingNow: contract.RenewingSince != nil && (seat.CancelledAt == nil || !seat.CancelledAt.Before(*contract.RenewingSince)),
	}
	if user := s.UserID(); user != nil {
		out.UserID = user.String()
	}
	if seat.TermStartsAt.Equal(contract.TermStartsAt) { // an ended seat has no part in later renewals
		out.RefusedTries = int(contract.Tries)
	}
	if contract.RetryAt != nil && seat.Renews {
		out.NextTryAt, out.NextTryOn = pg.Ptr(contract.RetryAt.UTC()), day.On(*contract.RetryAt, term.Zone)
	}
	if seat.CancelledAt != nil {
		out.CancelledAt = pg.Ptr(seat.CancelledAt.UTC())
	}
	return out
}

// List implements [subscription.Client].
func (c *Engine) List(ctx context.Context, f subscription.Filter) ([]subscription.Subscription, error) {
	if f.State != "" && !slices.Contains(subscription.States, f.State) {
		return nil, subscription.Invalid
	}
	before, err := core.OlderThan(f.Before, subscription.NotFound)
	if err != nil {
		return nil, err
	}
	var ends *time.Time
	if !f.EndsBefore.IsZero() {
		ends = &f.EndsBefore
	}
	rows, err := c.core.Q.ListSubscriptions(ctx, before, pg.Optional(string(f.State)), ends, core.Listed(f.Limit, core.MostListed))
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	return subscriptionsOf(seatsOf(rows)), nil
}

func subscriptionsOf(rows []Seat) []subscription.Subscription {
	out := make([]subscription.Subscription, len(rows))
	for i, s := range rows {
		out[i] = subscriptionOf(s)
	}
	return out
}

// Find implements [subscription.Client].
func (c *Engine) Find(ctx context.Context, id string) (*subscription.Detail, error) {
	s, err := c.findSubscription(ctx, id)
	if err != nil {
		return nil, err
	}
	orders, err := c.core.Q.ListRenewalOrders(ctx, s.ID())
	if err != nil {
		return nil, fmt.Errorf("renewals of subscription: %w", err)
	}
	out := &subscription.Detail{Subscription: subscriptionOf(s), Renewals: make([]subscription.Term, len(orders))}
	if out.NextTryAt != nil {
		out.Recourse, out.DeclinedAs = gateway.Recourse(pg.OrEmpty(s.Subscription.Recourse)), pg.OrEmpty(s.Subscription.DeclinedAs)
	}
	if out.CardExpires, err = c.cardExpires(ctx, s.Subscription); err != nil {
		return nil, err
	}
	bought, err := c.orderOf(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return nil, err
	}
	if out.Due, err = c.dueOf(ctx, s, bought, caller.Meta{}); err != nil {
		return nil, err
	}
	for i, o := range orders {
		cur := money.Currency(o.Currency)
		out.Renewals[i] = subscription.Term{
			OrderID: o.ID.String(), State: order.State(o.State), StartsAt: pg.OrZero(o.TermStartsAt).UTC(), Tax: money.New(o.TaxMinor, cur).Decimal(),
			Total: money.New(o.TotalMinor, cur).Decimal(), Currency: o.Currency, Attempts: int(o.Attempts),
		}
		if o.PlacedAt != nil {
			out.Renewals[i].PlacedAt = pg.Ptr(o.PlacedAt.UTC())
		}
	}
	return out, nil
}

// cardExpires returns the last month in which the kept card is valid, "" for none.
func (c *Engine) cardExpires(ctx context.Context, contract db.Subscription) (string, error) {
	if contract.PaymentMethodID == nil {
		return "", nil
	}
	kept, err := c.core.Q.GetPaymentMethod(ctx, *contract.PaymentMethodID)
	if err != nil {
		return "", fmt.Errorf("payment method of subscription: %w", err)
	}
	if kept.ExpiresAt == nil {
		return "", nil
	}
	return kept.ExpiresAt.UTC().AddDate(0, 0, -1).Format("2006-01"), nil
}

func (c *Engine) findSubscription(ctx context.Context, id string) (Seat, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return Seat{}, subscription.NotFound
	}
	s, err := SeatOf(ctx, c.core.Q, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, subscription.NotFound
	}
	if err != nil {
		return s, fmt.Errorf("subscription: %w", err)
	}
	return s, nil
}

// Own implements [subscription.Client].
func (c *Engine) Own(ctx context.Context, token secret.Secret) ([]subscription.Subscription, error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListPayerSubscriptions(ctx, owner.ID)
	if err != nil {
		return nil, fmt.Errorf("own subscriptions: %w", err)
	}
	out := subscriptionsOf(seatsOf(rows))
	for i := range out {
		if out[i].PayerID != owner.ID.String() {
			out[i].Renewal, out[i].RefusedTries, out[i].NextTryAt, out[i].RenewingNow = "", 0, nil, false
		}
	}
	return out, nil
}
