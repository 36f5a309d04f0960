package subscriptions

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
)

// Seat is what callers call a subscription: one place in a family, with the payer's contract that pays for it, the last term
// that it has, the account that has the place, and who was invited to it last.
type Seat db.ListSeatsRow

// ID is the id that callers know.
func (s Seat) ID() uuid.UUID { return s.SubscriptionSeat.ID }

// State is the contract's, unless the seat has ended before.
func (s Seat) State() order.SubscriptionState {
	if s.SubscriptionSeat.EndedAs != nil {
		return order.SubscriptionState(*s.SubscriptionSeat.EndedAs)
	}
	return order.SubscriptionState(s.Subscription.State)
}

// endedIn reports whether the seat has ended, but not its contract, during the term that began then.
func (s Seat) endedIn(term time.Time) bool {
	return s.SubscriptionSeat.EndedAs != nil && s.SubscriptionSeat.TermStartsAt.Equal(term)
}

// Renews reports whether another term follows.
func (s Seat) Renews() bool { return s.Subscription.Chargeable && s.SubscriptionSeat.Renews }

// UserID is the user id of who has the place, or was invited to it last; nil where nobody was.
func (s Seat) UserID() *uuid.UUID {
	if s.AccountID != nil {
		return s.AccountID
	}
	return s.InvitedID
}

// IsPayers reports whether who pays for the seat uses it.
func (s Seat) IsPayers() bool {
	return s.AccountID != nil && *s.AccountID == s.Subscription.PayerAccountID
}

// Renewing tells the seats that a renewal pays for from those that were cancelled or have ended.
func Renewing(seats []Seat) []Seat {
	return slices.DeleteFunc(slices.Clone(seats), func(s Seat) bool { return !s.Renews() })
}

// SeatOf reads a seat.
func SeatOf(ctx context.Context, q *db.Queries, id uuid.UUID) (Seat, error) {
	row, err := q.GetSeat(ctx, id)
	return Seat(row), err
}

// SeatsOf reads the seats of a contract, the payer's first.
func SeatsOf(ctx context.Context, q *db.Queries, subscriptionID uuid.UUID) ([]Seat, error) {
	rows, err := q.ListSeats(ctx, []uuid.UUID{subscriptionID})
	if err != nil {
		return nil, fmt.Errorf("seats of subscription: %w", err)
	}
	return seatsOf(rows), nil
}

func seatsOf[R db.ListSeatsRow | db.ListSubscriptionsRow | db.ListPayerSubscriptionsRow](rows []R) []Seat {
	out := make([]Seat, len(rows))
	for i, row := range rows {
		out[i] = Seat(row)
	}
	return out
}

// lockSeats locks the contract of a seat, and reads its seats as they are then.
func lockSeats(ctx context.Context, q *db.Queries, seatID uuid.UUID) (db.Subscription, []Seat, error) {
	contract, err := q.LockSubscription(ctx, seatID)
	if err != nil {
		return contract, nil, fmt.Errorf("lock subscription: %w", err)
	}
	seats, err := SeatsOf(ctx, q, contract.ID)
	return contract, seats, err
}

func seatIDs(seats []Seat) []uuid.UUID {
	ids := make([]uuid.UUID, len(seats))
	for i, s := range seats {
		ids[i] = s.ID()
	}
	return ids
}
