package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// VerifyProfessional records that an operator has checked who a professional is. Doing it again changes
// nothing. Faults: [ProfessionalNotFound].
func (c *Client) VerifyProfessional(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "verified", (*db.Queries).VerifyProfessional)
}

// SuspendProfessional keeps a professional from buying and giving out codes and from inviting families, with
// every token that there is. Codes and invitations that are out stay good: they belong to others by now. Doing
// it again changes nothing. Faults: [ProfessionalNotFound].
func (c *Client) SuspendProfessional(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "suspended", (*db.Queries).SuspendProfessional)
}

// RestoreProfessional ends a suspension: the professional is verified, or awaits it, as before. Doing it again
// changes nothing. Faults: [ProfessionalNotFound].
func (c *Client) RestoreProfessional(ctx context.Context, professionalID string) error {
	return c.changeProfessional(ctx, professionalID, "restored", (*db.Queries).RestoreProfessional)
}

// changeProfessional lets an operator change a professional's state, and notes it where it did change.
func (c *Client) changeProfessional(ctx context.Context, professionalID, event string, change func(q *db.Queries, ctx context.Context, now time.Time, id uuid.UUID) (int64, error)) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return ProfessionalNotFound
	}
	changed := false
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		professional, err := q.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("get professional: %w", err)
		}
		n, err := change(q, ctx, c.now(), id)
		if err != nil {
			return fmt.Errorf("professional %s: %w", event, err)
		}
		if changed = n > 0; !changed {
			return nil
		}
		return c.accountEvent(ctx, q, professional.AccountID, event, actorOperator)
	})
	if err == nil && changed {
		c.cfg.Log.Info("professional "+event, "professional", professionalID)
	}
	return err
}
