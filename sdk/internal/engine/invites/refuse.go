package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Refuse implements [invite.Client].
func (c *Engine) Refuse(ctx context.Context, token secret.Secret, everyone bool) error {
	id, err := c.core.RefusedInvitation(token)
	if err != nil {
		return err
	}
	var invitation db.Invitation
	suspended := false
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		var hash []byte
		if invitation, hash, err = c.refusable(ctx, tx.Queries, id); err != nil {
			return err
		}
		refusal := db.RefuseInvitationParams{InvitationID: id, EmailHash: hash, Everyone: everyone, Now: c.core.Now()}
		if invitation.ProfessionalID == nil { // if the refused sender is a parent, no operator reviews the refusal
			refusal.ReviewedAt = &refusal.Now
		}
		if err := tx.RefuseInvitation(ctx, refusal); err != nil {
			return fmt.Errorf("refuse invitation: %w", err)
		}
		if invitation.ProfessionalID != nil {
			suspended, err = c.professional.SuspendRefused(ctx, tx.Queries, *invitation.ProfessionalID)
		}
		return err
	})
	if err != nil {
		return err
	}
	c.core.Log.Info("invitation refused", "invitation", id, "everyone", everyone)
	if suspended {
		c.core.Log.Warn("professional suspended: too many invitees refused their invitations", "professional", *invitation.ProfessionalID)
	}
	return nil
}

// refusable locks and returns an invitation that may be refused, and the keyed hash of the invitee's mail address.
func (c *Engine) refusable(ctx context.Context, q *db.Queries, id uuid.UUID) (db.Invitation, []byte, error) {
	invitation, err := q.LockInvitation(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return invitation, nil, fault.TokenInvalid
	}
	if err != nil {
		return invitation, nil, fmt.Errorf("refuse invitation: %w", err)
	}
	guest, err := c.core.Person(ctx, q, invitation.PersonID)
	if err != nil {
		return invitation, nil, fmt.Errorf("refuse invitation: %w", err)
	}
	if invitation.State == accounts.InvitationAccepted || guest.EmailKey() == "" {
		return invitation, nil, fault.TokenInvalid
	}
	return invitation, c.core.People.EmailHash(guest.EmailKey()), nil
}
