package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Invitee is an invited parent.
type Invitee struct {
	Invitation db.Invitation
	Account    *core.Account   // nil until they join
	Person     person.Identity // the inviter's data about them; their own once they have joined
}

// UserID returns the id of their account, also before they join.
func (i Invitee) UserID() uuid.UUID { return i.Invitation.UserID }

// HasCredentials returns true once they have a username and a password.
func (i Invitee) HasCredentials() bool { return i.Account != nil && i.Account.State == Active }

// AgreedToTerms returns true once they have agreed to the terms, before or after joining.
func (i Invitee) AgreedToTerms() bool {
	if i.Account != nil {
		return i.Account.AgreedToTermsAt != nil
	}
	return i.Invitation.AgreedToTermsAt != nil
}

// Invitee authenticates an invited parent by the token of the invitation's link or by the account's own token. If userID isn't empty, the
// token must belong to that user. Faults: [account.InvitationTokenInvalid]; [fault.AccountForbidden] for a valid token of another user.
func (c *Engine) Invitee(ctx context.Context, q *db.Queries, userID string, token secret.Secret) (Invitee, error) {
	found, err := c.core.FindToken(ctx, q, core.TokenInvitation, token)
	if errors.Is(err, fault.TokenInvalid) {
		return c.inviteeOfAccount(ctx, q, userID, token)
	}
	if err != nil {
		return Invitee{}, err
	}
	invitation, err := q.GetInvitation(ctx, *found.InvitationID)
	if err != nil {
		return Invitee{}, fmt.Errorf("invitation: %w", err)
	}
	if userID != "" && userID != invitation.UserID.String() {
		return Invitee{}, fault.AccountForbidden
	}
	if !c.core.Now().Before(invitation.ExpiresAt) {
		return Invitee{}, account.InvitationTokenInvalid
	}
	return c.openInvitee(ctx, q, invitation)
}

func (c *Engine) inviteeOfAccount(ctx context.Context, q *db.Queries, userID string, token secret.Secret) (Invitee, error) {
	found, err := c.core.FindToken(ctx, q, core.TokenAccount, token)
	switch {
	case errors.Is(err, fault.TokenInvalid):
		return Invitee{}, account.InvitationTokenInvalid
	case err != nil:
		return Invitee{}, err
	case userID != "" && userID != found.AccountID.String():
		return Invitee{}, fault.AccountForbidden
	}
	invitation, err := q.FindInvitationOfUser(ctx, *found.AccountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Invitee{}, account.InvitationTokenInvalid // an account without an invitation
	}
	if err != nil {
		return Invitee{}, fmt.Errorf("invitation: %w", err)
	}
	return c.openInvitee(ctx, q, invitation)
}

// openInvitee rejects revoked invitations and closed accounts.
func (c *Engine) openInvitee(ctx context.Context, q *db.Queries, invitation db.Invitation) (Invitee, error) {
	invitee, err := c.InviteeOf(ctx, q, invitation)
	if err == nil && (invitation.State == InvitationRevoked || invitee.Account != nil && invitee.Account.State == Closed) {
		err = account.InvitationTokenInvalid
	}
	return invitee, err
}

// InviteeOf returns the invitee of an invitation.
func (c *Engine) InviteeOf(ctx context.Context, q *db.Queries, invitation db.Invitation) (Invitee, error) {
	invitee := Invitee{Invitation: invitation}
	if invitation.State != InvitationAccepted {
		var err error
		invitee.Person, err = c.core.Person(ctx, q, invitation.PersonID)
		return invitee, err
	}
	joined, err := c.core.Account(ctx, q, invitation.UserID)
	if err != nil {
		return invitee, fmt.Errorf("invitation: account: %w", err)
	}
	invitee.Account, invitee.Person = &joined, joined.Person
	return invitee, nil
}

// LockInvitee is like Invitee, and locks the invitation. So two calls can't both create its registration, and no revocation interferes.
func (c *Engine) LockInvitee(ctx context.Context, q *db.Queries, userID string, token secret.Secret) (Invitee, error) {
	invitee, err := c.Invitee(ctx, q, userID, token)
	if err != nil {
		return invitee, err
	}
	if err := c.core.LockPerson(ctx, q, invitee.Invitation.PersonID); err != nil {
		return invitee, err
	}
	invitation, err := q.LockInvitation(ctx, invitee.Invitation.ID)
	if err != nil {
		return invitee, fmt.Errorf("lock invitation: %w", err)
	}
	return c.openInvitee(ctx, q, invitation)
}

// The states of an invitation.
const (
	InvitationOpen     = "open"
	InvitationAccepted = "accepted"
	InvitationRevoked  = "revoked"
)
