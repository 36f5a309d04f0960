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

// transition changes a professional's state. It changes nothing where they are in it already.
type transition struct {
	event   string // of the account, and in the log
	change  func(q *db.Queries, ctx context.Context, now time.Time, id uuid.UUID) (int64, error)
	reviews bool // by an operator it decides about the refusals of those whom the professional invited
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

// changeProfessional lets an operator change a professional's state.
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

// apply changes a professional's state, and notes it where it did change.
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

// SuspendRefused suspends a professional if as many people as Limits.Refusals says, whom they invited within its time, said that they don't
// know them. It reports whether it did. Those from before an operator last decided don't count.
func (c *Engine) SuspendRefused(ctx context.Context, q *db.Queries, id uuid.UUID) (bool, error) {
	limit := c.core.Limits.Refusals
	if limit.Count < 0 {
		return false, nil
	}
	professional, err := q.LockProfessional(ctx, id) // of two refusals at the same time, the second counts both
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
