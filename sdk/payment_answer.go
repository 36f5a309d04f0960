package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// concludeDecline writes a decline down and gives what to tell the customer.
func (c *Client) concludeDecline(ctx context.Context, a db.PaymentAttempt, decline *GatewayDecline, lang string) (*ValidationError, error) {
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		held.release(c.now())
		return c.declineAttempt(ctx, q, tx, &held, decline)
	})
	if err != nil {
		return nil, err
	}
	return declined(decline.Code, lang), nil
}

func declined(code text.Code, lang string) *ValidationError {
	return &ValidationError{Violations: Violations{violation("nonce", code, lang, nil)}}
}

// loseAttempt writes down that nobody knows, and has the provider asked soon.
func (c *Client) loseAttempt(ctx context.Context, a db.PaymentAttempt) error {
	return c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *heldOutcome) error {
		at := c.now().Add(c.cfg.Payment.ReconcileEvery)
		held.CheckAt = &at
		if err := c.moveAttempt(ctx, q, tx, held, EventLose, "no answer"); err != nil {
			return err
		}
		return c.enqueue(ctx, tx, ReconcileJob{AttemptID: held.ID.String()}, JobOptions{At: at})
	})
}

// place places the order of an authorisation, whether it was answered or found. after may be nil; it runs in the same
// transaction with what was made. Where the order can't be placed any more it is cancelled, the authorisation is
// given back, and the error is an *unplaceableError.
func (c *Client) place(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, lang string, after func(ctx context.Context, q *db.Queries, answer any) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var row purpose
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		if row, err = c.purposes.of(held.order); err != nil {
			return err
		}
		held.release(c.now())
		if err := c.approveAttempt(ctx, q, tx, &held, t); err != nil {
			return err
		}
		answer, err := row.place(ctx, q, tx, &held, t, lang)
		if err != nil {
			return err
		}
		if after != nil {
			if err := after(ctx, q, answer); err != nil {
				return err
			}
		}
		c.interrupt(row.withinPlace)
		return nil
	})
	c.interrupt(row.afterPlace)
	var unplaceable *unplaceableError
	if errors.As(err, &unplaceable) {
		if err := c.giveBack(ctx, a, t); err != nil {
			return err
		}
		return unplaceable
	}
	if err == nil {
		c.cfg.Log.Info("payment accepted", "attempt", a.ID, "order", a.OrderID)
	}
	return err
}

// approveAttempt writes the authorisation down, with the payment method that the provider keeps.
func (c *Client) approveAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, t GatewayTransaction) error {
	rememberTransaction(&held.PaymentAttempt, t)
	if held.Vault && t.PaymentMethodToken != "" {
		id, err := c.keepPaymentMethod(ctx, q, GatewayMethod{
			Token: t.PaymentMethodToken, PaymentType: PaymentType(held.PaymentType), CardLastFour: t.CardLastFour, CardBrand: t.CardBrand,
		})
		if err != nil {
			return err
		}
		held.PaymentMethodID = &id
	}
	return c.moveAttempt(ctx, q, tx, held, EventApprove, string(t.Status))
}

// giveBack cancels an order that can't be placed and has its authorisation voided.
func (c *Client) giveBack(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction) error {
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		row, err := c.purposes.of(held.order)
		if err != nil {
			return err
		}
		held.release(c.now())
		if err := c.approveAttempt(ctx, q, tx, &held, t); err != nil {
			return err
		}
		if err := q.CancelOrder(ctx, c.now(), held.OrderID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
		}
		if row.givenBack != nil {
			if err := row.givenBack(ctx, q, held.order); err != nil {
				return err
			}
		}
		return c.enqueue(ctx, tx, VoidJob{AttemptID: held.ID.String()}, JobOptions{})
	})
	if err == nil {
		c.cfg.Log.Warn("authorised payment given back: its order can't be placed", "attempt", a.ID, "order", a.OrderID)
	}
	return err
}
