package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// purpose is what the payment engine needs to know of what is being paid for: one row for each value of
// orders.purpose. [New] fills the table, so that the engine knows no customer.
type purpose struct {
	// session is what declines are counted against; empty for nothing.
	session func(order db.Order) string
	// place makes what was paid for, in the transaction that approves the attempt. Its answer is passed to whoever
	// waits for the payment. An error of type *unplaceableError cancels the order and gives the money back.
	place func(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, t GatewayTransaction, lang string) (answer any, err error)
	// follow does what a change of the attempt's meaning changes beside codes, subscriptions and mail.
	follow func(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, from, to attemptRule) error
	// givenBack frees what waited for an order that can't be placed; nil where nothing does.
	givenBack func(ctx context.Context, q *db.Queries, order db.Order) error
	// price works the order's price out again from what the order kept.
	price func(cat *Catalog, in PriceInput) (Priced, error)
	// withinPlace and afterPlace are where a test of faults interrupts it; empty for nowhere.
	withinPlace, afterPlace InterruptPoint
}

// subjectLock queues a statement that locks what an order is about, if that is of its kind. It finds it by the order's
// id: the purpose isn't known before the order is locked, and orders are locked after what they are about. subject
// returns what was locked, or nil.
type subjectLock func(b *db.Batch, orderID uuid.UUID) (subject func() any)

// purposes is the table, and the locks of what orders are about: the same registrations are paid for by two purposes.
type purposes struct {
	rows  map[string]purpose
	locks []subjectLock
}

// newPurposes checks that no row has a hole that a payment would find.
func newPurposes(rows map[string]purpose, locks ...subjectLock) (purposes, error) {
	for name, row := range rows {
		if row.session == nil || row.place == nil || row.follow == nil || row.price == nil {
			return purposes{}, fmt.Errorf("sdk: purpose %s has a row with holes", name)
		}
	}
	return purposes{rows, locks}, nil
}

// of returns the row of an order.
func (p purposes) of(order db.Order) (purpose, error) {
	row, ok := p.rows[order.Purpose]
	if !ok {
		return row, fmt.Errorf("order %s: nothing is known of purpose %s", order.ID, order.Purpose)
	}
	return row, nil
}

// unplaceableError means that an order can't be placed any more, although it is paid for: the money is given back. The
// reason is what the payer is told.
type unplaceableError struct{ reason error }

func (e *unplaceableError) Error() string { return "the order can't be placed: " + e.reason.Error() }
func (e *unplaceableError) Unwrap() error { return e.reason }
