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

// The authors of a registration's changes, for its events.
const (
	ActorRegistrant = "registrant"
	ActorInvitee    = "invitee"
	ActorOperator   = "operator"
)

// OperatorOf returns the name of the calling operator, for the record of readings: the context's operator, or else the one of the program's
// configuration. Fault: [fault.OperatorUnnamed] if neither is set.
func (c *Core) OperatorOf(ctx context.Context) (string, error) {
	name := cmp.Or(caller.OperatorOf(ctx), caller.OperatorName(c.Operator))
	if name == "" {
		return "", fault.OperatorUnnamed
	}
	return name, nil
}

// The subjects of operators' readings.
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

// NoteReading records an operator's reading of personal data.
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

// ActorSystem is the actor of events without a person.
const ActorSystem = "system"
