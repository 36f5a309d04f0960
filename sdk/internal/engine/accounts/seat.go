package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
)

// Seat is the subscription that pays for a place in a family, as far as the flow of an invited parent depends on it.
type Seat struct {
	Status string     // InviteeSubscription…
	Payer  *uuid.UUID // nil: nobody has paid
}

// PaidBy reports whether a user pays for the seat.
func (s Seat) PaidBy(userID uuid.UUID) bool { return s.Payer != nil && *s.Payer == userID }

// Seat returns the subscription of a place. A place without one returns InviteeSubscriptionNone.
func (c *Engine) Seat(ctx context.Context, q *db.Queries, p Place) (Seat, error) {
	found, err := q.FindSeat(ctx, p.Family, p.Role)
	if errors.Is(err, pgx.ErrNoRows) {
		return Seat{Status: InviteeSubscriptionNone}, nil
	}
	if err != nil {
		return Seat{}, fmt.Errorf("invitation: subscription: %w", err)
	}
	out := Seat{Payer: &found.PayerAccountID, Status: InviteeSubscriptionEnded}
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
