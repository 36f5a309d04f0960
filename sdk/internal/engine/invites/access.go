package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/secret"
)

// invitationAccess returns the access that an invited parent's token gives to the parent's registration.
func (c *Engine) invitationAccess(userID string, token secret.Secret) signups.Access {
	get := func(find func(*db.Queries, context.Context, uuid.UUID) (signups.Row, error)) func(context.Context, *db.Queries) (signups.Row, payments.Proof, error) {
		return func(ctx context.Context, q *db.Queries) (signups.Row, payments.Proof, error) {
			invitee, err := c.account.Invitee(ctx, q, userID, token)
			if err != nil {
				return signups.Row{}, payments.Unproved, err
			}
			row, err := find(q, ctx, invitee.Invitation.ID)
			if errors.Is(err, pgx.ErrNoRows) {
				return row, payments.Unproved, fault.StepOutOfOrder // no data entered yet
			}
			if err != nil {
				return row, payments.Unproved, fmt.Errorf("invitation: registration: %w", err)
			}
			if c.signup.RegistrationGone(row) {
				return row, payments.Unproved, fault.StepOutOfOrder // the registration ended with the previous link; new data makes a new one
			}
			return row, payments.Known, nil // the invitation was mailed
		}
	}
	return signups.Access{
		Read:  get((*db.Queries).FindInvitationRegistration),
		Lock:  get((*db.Queries).LockInvitationRegistration),
		Scope: core.ScopeOf(core.CallPayInvited, core.Holder(token)),
	}
}
