package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
)

// Seat is the subscription of an invited parent, as far as the flow depends on it.
type Seat struct {
	Status string // InviteeSubscription…
	PaidBy bool   // false: somebody else pays for it
}

// Seat returns the invited parent's subscription. An account without one returns InviteeSubscriptionNone.
func (c *Client) Seat(ctx context.Context, q *db.Queries, accountID uuid.UUID) (Seat, error) {
	found, err := q.FindSeat(ctx, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Seat{Status: InviteeSubscriptionNone}, nil
	}
	if err != nil {
		return Seat{}, fmt.Errorf("invitation: subscription: %w", err)
	}
	out := Seat{PaidBy: found.PayerAccountID == accountID, Status: InviteeSubscriptionEnded}
	switch order.SubscriptionState(found.State) {
	case order.SubscriptionActive:
		if c.core.Now().Before(found.EndsAt) {
			out.Status = InviteeSubscriptionCurrent
		}
	case order.SubscriptionSuspended:
		out.Status = InviteeSubscriptionSuspended
	case order.SubscriptionCancelled, order.SubscriptionLapsed, order.SubscriptionEnded:
	}
	return out, nil
}
