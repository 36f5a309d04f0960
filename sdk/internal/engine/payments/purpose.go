package payments

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// Purpose is what the payment engine needs to know of what is being paid for: one row for each value of
// orders.purpose. sdk.New fills the table, so that the engine knows no customer.
type Purpose struct {
	// Session is what declines are counted against; empty for nothing.
	Session func(order db.Order) string
	// Place creates what was paid for, in the transaction that approves the attempt. Its answer goes to the call
	// that waits for the payment. An error of type *UnplaceableError cancels the order and gives the money back.
	Place func(ctx context.Context, tx *pg.Tx, held *HeldOutcome, t gateway.Transaction, lang string) (answer any, err error)
	// Follow updates what else depends on the state of the attempt, beside codes, subscriptions and mail.
	Follow func(ctx context.Context, tx *pg.Tx, held *HeldOutcome, from, to AttemptRule) error
	// Unplaced frees what waited for an order that can't be placed; nil if nothing waits.
	Unplaced func(ctx context.Context, q *db.Queries, order db.Order) error
	// Price calculates the order's price again from what the order stored.
	Price func(cat *price.Catalog, in price.Input) (price.Priced, error)
	// WithinPlace and AfterPlace are where a test of faults interrupts it; empty for nowhere.
	WithinPlace, AfterPlace payment.InterruptPoint
}

// SubjectLock queues a statement that locks the subject of an order (a registration, a subscription …), if it is of its
// kind. It finds the subject by the order's id: the purpose isn't known before the order is locked, and orders are locked
// after their subjects. subject returns the locked row, or nil.
type SubjectLock func(b *db.Batch, orderID uuid.UUID) (subject func() any)

// Purposes is the table, and the locks of the orders' subjects: two purposes pay for the same registrations.
type Purposes struct {
	rows  map[string]Purpose
	locks []SubjectLock
}

// NewPurposes refuses a row that lacks a function that a payment would call.
func NewPurposes(rows map[string]Purpose, locks ...SubjectLock) (Purposes, error) {
	for name, row := range rows {
		if row.Session == nil || row.Place == nil || row.Follow == nil || row.Price == nil {
			return Purposes{}, fmt.Errorf("payment: purpose %s lacks Session, Place, Follow or Price", name)
		}
	}
	return Purposes{rows, locks}, nil
}

// Of returns the row of an order.
func (p Purposes) Of(order db.Order) (Purpose, error) {
	row, ok := p.rows[order.Purpose]
	if !ok {
		return row, fmt.Errorf("order %s: unknown purpose %q", order.ID, order.Purpose)
	}
	return row, nil
}

// UnplaceableError means that an order can't be placed any more, although it is paid for: the money is given back. The
// payer sees the reason.
type UnplaceableError struct{ Reason error }

func (e *UnplaceableError) Error() string { return "the order can't be placed: " + e.Reason.Error() }
func (e *UnplaceableError) Unwrap() error { return e.Reason }
