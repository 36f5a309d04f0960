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

// Seat is the part of a place's subscription that the flow of an invited parent needs.
type Seat struct {
	Status string     // InviteeSubscription…
	Payer  *uuid.UUID // nil: unpaid
}

// PaidBy returns true for the payer of the seat.
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
