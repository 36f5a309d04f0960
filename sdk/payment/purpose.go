package payment

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/price"
)

// Purpose is what the payment engine needs to know of what is being paid for: one row for each value of
// orders.purpose. sdk.New fills the table, so that the engine knows no customer.
type Purpose struct {
	// Session is what declines are counted against; empty for nothing.
	Session func(order db.Order) string
	// Place makes what was paid for, in the transaction that approves the attempt. Its answer is passed to the call
	// that waits for the payment. An error of type *UnplaceableError cancels the order and gives the money back.
	Place func(ctx context.Context, q *db.Queries, tx pgx.Tx, held *HeldOutcome, t gateway.Transaction, lang string) (answer any, err error)
	// Follow does what a change of the attempt's meaning changes beside codes, subscriptions and mail.
	Follow func(ctx context.Context, q *db.Queries, tx pgx.Tx, held *HeldOutcome, from, to AttemptRule) error
	// GivenBack frees what waited for an order that can't be placed; nil where nothing does.
	GivenBack func(ctx context.Context, q *db.Queries, order db.Order) error
	// Price works the order's price out again from what the order kept.
	Price func(cat *price.Catalog, in price.Input) (price.Priced, error)
	// WithinPlace and AfterPlace are where a test of faults interrupts it; empty for nowhere.
	WithinPlace, AfterPlace InterruptPoint
}

// SubjectLock queues a statement that locks what an order is about, if that is of its kind. It finds it by the order's
// id: the purpose isn't known before the order is locked, and orders are locked after what they are about. subject
// returns what was locked, or nil.
type SubjectLock func(b *db.Batch, orderID uuid.UUID) (subject func() any)

// Purposes is the table, and the locks of what orders are about: the same registrations are paid for by two purposes.
type Purposes struct {
	rows  map[string]Purpose
	locks []SubjectLock
}

// NewPurposes checks that no row has a hole that a payment would find.
func NewPurposes(rows map[string]Purpose, locks ...SubjectLock) (Purposes, error) {
	for name, row := range rows {
		if row.Session == nil || row.Place == nil || row.Follow == nil || row.Price == nil {
			return Purposes{}, fmt.Errorf("sdk: purpose %s has a row with holes", name)
		}
	}
	return Purposes{rows, locks}, nil
}

// Of returns the row of an order.
func (p Purposes) Of(order db.Order) (Purpose, error) {
	row, ok := p.rows[order.Purpose]
	if !ok {
		return row, fmt.Errorf("order %s: nothing is known of purpose %s", order.ID, order.Purpose)
	}
	return row, nil
}

// UnplaceableError means that an order can't be placed any more, although it is paid for: the money is given back. The
// reason is what the payer is told.
type UnplaceableError struct{ Reason error }

func (e *UnplaceableError) Error() string { return "the order can't be placed: " + e.Reason.Error() }
func (e *UnplaceableError) Unwrap() error { return e.Reason }
