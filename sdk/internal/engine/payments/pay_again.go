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

// Debt is the amount due on an order after its approved payment could not be collected.
type Debt struct {
	Amount money.Amount
	// Confirming means that another payment of it is under way. The payer must not pay until its outcome is known.
	Confirming bool
}

// DebtOf returns the debt of an order, or nil. attempts are the order's, oldest first. The last one that the provider ever approved decides.
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

// OpenAttemptAgain inserts another attempt of a placed order with a debt. The transaction must have locked the order by LockOrderToPayAgain. p holds
// the payment method.
func (c *Engine) OpenAttemptAgain(ctx context.Context, q *db.Queries, locked db.Order, p db.InsertAttemptParams) (db.PaymentAttempt, error) {
	if err := q.FollowAttempt(ctx, c.core.Now(), locked.ID); err != nil {
		return db.PaymentAttempt{}, fmt.Errorf("follow payment attempt: %w", err)
	}
	p.PaysAgain = true
	return c.OpenAttempt(ctx, q, locked, p)
}

// errNothingOwed means that the subscription ended while it was being paid again.
var errNothingOwed = errors.New("the subscription has ended meanwhile")

// placeAgain replaces [Purpose.Place] for an order that is already placed: it only checks the subscription, and enqueues the capture.
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

// renewWithAttempt makes the subscription renew with the attempt's payment method, if the payer let it be kept.
func (c *Engine) renewWithAttempt(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	if held.PaymentMethodID == nil {
		return nil
	}
	if err := q.RenewWithAttempt(ctx, *held.PaymentMethodID, c.core.Now(), held.OrderID); err != nil {
		return fmt.Errorf("payment method of subscription: %w", err)
	}
	return nil
}
