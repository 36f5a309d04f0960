package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Debt is what an order still costs whose payment was approved and could not be collected.
type Debt struct {
	Amount money.Amount
	// Confirming means that another payment of it is under way: nothing is to be paid until its outcome is known.
	Confirming bool
}

// DebtOf returns what has to be paid again of an order, by its attempts, the oldest first; nil for nothing. The last attempt that the provider ever
// approved decides.
func DebtOf(placed db.Order, attempts []db.PaymentAttempt) *Debt {
	if placed.State != string(order.Placed) {
		return nil
	}
	debt := (*Debt)(nil)
	for _, a := range attempts {
		switch state := StateOf(a); {
		case state == payment.AttemptSettlementDeclined, state == payment.AttemptExpired:
			debt = &Debt{Amount: AttemptAmount(a)}
		case IsOpen(state), !stateAfterCapture(state) && IsLive(state):
			if debt != nil {
				debt.Confirming = true
			}
		case stateAfterCapture(state):
			debt = nil
		}
	}
	return debt
}

// OpenAttemptAgain inserts another attempt of an order that is placed and has a debt, in the transaction that has locked the order by
// LockOrderToPayAgain. p holds how it is paid.
func (c *Engine) OpenAttemptAgain(ctx context.Context, q *db.Queries, locked db.Order, p db.InsertAttemptParams) (db.PaymentAttempt, error) {
	if err := q.FollowAttempt(ctx, c.core.Now(), locked.ID); err != nil {
		return db.PaymentAttempt{}, fmt.Errorf("follow payment attempt: %w", err)
	}
	p.PaysAgain = true
	return c.OpenAttempt(ctx, q, locked, p)
}

// errNothingOwed means that what was bought has ended while it was being paid again.
var errNothingOwed = errors.New("the subscription has ended meanwhile")

// placeAgain is Place of an attempt that pays for an order that stands already: there is nothing to make, only money to take.
func (c *Engine) placeAgain(ctx context.Context, tx *pg.Tx, held *HeldOutcome) error {
	standing, err := tx.StandingOfOrder(ctx, held.OrderID)
	if err != nil {
		return fmt.Errorf("what was bought: %w", err)
	}
	if held.Order.State != string(order.Placed) || standing.Subscription != string(order.SubscriptionSuspended) {
		return &UnplaceableError{Reason: errNothingOwed}
	}
	tx.Enqueue(job.CaptureJob{AttemptID: held.ID.String()}, job.Options{})
	return nil
}

// renewWithAttempt has what was paid again renew with the method that paid, where the payer let it be kept.
func (c *Engine) renewWithAttempt(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	if held.PaymentMethodID == nil {
		return nil
	}
	if err := q.RenewWithAttempt(ctx, *held.PaymentMethodID, c.core.Now(), held.OrderID); err != nil {
		return fmt.Errorf("payment method of subscription: %w", err)
	}
	return nil
}
