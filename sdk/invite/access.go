package invite

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// account.statusTokenRefused and statusNoNewLink are the specification's numbers.
const (
	statusNoNewLink = 111
)

var (
	// NotRenewed refuses another new link; RetryAfter says when it may be asked for again.
	NotRenewed = &fault.Fault{Kind: fault.Conflict, Code: "invitation_not_renewed", StatusCode: statusNoNewLink}
	// NotFound answers the operator's and the professional's calls.
	NotFound = fault.New(fault.NotFound, "invitation_not_found", nil)
	// Closed answers a change of an invitation that was accepted or revoked.
	Closed = fault.New(fault.Conflict, "invitation_closed", nil)
)

// invitationAccess returns the access of an invited parent's token to the parent's registration.
func (c *Client) invitationAccess(userID string, token secret.Secret) signup.Access {
	get := func(find func(*db.Queries, context.Context, uuid.UUID) (signup.Row, error)) func(context.Context, *db.Queries) (signup.Row, payment.Proof, error) {
		return func(ctx context.Context, q *db.Queries) (signup.Row, payment.Proof, error) {
			who, err := c.account.Invitee(ctx, q, userID, token)
			if err != nil {
				return signup.Row{}, payment.Unproved, err
			}
			row, err := find(q, ctx, who.Invitation.ID)
			if errors.Is(err, pgx.ErrNoRows) {
				return row, payment.Unproved, fault.StepOutOfOrder // nothing was entered yet
			}
			if err != nil {
				return row, payment.Unproved, fmt.Errorf("invitation: registration: %w", err)
			}
			if c.signup.RegistrationGone(row) {
				return row, payment.Unproved, fault.StepOutOfOrder // it ended with the link before; entering again makes a new one
			}
			return row, payment.Known, nil // the invitation was mailed
		}
	}
	return signup.Access{
		Read:  get((*db.Queries).FindInvitationRegistration),
		Lock:  get((*db.Queries).LockInvitationRegistration),
		Scope: core.ScopeOf(core.CallPayInvited, core.Holder(token)),
	}
}
