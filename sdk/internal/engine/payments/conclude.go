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

// concludeLimit is how long an answer may take to be stored. The caller may have left: what was begun has to be known.
const concludeLimit = 10 * time.Second

// Sent is an attempt that was sent, with the provider's answer: a transaction or an error.
type Sent struct {
	Attempt     db.PaymentAttempt
	Transaction gateway.Transaction
	Err         error
}

// Conclusion is what the provider's answer came to. The zero value is an outcome that isn't known: the payment is being confirmed.
type Conclusion struct {
	Placed  bool                   // the money is held, and the order placed
	Refused *fault.ValidationError // the decline, as the payer reads it
}

// Conclude stores what the provider answered to an attempt that was sent. A decline ends the attempt, and is counted against who tried; an approval
// places its order, as [Engine.Place] does with after. What is provably neither is unknown, and the sweep finds out. After an error it is unknown, too,
// since the commit may have happened; an *UnplaceableError says that the authorisation was given back.
func (c *Engine) Conclude(
	ctx context.Context, sent Sent, who Tried, after func(ctx context.Context, tx *pg.Tx, answer any) error,
) (Conclusion, error) {
	a, t := sent.Attempt, sent.Transaction
	lang := text.Language(who.Lang)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), concludeLimit)
	defer cancel()
	var decline *gateway.Decline
	switch {
	case errors.As(sent.Err, &decline):
		if err := c.storeDecline(ctx, a, decline); err != nil {
			return Conclusion{}, fmt.Errorf("store decline: %w", err)
		}
		if err := c.CountTried(ctx, who); err != nil {
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

// loseAttempt marks an attempt as unknown, and has the provider asked soon.
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
