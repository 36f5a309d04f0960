package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// CapturePayment settles the authorisation of a placed order. It may be called any number of times and
// moves the money once: an attempt that was begun before is asked about first. An error of the provider is
// no error here: the attempt stays, and the sweep tries again. Where the order isn't placed (any more) the
// authorisation is voided instead.
func (c *Client) CapturePayment(ctx context.Context, attemptID string) error {
	id, err := uuid.Parse(attemptID)
	if err != nil {
		return fmt.Errorf("capture: attempt id: %w", err)
	}
	c.interrupt(InterruptBeforeCapture)
	if a, err := c.q.GetAttempt(ctx, id); err == nil {
		if over, err := c.authorisationOver(ctx, a); over || err != nil {
			return err
		}
	}
	a, asked, err := c.beginCapture(ctx, id)
	switch {
	case errors.Is(err, errNothingToDo):
		return nil
	case errors.Is(err, errNotPlaced):
		return c.VoidPayment(ctx, attemptID)
	case err != nil:
		return err
	}
	c.interrupt(InterruptBegunCapture)
	t, err := c.capture(ctx, a, asked)
	c.interrupt(InterruptAfterCapture)
	err = c.endCapture(ctx, a, t, err)
	c.interrupt(InterruptAfterSettle)
	return err
}

var (
	errNothingToDo = errors.New("nothing to do")
	errNotPlaced   = errors.New("order isn't placed")
)

// beginCapture commits that a capture is about to be sent. again tells that one may have been sent before.
func (c *Client) beginCapture(ctx context.Context, id uuid.UUID) (a db.PaymentAttempt, again bool, err error) {
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		a, err = q.LockAttempt(ctx, id)
		if err != nil {
			return fmt.Errorf("lock payment attempt: %w", err)
		}
		order, err := q.GetOrder(ctx, a.OrderID)
		if err != nil {
			return fmt.Errorf("order of attempt: %w", err)
		}
		now := c.now()
		switch state := AttemptState(a.State); {
		case now.Before(a.LeaseUntil):
			return errNothingToDo // somebody is at it
		case state == AttemptAuthorised && order.State != string(OrderPlaced):
			return errNotPlaced
		case state == AttemptAuthorised:
		case state == AttemptCapturing:
			again = true // whoever sent it is gone
		default:
			return errNothingToDo
		}
		// The claim first, so that the event is written under the new fence.
		a, err = q.TakeOverAttempt(ctx, now.Add(c.cfg.Payment.Lease), now, id)
		if err != nil {
			return fmt.Errorf("claim payment attempt: %w", err)
		}
		a.CaptureTries++
		a.CheckAt = ptr(a.LeaseUntil)
		if again {
			return c.saveAttempt(ctx, q, a)
		}
		held := heldOutcome{PaymentAttempt: a, order: order}
		err = c.moveAttempt(ctx, q, tx, &held, EventCapture, "")
		a = held.PaymentAttempt
		return err
	})
	return a, again, err
}

// capture asks the provider, and after anything but a plain yes asks what became of it.
func (c *Client) capture(ctx context.Context, a db.PaymentAttempt, again bool) (GatewayTransaction, error) {
	ctx, cancel := c.gatewayContext(ctx)
	defer cancel()
	id := orEmpty(a.TransactionID)
	if again {
		t, err := c.cfg.Gateway.Find(ctx, id)
		if err != nil || t.Status != GatewayAuthorized {
			return t, err
		}
	}
	t, err := c.cfg.Gateway.Capture(ctx, id)
	if err == nil && t.Status.Captured() {
		return t, nil
	}
	return c.cfg.Gateway.Find(ctx, id)
}

// endCapture writes down what became of a capture.
func (c *Client) endCapture(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, callErr error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		held.release(c.now())
		return c.noteCapture(ctx, q, tx, &held, t, callErr)
	})
	if errors.Is(err, errFenceLost) {
		return nil // whoever took over will find out
	}
	return err
}

// noteCapture takes the attempt to what the provider says of its capture.
func (c *Client) noteCapture(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, t GatewayTransaction, callErr error) error {
	answered := callErr == nil
	over := t.Status == GatewayVoided || t.Status == GatewayAuthorizationExpired || t.Status.Refused()
	switch {
	case answered && t.Status.Captured() && matches(held.PaymentAttempt, t):
		held.CapturedAt = ptr(c.now())
		return c.moveAttempt(ctx, q, tx, held, EventSettle, string(t.Status))
	case answered && (over || t.Status.Captured()), int(held.CaptureTries) >= c.cfg.Payment.CaptureTries:
		// It can't be captured, was captured for another amount, or won't answer: a person has to look.
		detail := string(t.Status)
		if !answered {
			detail = "no answer"
		}
		c.cfg.Log.Error("payment capture failed", "attempt", held.ID, "status", t.Status, "error", callErr)
		if err := c.moveAttempt(ctx, q, tx, held, EventFail, detail); err != nil {
			return err
		}
		return c.moveAttempt(ctx, q, tx, held, EventEscalate, detail)
	}
	held.CheckAt = ptr(c.now().Add(c.searchPause(held.CaptureTries)))
	return c.saveAttempt(ctx, q, held.PaymentAttempt)
}

// VoidPayment releases an authorisation that no order stands for. It may be called any number of times.
// An authorisation of a placed order is left alone.
func (c *Client) VoidPayment(ctx context.Context, attemptID string) error {
	id, err := uuid.Parse(attemptID)
	if err != nil {
		return fmt.Errorf("void: attempt id: %w", err)
	}
	a, err := c.q.GetAttempt(ctx, id)
	if err != nil {
		return fmt.Errorf("void: %w", err)
	}
	order, err := c.q.GetOrder(ctx, a.OrderID)
	if err != nil {
		return fmt.Errorf("void: order: %w", err)
	}
	if AttemptState(a.State) != AttemptAuthorised || order.State == string(OrderPlaced) {
		return nil
	}
	a, err = c.q.ClaimAttempt(ctx, c.now().Add(c.cfg.Payment.Lease), c.now(), id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // somebody is at it
	}
	if err != nil {
		return fmt.Errorf("void: claim: %w", err)
	}
	voided, callErr := c.release(ctx, orEmpty(a.TransactionID))
	return c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *heldOutcome) error {
		if !voided {
			c.cfg.Log.Warn("authorisation not voided yet", "attempt", a.ID, "error", callErr)
			return c.searchLater(ctx, q, held)
		}
		return c.moveAttempt(ctx, q, tx, held, EventVoid, "")
	})
}

// release voids a transaction and reports whether nothing is held any more.
func (c *Client) release(ctx context.Context, transactionID string) (bool, error) {
	ctx, cancel := c.gatewayContext(ctx)
	defer cancel()
	t, err := c.cfg.Gateway.Void(ctx, transactionID)
	if err != nil || t.Status != GatewayVoided {
		t, err = c.cfg.Gateway.Find(ctx, transactionID)
	}
	c.interrupt(InterruptAfterVoid)
	return err == nil && (t.Status == GatewayVoided || t.Status == GatewayAuthorizationExpired || t.Status.Refused()), err
}
