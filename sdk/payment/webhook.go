package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// WebhookRefused is the fault of a webhook that isn't signed by the provider or can't be read.
var WebhookRefused = fault.New(fault.Forbidden, "webhook_refused", nil)

// Webhook processes a webhook of the provider: its two form fields, as received. The webhook only names a transaction;
// what is done depends on the transaction's status, which Webhook asks the provider for. So webhooks may arrive in any
// order and more than once. A declined settlement or an opened dispute (chargeback) suspends the subscription; a won
// dispute makes it active again. An attempt that is open or not captured yet is reconciled, as [Client.Sweep] does
// later. A webhook about an unknown transaction is ignored.
//
// Faults: [WebhookRefused]; [Unavailable] and [fault.InProgress], after which the provider sends it again.
func (c *Client) Webhook(ctx context.Context, signature, payload string) error {
	n, err := c.core.Gateway.Notification(signature, payload)
	if err != nil {
		return fault.New(WebhookRefused.Kind, WebhookRefused.Code, err)
	}
	a, err := c.attemptOfNotification(ctx, n)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	c.core.Log.Info("webhook", "kind", n.Kind, "attempt", a.ID)
	switch AttemptState(a.State) {
	case AttemptCaptured, AttemptDisputed:
		return c.followSettlement(ctx, a)
	case AttemptReview, AttemptCaptureFailed: // an operator decides
		return nil
	}
	return c.Reconcile(ctx, a.ID.String())
}

// attemptOfNotification finds the attempt by transaction, or by our order id where the transaction isn't
// written down yet.
func (c *Client) attemptOfNotification(ctx context.Context, n gateway.Notification) (db.PaymentAttempt, error) {
	if n.TransactionID != "" {
		a, err := c.core.Q.FindAttemptByTransaction(ctx, &n.TransactionID)
		if !errors.Is(err, pgx.ErrNoRows) {
			return a, err
		}
	}
	if n.OrderID == "" {
		return db.PaymentAttempt{}, pgx.ErrNoRows
	}
	return c.core.Q.FindAttemptByGatewayOrder(ctx, n.OrderID)
}

// followSettlement asks the provider for the status of a transaction whose money moved, and applies it to the attempt:
// its settlement was declined, or it is disputed (a chargeback), or its dispute was won.
func (c *Client) followSettlement(ctx context.Context, a db.PaymentAttempt) error {
	call, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, pg.OrEmpty(a.TransactionID))
	if err != nil {
		return fault.New(Unavailable.Kind, Unavailable.Code, err)
	}
	var event AttemptEvent
	switch {
	case !Matches(a, t):
		c.core.Log.Error("a webhook's transaction isn't the one we asked for", "attempt", a.ID, "transaction", t.ID)
		return nil
	case AttemptState(a.State) == AttemptDisputed && !t.Disputed: // every dispute was won: captured again, and the subscription is active (followSubscriptions)
		event = EventWinDispute
	case AttemptState(a.State) == AttemptDisputed:
		return nil
	case t.Status == gateway.SettlementDeclined:
		event = EventDeclineSettlement
	case t.Disputed:
		event = EventDispute
	default:
		return nil
	}
	err = c.moveIdle(ctx, a, event, t.Status)
	if errors.Is(err, errFenceLost) { // somebody else moved it meanwhile, or refunds it just now
		return fault.InProgress
	}
	return err
}

// authorisationOver ends an attempt whose authorisation ran out before anybody captured it, and reports
// whether it did. Only one that is old enough is asked about.
func (c *Client) authorisationOver(ctx context.Context, a db.PaymentAttempt) (bool, error) {
	if AttemptState(a.State) != AttemptAuthorised || c.core.Now().Sub(pg.OrZero(a.DecidedAt)) < c.config.AuthorizationLife {
		return false, nil
	}
	call, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, pg.OrEmpty(a.TransactionID))
	if err != nil || t.Status != gateway.AuthorizationExpired {
		return false, nil // then capturing it will say what is wrong
	}
	c.core.Log.Error("authorisation ran out before it was captured", "attempt", a.ID, "order", a.OrderID)
	err = c.moveIdle(ctx, a, EventExpire, t.Status)
	if errors.Is(err, errFenceLost) {
		return true, nil
	}
	return true, err
}

// moveIdle takes an attempt that nobody works on to where the provider says that it is; errFenceLost where
// somebody does, or has moved it since it was read.
func (c *Client) moveIdle(ctx context.Context, a db.PaymentAttempt, event AttemptEvent, status gateway.Status) error {
	return c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		if c.core.Now().Before(held.LeaseUntil) {
			return errFenceLost
		}
		return c.moveAttempt(ctx, q, tx, &held, event, string(status))
	})
}
