package core

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Who changed a registration, for its events.
const (
	ActorRegistrant = "registrant"
	ActorInvitee    = "invitee"
	ActorOperator   = "operator"
)

// NoteReading keeps that an operator looked at people's data.
func (c *Core) NoteReading(ctx context.Context, what string, subject *uuid.UUID, rows int) error {
	if err := c.Q.InsertOperatorReading(ctx, db.InsertOperatorReadingParams{ID: pg.NewID(), What: what, Subject: subject, Rows: pg.ClampInt32(rows), At: c.Now()}); err != nil {
		return fmt.Errorf("note the reading: %w", err)
	}
	return nil
}

// ActorSystem is the actor of events that no person causes.
const ActorSystem = "system"
