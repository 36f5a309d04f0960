package subscriptions

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

// debtOf returns what has to be paid again for a subscription; nil for nothing, also once somebody who has one of the seats that the order paid for
// has bought it themselves: its price would be charged for a seat that is paid already, so that is for people to settle.
func debtOf(ctx context.Context, q *db.Queries, s Seat, bought db.Order) (*payments.Debt, error) {
	if s.State() != order.SubscriptionSuspended || !s.SubscriptionTerm.StartsAt.Equal(s.Subscription.TermStartsAt) {
		return nil, nil
	}
	seats, err := SeatsOf(ctx, q, s.Subscription.ID)
	if err != nil || slices.ContainsFunc(seats, func(other Seat) bool { return other.endedIn(s.Subscription.TermStartsAt) }) {
		return nil, err
	}
	attempts, err := q.ListOrderAttempts(ctx, bought.ID)
	if err != nil {
		return nil, fmt.Errorf("payments of subscription: %w", err)
	}
	return payments.DebtOf(bought, attempts), nil
}

// dueOf is [debtOf] as the payer reads it.
func (c *Engine) dueOf(ctx context.Context, s Seat, bought db.Order, meta caller.Meta) (*subscription.Due, error) {
	debt, err := debtOf(ctx, c.core.Q, s, bought)
	if debt == nil || err != nil {
		return nil, err
	}
	locale, err := c.core.LocaleIn(ctx, bought.Country, cmp.Or(meta.Locale, text.Language(meta.Lang)))
	if err != nil {
		return nil, err
	}
	return &subscription.Due{
		Amount: debt.Amount.Decimal(), AmountFormatted: debt.Amount.Format(locale), Currency: string(debt.Amount.Currency),
		Country: pg.OrEmpty(bought.Country), KeepsMethod: keepsMethod(s, bought), Confirming: debt.Confirming,
	}, nil
}

// keepsMethod reports whether the method that pays a debt is kept: the payer let the first one be kept, and the subscription is to renew.
func keepsMethod(s Seat, bought db.Order) bool {
	return bought.StorePayment && s.Subscription.PaymentMethodID != nil && s.SubscriptionSeat.Renews
}

// owes reports whether a subscription waits for its payer to pay again.
func (c *Engine) owes(ctx context.Context, s Seat) (bool, error) {
	bought, err := c.orderOf(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return false, err
	}
	debt, err := debtOf(ctx, c.core.Q, s, bought)
	return debt != nil, err
}

func (c *Engine) orderOf(ctx context.Context, q *db.Queries, id uuid.UUID) (db.Order, error) {
	bought, err := q.GetOrder(ctx, id)
	if err != nil {
		return bought, fmt.Errorf("order of subscription: %w", err)
	}
	return bought, nil
}
