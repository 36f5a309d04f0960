package professional

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
)

// Verify records that an operator has checked who a professional is. Doing it again changes
// nothing. Faults: [fault.ProfessionalNotFound].
func (c *Client) Verify(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "verified", (*db.Queries).VerifyProfessional)
}

// Suspend keeps a professional from buying and giving out codes and from inviting families, with
// every token that there is. Codes and invitations that are out stay good: they belong to others by now. Doing
// it again changes nothing. Faults: [fault.ProfessionalNotFound].
func (c *Client) Suspend(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "suspended", (*db.Queries).SuspendProfessional)
}

// Restore ends a suspension: the professional is verified, or awaits it, as before. Doing it again
// changes nothing. Faults: [fault.ProfessionalNotFound].
func (c *Client) Restore(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "restored", (*db.Queries).RestoreProfessional)
}

// changeProfessional lets an operator change a professional's state, and notes it where it did change.
func (c *Client) changeProfessional(ctx context.Context, professionalID, event string, change func(q *db.Queries, ctx context.Context, now time.Time, id uuid.UUID) (int64, error)) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return fault.ProfessionalNotFound
	}
	changed := false
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		professional, err := q.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("get professional: %w", err)
		}
		n, err := change(q, ctx, c.core.Now(), id)
		if err != nil {
			return fmt.Errorf("professional %s: %w", event, err)
		}
		if changed = n > 0; !changed {
			return nil
		}
		return c.account.AccountEvent(ctx, q, professional.AccountID, event, core.ActorOperator)
	})
	if err == nil && changed {
		c.core.Log.Info("professional "+event, "professional", professionalID)
	}
	return err
}
