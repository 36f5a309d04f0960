package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Webhook implements [payment.Client].
func (c *Engine) Webhook(ctx context.Context, signature, payload string) error {
	n, err := c.core.Gateway.Notification(signature, payload)
	if err != nil {
		return fault.New(payment.WebhookRefused.Kind, payment.WebhookRefused.Code, err)
	}
	a, err := c.attemptOfNotification(ctx, n)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	c.core.Log.Info("webhook", "kind", n.Kind, "attempt", a.ID, "dispute", n.DisputeID)
	switch state := StateOf(a); {
	case stateAfterCapture(state):
		return c.settleOne(ctx, a)
	case state == payment.AttemptReview, state == payment.AttemptCaptureFailed: // an operator decides
		return nil
	}
	return c.Reconcile(ctx, a.ID.String())
}

// attemptOfNotification finds the attempt by its transaction, or by our order id if no money has moved yet.
func (c *Engine) attemptOfNotification(ctx context.Context, n gateway.Notification) (db.PaymentAttempt, error) {
	if n.TransactionID != "" {
		a, err := c.core.Q.FindAttemptByTransaction(ctx, n.TransactionID)
		if !errors.Is(err, pgx.ErrNoRows) {
			return a, err
		}
	}
	order, number, ours := payment.ParseGatewayOrderID(n.OrderID)
	if !ours {
		return db.PaymentAttempt{}, pgx.ErrNoRows
	}
	return c.core.Q.FindAttemptByNumber(ctx, order, number)
}

// authorizationExpired checks an old authorization at the provider. If it expired before its capture, authorizationExpired ends the attempt and returns
// true.
func (c *Engine) authorizationExpired(ctx context.Context, a db.PaymentAttempt) (bool, error) {
	call, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, pg.OrEmpty(a.TransactionID))
	if err != nil || t.Status != gateway.AuthorizationExpired {
		return false, nil // then the capture returns the error
	}
	c.core.Log.Error("authorization ran out before it was captured", "attempt", a.ID, "order", a.OrderID)
	err = c.moveIdle(ctx, a, payment.EventExpire, t)
	if errors.Is(err, errFenceLost) {
		return true, nil
	}
	return true, err
}

// moveIdle moves an idle attempt to the provider's state. It returns errFenceLost if a process works on it, or has moved it since a was read.
func (c *Engine) moveIdle(ctx context.Context, a db.PaymentAttempt, event payment.AttemptEvent, t gateway.Transaction) error {
	return c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		if c.core.Now().Before(held.LeaseUntil) {
			return errFenceLost
		}
		return c.moveAttempt(ctx, tx, held, event, string(t.Status))
	})
}
