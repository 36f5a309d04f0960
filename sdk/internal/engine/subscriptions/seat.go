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

// Seat is one place in a family; callers know it as a subscription. It holds the payer's contract, the seat's last term, the account in the place,
// and the last invitee.
type Seat db.ListSeatsRow

// ID returns the id that callers use.
func (s Seat) ID() uuid.UUID { return s.SubscriptionSeat.ID }

// State returns the contract's state, unless the seat ended earlier.
func (s Seat) State() order.SubscriptionState {
	if s.SubscriptionSeat.EndedAs != nil {
		return order.SubscriptionState(*s.SubscriptionSeat.EndedAs)
	}
	return order.SubscriptionState(s.Subscription.State)
}

// endedIn reports whether the seat ended in the term with this start. False if its contract ended with it.
func (s Seat) endedIn(term time.Time) bool {
	return s.SubscriptionSeat.EndedAs != nil && s.SubscriptionSeat.TermStartsAt.Equal(term)
}

// Renews reports whether another term follows.
func (s Seat) Renews() bool { return s.Subscription.Chargeable && s.SubscriptionSeat.Renews }

// UserID returns the user id of the account in the place, or of the last invitee; nil for neither.
func (s Seat) UserID() *uuid.UUID {
	if s.AccountID != nil {
		return s.AccountID
	}
	return s.InvitedID
}

// IsPayers reports whether the payer uses the seat.
func (s Seat) IsPayers() bool {
	return s.AccountID != nil && *s.AccountID == s.Subscription.PayerAccountID
}

// Renewing returns the seats that the next renewal pays for: neither canceled nor ended.
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

// lockSeats locks the contract of a seat, then reads its seats.
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
