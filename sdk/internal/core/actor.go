package core

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Who changed a registration, for its events.
const (
	ActorRegistrant = "registrant"
	ActorInvitee    = "invitee"
	ActorOperator   = "operator"
)

// OperatorOf returns who calls, for the record of who looked at people's data: the operator of the context, or else the one whom the
// program serves. Fault: [fault.OperatorUnnamed] where neither says.
func (c *Core) OperatorOf(ctx context.Context) (string, error) {
	name := cmp.Or(caller.OperatorOf(ctx), caller.OperatorName(c.Operator))
	if name == "" {
		return "", fault.OperatorUnnamed
	}
	return name, nil
}

// What operators look at.
const (
	ReadRegistrations = "registrations"
	ReadRegistration  = "registration"
	ReadProfessionals = "professionals"
	ReadProfessional  = "professional"
	ReadInvitations   = "invitations"
	ReadInvitation    = "invitation"
	ReadCodeBatches   = "code_batches"
	ReadPayment       = "payment"
)

// NoteReading keeps that an operator looked at people's data.
func (c *Core) NoteReading(ctx context.Context, what string, subject *uuid.UUID, rows int) error {
	name, err := c.OperatorOf(ctx)
	if err != nil {
		return err
	}
	if err := c.Q.InsertOperatorReading(ctx, db.InsertOperatorReadingParams{
		ID: pg.NewID(), OperatorName: name, What: what, Subject: subject, Rows: pg.ClampInt32(rows), At: c.Now(),
	}); err != nil {
		return fmt.Errorf("note the reading: %w", err)
	}
	return nil
}

// ActorSystem is the actor of events that no person causes.
const ActorSystem = "system"
