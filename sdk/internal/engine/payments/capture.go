package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Capture implements [payment.Client].
func (c *Engine) Capture(ctx context.Context, attemptID string) error {
	id, err := uuid.Parse(attemptID)
	if err != nil {
		return fmt.Errorf("capture: attempt id: %w", err)
	}
	c.Interrupt(payment.InterruptBeforeCapture)
	a, again, err := c.beginCapture(ctx, id, false)
	if errors.Is(err, errOldAuthorization) {
		if over, err := c.authorizationExpired(ctx, a); over || err != nil {
			return err
		}
		a, again, err = c.beginCapture(ctx, id, true)
	}
	switch {
	case errors.Is(err, ErrNothingToDo):
		return nil
	case errors.Is(err, errNotPlaced):
		return c.Void(ctx, attemptID)
	case err != nil:
		return err
	}
	c.Interrupt(payment.InterruptBegunCapture)
	t, err := c.capture(ctx, a, again)
	c.Interrupt(payment.InterruptAfterCapture)
	err = c.endCapture(ctx, a, t, err)
	c.Interrupt(payment.InterruptAfterSettle)
	return err
}

var (
	// ErrNothingToDo means that the work is done already, or that another process is doing it.
	ErrNothingToDo = errors.New("nothing to do")
	errNotPlaced   = errors.New("order isn't placed")
	// errOldAuthorization means that the authorization may have expired.
	errOldAuthorization = errors.New("authorization is old")
)

// beginCapture commits that a capture is about to be sent. It returns again if an earlier process may have sent one. An old authorization is captured
// only after the caller has checked it at the provider, and set checked.
func (c *Engine) beginCapture(ctx context.Context, id uuid.UUID, checked bool) (a db.PaymentAttempt, again bool, err error) {
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		again = false
		locked, err := tx.LockAttempt(ctx, id)
		if err != nil {
			return fmt.Errorf("lock payment attempt: %w", err)
		}
		held := heldOutcome(locked)
		defer func() { a = held.PaymentAttempt }()
		now := c.core.Now()
		switch state := StateOf(held.PaymentAttempt); {
		case now.Before(held.LeaseUntil):
			return ErrNothingToDo // another process holds the lease
		case state == payment.AttemptAuthorised && !checked && now.Sub(pg.OrZero(held.DecidedAt)) >= c.config.AuthorizationLife:
			return errOldAuthorization
		case state == payment.AttemptAuthorised && held.Order.State != string(order.Placed):
			return errNotPlaced
		case state == payment.AttemptAuthorised:
		case state == payment.AttemptCapturing:
			again = true // the lease of the process that sent it has ended
		default:
			return ErrNothingToDo
		}
		held.Fence++ // the event is written under the new fence
		held.LeaseUntil = now.Add(c.config.Lease)
		held.CaptureTries++
		held.CheckAt = pg.Ptr(held.LeaseUntil)
		if again {
			return c.saveAttempt(ctx, tx.Queries, &held)
		}
		return c.moveAttempt(ctx, tx, &held, payment.EventCapture, "")
	})
	return a, again, err
}

// capture captures a transaction at the provider. Unless the response is a clear success, it then reads the transaction's state.
func (c *Engine) capture(ctx context.Context, a db.PaymentAttempt, again bool) (gateway.Transaction, error) {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	id := pg.OrEmpty(a.TransactionID)
	if again {
		t, err := c.core.Gateway.Find(ctx, id)
		if err != nil || t.Status != gateway.Authorized {
			return t, err
		}
	}
	t, err := c.core.Gateway.Capture(ctx, id)
	if err == nil && t.Status.Captured() {
		return t, nil
	}
	return c.core.Gateway.Find(ctx, id)
}

// endCapture stores the result of a capture.
func (c *Engine) endCapture(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction, callErr error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		held.endLease(c.core.Now())
		return c.noteCapture(ctx, tx, held, t, callErr)
	})
	if errors.Is(err, errFenceLost) {
		return nil // the process that took over continues
	}
	return err
}

// noteCapture applies the provider's result of a capture to the attempt.
func (c *Engine) noteCapture(ctx context.Context, tx *pg.Tx, held *HeldOutcome, t gateway.Transaction, callErr error) error {
	answered := callErr == nil
	over := t.Status == gateway.Voided || t.Status == gateway.AuthorizationExpired || t.Status.Refused()
	switch {
	case answered && t.Status.Captured() && Matches(held.PaymentAttempt, t):
		held.CapturedAt = pg.Ptr(c.core.Now())
		if err := c.moveAttempt(ctx, tx, held, payment.EventSettle, string(t.Status)); err != nil {
			return err
		}
		return c.noteMovement(ctx, tx.Queries, held.PaymentAttempt, movementSale, t)
	case answered && (over || t.Status.Captured()), int(held.CaptureTries) >= c.config.CaptureTries:
		// The capture is impossible, was for another amount, or got no response too often. An operator must look.
		detail := string(t.Status)
		if !answered {
			detail = "no answer"
		}
		c.core.Log.Error("payment capture failed", "attempt", held.ID, "status", t.Status, "error", callErr)
		if err := c.moveAttempt(ctx, tx, held, payment.EventFail, detail); err != nil {
			return err
		}
		return c.moveAttempt(ctx, tx, held, payment.EventEscalate, detail)
	}
	held.CheckAt = pg.Ptr(c.core.Now().Add(c.searchPause(held.CaptureTries)))
	return c.saveAttempt(ctx, tx.Queries, held)
}

// Void implements [payment.Client].
func (c *Engine) Void(ctx context.Context, attemptID string) error {
	id, err := uuid.Parse(attemptID)
	if err != nil {
		return fmt.Errorf("void: attempt id: %w", err)
	}
	a, err := c.core.Q.GetAttempt(ctx, id)
	if err != nil {
		return fmt.Errorf("void: %w", err)
	}
	placed, err := c.core.Q.GetOrder(ctx, a.OrderID)
	if err != nil {
		return fmt.Errorf("void: order: %w", err)
	}
	if StateOf(a) != payment.AttemptAuthorised || placed.State == string(order.Placed) {
		return nil
	}
	a, err = c.core.Q.ClaimAttempt(ctx, c.core.Now().Add(c.config.Lease), c.core.Now(), id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // another process holds the lease
	}
	if err != nil {
		return fmt.Errorf("void: claim: %w", err)
	}
	voided, callErr := c.voidTransaction(ctx, pg.OrEmpty(a.TransactionID))
	return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		if !voided {
			c.core.Log.Warn("authorization not voided yet", "attempt", a.ID, "error", callErr)
			return c.searchLater(ctx, tx.Queries, held)
		}
		return c.moveAttempt(ctx, tx, held, payment.EventVoid, "")
	})
}

// voidTransaction voids a transaction at the provider and returns true if it no longer holds money.
func (c *Engine) voidTransaction(ctx context.Context, transactionID string) (bool, error) {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Void(ctx, transactionID)
	if err != nil || t.Status != gateway.Voided {
		t, err = c.core.Gateway.Find(ctx, transactionID)
	}
	c.Interrupt(payment.InterruptAfterVoid)
	return err == nil && (t.Status == gateway.Voided || t.Status == gateway.AuthorizationExpired || t.Status.Refused()), err
}
