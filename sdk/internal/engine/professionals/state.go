package professionals

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// transition is a change of a professional's state. It does nothing if the state is already reached.
type transition struct {
	event   string // of the account, and in the log
	change  func(q *db.Queries, ctx context.Context, now time.Time, id uuid.UUID) (int64, error)
	reviews bool // by an operator it also settles the refusals by invitees so far
}

var (
	verification = transition{event: "verified", change: (*db.Queries).VerifyProfessional}
	suspension   = transition{event: "suspended", change: (*db.Queries).SuspendProfessional, reviews: true}
	restoration  = transition{event: "restored", change: (*db.Queries).RestoreProfessional, reviews: true}
)

// Verify implements [professional.Client].
func (c *Engine) Verify(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, verification)
}

// Suspend implements [professional.Client].
func (c *Engine) Suspend(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, suspension)
}

// Restore implements [professional.Client].
func (c *Engine) Restore(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, restoration)
}

// changeProfessional applies an operator's transition.
func (c *Engine) changeProfessional(ctx context.Context, professionalID string, to transition) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return fault.ProfessionalNotFound
	}
	changed := false
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		professional, err := tx.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("get professional: %w", err)
		}
		if changed, err = c.apply(ctx, tx.Queries, professional, to, core.ActorOperator); err != nil || !to.reviews {
			return err
		}
		if err := tx.ReviewRefusals(ctx, c.core.Now(), id); err != nil {
			return fmt.Errorf("review refusals: %w", err)
		}
		return nil
	})
	if err == nil && changed {
		c.core.Log.Info("professional "+to.event, "professional", professionalID)
	}
	return err
}

// apply changes a professional's state, and records the event if it changed.
func (c *Engine) apply(ctx context.Context, q *db.Queries, of db.Professional, to transition, actor string) (changed bool, err error) {
	n, err := to.change(q, ctx, c.core.Now(), of.ID)
	if err != nil {
		return false, fmt.Errorf("professional %s: %w", to.event, err)
	}
	if n == 0 {
		return false, nil
	}
	return true, c.account.AccountEvent(ctx, q, of.AccountID, to.event, actor)
}

// SuspendRefused suspends a professional after too many refusals: Limits.Refusals.Count invitees, within its period, answered that they don't know
// the professional. It reports whether it did. Refusals before an operator's last decision don't count.
func (c *Engine) SuspendRefused(ctx context.Context, q *db.Queries, id uuid.UUID) (bool, error) {
	limit := c.core.Limits.Refusals
	if limit.Count < 0 {
		return false, nil
	}
	professional, err := q.LockProfessional(ctx, id) // the lock makes the second of two concurrent refusals count both
	if err != nil {
		return false, fmt.Errorf("lock professional: %w", err)
	}
	refusals, err := q.CountRefusals(ctx, id, c.core.Now().Add(-limit.Per))
	if err != nil {
		return false, fmt.Errorf("count refusals: %w", err)
	}
	if refusals < int64(limit.Count) {
		return false, nil
	}
	return c.apply(ctx, q, professional, suspension, core.ActorSystem)
}
