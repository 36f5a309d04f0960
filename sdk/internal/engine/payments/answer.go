package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// Refusal returns the validation error of a refused payment, on field nonce.
func Refusal(code text.Code, lang string) *fault.ValidationError {
	return &fault.ValidationError{Violations: fault.Violations{form.Violation("nonce", code, lang, nil)}}
}

// Place places the order of an authorization that a response returned or a search found. after may be nil. It runs in the same transaction, with the
// answer of [Purpose.Place]. If the order can't be placed any more, Place cancels it, gives the authorization back and returns an *UnplaceableError.
func (c *Engine) Place(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction, lang string, after func(ctx context.Context, tx *pg.Tx, answer any) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var row Purpose
	err := c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		var err error
		if row, err = c.purposes.Of(held.Order); err != nil {
			return err
		}
		held.endLease(c.core.Now())
		if err := c.approveAttempt(ctx, tx, held, t); err != nil {
			return err
		}
		if held.PaysAgain {
			return c.placeAgain(ctx, tx, held)
		}
		answer, err := row.Place(ctx, tx, held, t, lang)
		if err != nil {
			return err
		}
		if after != nil {
			if err := after(ctx, tx, answer); err != nil {
				return err
			}
		}
		c.Interrupt(row.WithinPlace)
		return nil
	})
	c.Interrupt(row.AfterPlace)
	var unplaceable *UnplaceableError
	if errors.As(err, &unplaceable) {
		if err := c.giveBack(ctx, a, t); err != nil {
			return err
		}
		return unplaceable
	}
	if err == nil {
		c.core.Log.Info("payment accepted", "attempt", a.ID, "order", a.OrderID)
	}
	return err
}

// approveAttempt stores the authorization, with the payment method if the provider keeps it.
func (c *Engine) approveAttempt(ctx context.Context, tx *pg.Tx, held *HeldOutcome, t gateway.Transaction) error {
	rememberTransaction(&held.PaymentAttempt, t)
	if held.Vault && t.PaymentMethodToken != "" {
		id, err := c.KeepPaymentMethod(ctx, tx.Queries, gateway.Method{
			Token: t.PaymentMethodToken, PaymentType: gateway.PaymentType(held.PaymentType), CardLastFour: t.CardLastFour, CardBrand: t.CardBrand,
			CardExpires: t.CardExpires,
		})
		if err != nil {
			return err
		}
		held.PaymentMethodID = &id
	}
	return c.moveAttempt(ctx, tx, held, payment.EventApprove, string(t.Status))
}

// giveBack cancels an order that can't be placed, and enqueues the job that voids its authorization.
func (c *Engine) giveBack(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction) error {
	err := c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		row, err := c.purposes.Of(held.Order)
		if err != nil {
			return err
		}
		held.endLease(c.core.Now())
		if err := c.approveAttempt(ctx, tx, held, t); err != nil {
			return err
		}
		if err := tx.CancelOrder(ctx, c.core.Now(), held.OrderID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
		}
		if row.Unplaced != nil && !held.PaysAgain {
			if err := row.Unplaced(ctx, tx.Queries, held.Order); err != nil {
				return err
			}
		}
		if err := c.dropMethod(ctx, tx, held.PaymentMethodID); err != nil {
			return err
		}
		tx.Enqueue(job.VoidJob{AttemptID: held.ID.String()}, job.Options{})
		return nil
	})
	if err == nil {
		c.core.Log.Warn("authorized payment will be voided: its order can't be placed", "attempt", a.ID, "order", a.OrderID)
	}
	return err
}
