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

// debtOf returns the debt of a suspended subscription, nil for none. It also returns nil once a user of one of the order's seats has bought the seat
// themselves: the debt includes the price of that seat, so an operator has to settle it.
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

// dueOf returns [debtOf] in the payer's language and number format.
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

// keepsMethod reports whether the provider keeps the method that pays a debt: the payer let the first one be kept, and the subscription renews.
func keepsMethod(s Seat, bought db.Order) bool {
	return bought.StorePayment && s.Subscription.PaymentMethodID != nil && s.SubscriptionSeat.Renews
}

// owes reports whether the payer has to pay again for a subscription.
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
