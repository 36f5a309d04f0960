package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// GatewayNotification is a webhook of the provider that is proved to be the provider's. It says where to
// look and nothing more: it may come early, late, twice or never.
type GatewayNotification struct {
	Kind          string // e.g. transaction_settled, dispute_opened, check
	TransactionID string // "" where it is about none
	OrderID       string
	At            time.Time
}

// ErrGatewaySignature means that a webhook wasn't signed with the account's key.
var ErrGatewaySignature = errors.New("the webhook's signature is wrong")

// WebhookRefused is the fault of a webhook that isn't signed by the provider or can't be read.
var WebhookRefused = NewFault(FaultForbidden, "webhook_refused", nil)

// HearGateway takes a webhook: its two form fields, as they came. It asks the provider how the transaction
// stands and follows that: an authorisation that ran out, a settlement that was refused, a dispute; for an
// attempt that is still open or not captured yet it does at once what the sweep would do later. Calling it
// again changes nothing. What belongs to nobody here is taken and forgotten.
//
// Faults: [WebhookRefused]; [PaymentUnavailable] and [InProgress], after which the provider sends it again.
func (c *Client) HearGateway(ctx context.Context, signature, payload string) error {
	n, err := c.cfg.Gateway.Notification(signature, payload)
	if err != nil {
		return NewFault(WebhookRefused.Kind, WebhookRefused.Code, err)
	}
	a, err := c.attemptOfNotification(ctx, n)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	c.cfg.Log.Info("webhook", "kind", n.Kind, "attempt", a.ID)
	switch AttemptState(a.State) {
	case AttemptCaptured:
		return c.followSettlement(ctx, a)
	case AttemptReview, AttemptCaptureFailed: // a person's
		return nil
	}
	return c.ReconcilePayment(ctx, a.ID.String())
}

// attemptOfNotification finds the attempt by transaction, or by our order id where the transaction isn't
// written down yet.
func (c *Client) attemptOfNotification(ctx context.Context, n GatewayNotification) (db.PaymentAttempt, error) {
	if n.TransactionID != "" {
		a, err := c.q.FindAttemptByTransaction(ctx, &n.TransactionID)
		if !errors.Is(err, pgx.ErrNoRows) {
			return a, err
		}
	}
	if n.OrderID == "" {
		return db.PaymentAttempt{}, pgx.ErrNoRows
	}
	return c.q.FindAttemptByGatewayOrder(ctx, n.OrderID)
}

// followSettlement asks how a captured transaction stands, and takes the attempt there.
func (c *Client) followSettlement(ctx context.Context, a db.PaymentAttempt) error {
	call, cancel := c.gatewayContext(ctx)
	defer cancel()
	t, err := c.cfg.Gateway.Find(call, orEmpty(a.TransactionID))
	if err != nil {
		return NewFault(PaymentUnavailable.Kind, PaymentUnavailable.Code, err)
	}
	var event AttemptEvent
	switch {
	case !matches(a, t):
		c.cfg.Log.Error("a webhook's transaction isn't the one we asked for", "attempt", a.ID, "transaction", t.ID)
		return nil
	case t.Status == GatewaySettlementDeclined:
		event = EventDeclineSettlement
	case t.Disputed:
		event = EventDispute
	default:
		return nil
	}
	err = c.moveIdle(ctx, a, event, t.Status)
	if errors.Is(err, errFenceLost) { // somebody else moved it meanwhile, or refunds it just now
		return InProgress
	}
	return err
}

// authorisationOver ends an attempt whose authorisation ran out before anybody captured it, and reports
// whether it did. Only one that is old enough is asked about.
func (c *Client) authorisationOver(ctx context.Context, a db.PaymentAttempt) (bool, error) {
	if AttemptState(a.State) != AttemptAuthorised || c.now().Sub(orZero(a.DecidedAt)) < c.cfg.Payment.AuthorizationLife {
		return false, nil
	}
	call, cancel := c.gatewayContext(ctx)
	defer cancel()
	t, err := c.cfg.Gateway.Find(call, orEmpty(a.TransactionID))
	if err != nil || t.Status != GatewayAuthorizationExpired {
		return false, nil // then capturing it will say what is wrong
	}
	c.cfg.Log.Error("authorisation ran out before it was captured", "attempt", a.ID, "order", a.OrderID)
	err = c.moveIdle(ctx, a, EventExpire, t.Status)
	if errors.Is(err, errFenceLost) {
		return true, nil
	}
	return true, err
}

// moveIdle takes an attempt that nobody works on to where the provider says that it is; errFenceLost where
// somebody does, or has moved it since it was read.
func (c *Client) moveIdle(ctx context.Context, a db.PaymentAttempt, event AttemptEvent, status GatewayStatus) error {
	return c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		if c.now().Before(held.LeaseUntil) {
			return errFenceLost
		}
		return c.moveAttempt(ctx, q, tx, &held, event, string(status))
	})
}
