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

// Purpose holds the operations of one value of orders.purpose. sdk.New fills the table, so that this package doesn't import the packages of the
// purposes.
type Purpose struct {
	// Session returns the subject for counting declines; empty for none.
	Session func(order db.Order) string
	// Place creates the purchase, in the transaction that approves the attempt. Its answer goes to the waiting payment call. An *UnplaceableError
	// cancels the order and gives the money back.
	Place func(ctx context.Context, tx *pg.Tx, held *HeldOutcome, t gateway.Transaction, lang string) (answer any, err error)
	// Follow updates everything else that depends on the attempt's state, beside codes, subscriptions and mail.
	Follow func(ctx context.Context, tx *pg.Tx, held *HeldOutcome, from, to AttemptRule) error
	// Unplaced frees whatever waited for an order that can't be placed; nil if nothing waits.
	Unplaced func(ctx context.Context, q *db.Queries, order db.Order) error
	// Price calculates the order's price again from its stored input.
	Price func(cat *price.Catalog, in price.Input) (price.Priced, error)
	// WithinPlace and AfterPlace are points at which a test of faults may interrupt; empty for none.
	WithinPlace, AfterPlace payment.InterruptPoint
}

// SubjectLock queues a statement that locks the subject of an order (a registration, a subscription …), if it is of its kind. It finds the subject by
// the order's id: orders are locked after their subjects, so the purpose isn't known yet. subject returns the locked row, or nil.
type SubjectLock func(b *db.Batch, orderID uuid.UUID) (subject func() any)

// Purposes is the table of purposes, and the locks of the orders' subjects. The locks are separate, since two purposes pay for the same
// registrations.
type Purposes struct {
	rows  map[string]Purpose
	locks []SubjectLock
}

// NewPurposes rejects a row that lacks a function that a payment would call.
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

// UnplaceableError means that a paid order can't be placed any more, and that the money is given back. The payer sees the reason.
type UnplaceableError struct{ Reason error }

func (e *UnplaceableError) Error() string { return "the order can't be placed: " + e.Reason.Error() }
func (e *UnplaceableError) Unwrap() error { return e.Reason }
