package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// concludeLimit bounds the storing of a provider's response. The caller may have disconnected, but the outcome must be known.
const concludeLimit = 10 * time.Second

// Sent is an attempt after its request, with the provider's response: a transaction or an error.
type Sent struct {
	Attempt     db.PaymentAttempt
	Transaction gateway.Transaction
	Err         error
}

// Conclusion is the outcome of a sent attempt. The zero value means unknown: the payment is being confirmed.
type Conclusion struct {
	Placed  bool                   // the money is held, and the order placed
	Refused *fault.ValidationError // the decline, in the payer's language
}

// Conclude stores the provider's response to a sent attempt. A decline ends the attempt and counts against the payer. An approval places the order;
// after is passed to [Engine.Place]. Any other response leaves the outcome unknown, and the sweep resolves it.
//
// After an error the outcome is unknown, too, since the commit may have happened. Only an *UnplaceableError is definite: the authorization is given
// back.
func (c *Engine) Conclude(
	ctx context.Context, sent Sent, tried Tried, after func(ctx context.Context, tx *pg.Tx, answer any) error,
) (Conclusion, error) {
	a, t := sent.Attempt, sent.Transaction
	lang := text.Language(tried.Lang)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), concludeLimit)
	defer cancel()
	var decline *gateway.Decline
	switch {
	case errors.As(sent.Err, &decline):
		if err := c.storeDecline(ctx, a, decline); err != nil {
			return Conclusion{}, fmt.Errorf("store decline: %w", err)
		}
		if err := c.CountTried(ctx, tried); err != nil {
			c.core.Log.Error("decline not counted", "attempt", a.ID, "error", err)
		}
		return Conclusion{Refused: Refusal(decline.Code, lang)}, nil
	case sent.Err == nil && t.ID != "" && Matches(a, t) && (t.Status == gateway.Authorized || t.Status.Captured()):
		if err := c.Place(ctx, a, t, lang, after); err != nil {
			return Conclusion{}, fmt.Errorf("place order: %w", err)
		}
		return Conclusion{Placed: true}, nil
	}
	c.core.Log.Warn("payment outcome unknown", "attempt", a.ID, "status", t.Status, "error", sent.Err)
	if err := c.loseAttempt(ctx, a); err != nil {
		return Conclusion{}, fmt.Errorf("store unknown outcome: %w", err)
	}
	return Conclusion{}, nil
}

// storeDecline ends an attempt that the provider declined.
func (c *Engine) storeDecline(ctx context.Context, a db.PaymentAttempt, decline *gateway.Decline) error {
	return c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		held.endLease(c.core.Now())
		return c.declineAttempt(ctx, tx, held, decline)
	})
}

// loseAttempt marks an attempt as unknown, and schedules a search at the provider.
func (c *Engine) loseAttempt(ctx context.Context, a db.PaymentAttempt) error {
	return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		at := c.core.Now().Add(c.config.ReconcileEvery)
		held.CheckAt = &at
		if err := c.moveAttempt(ctx, tx, held, payment.EventLose, "no answer"); err != nil {
			return err
		}
		tx.Enqueue(job.ReconcileJob{AttemptID: held.ID.String()}, job.Options{At: at})
		return nil
	})
}
