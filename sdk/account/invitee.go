package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	statusTokenRefused = 112
)

// The faults of invitations. Compare with errors.Is.
var (
	// InvitationTokenInvalid is the fault of an invitation's token that is unknown, expired, replaced, revoked or
	// used up. Its code is that of [fault.TokenInvalid].
	InvitationTokenInvalid = &fault.Fault{Kind: fault.Unauthenticated, Code: fault.TokenInvalid.Code, StatusCode: statusTokenRefused}
)

// Invitee is an authenticated invited parent.
type Invitee struct {
	Invitation db.Invitation
	Account    core.Account
}

// Invitee authenticates an invited parent by the token of the invitation's link or by the account's own token.
// If userID isn't empty, the token must be that user's. Faults: [InvitationTokenInvalid];
// [fault.AccountForbidden] for a good token and another user's id.
func (c *Client) Invitee(ctx context.Context, q *db.Queries, userID string, token secret.Secret) (Invitee, error) {
	var who Invitee
	found, err := c.core.FindToken(ctx, q, core.TokenInvitation, token)
	byLink := err == nil
	if errors.Is(err, fault.TokenInvalid) {
		found, err = c.core.FindToken(ctx, q, core.TokenAccount, token)
	}
	switch {
	case errors.Is(err, fault.TokenInvalid):
		return who, InvitationTokenInvalid
	case err != nil:
		return who, err
	case userID != "" && userID != found.AccountID.String():
		return who, fault.AccountForbidden
	}
	if byLink {
		who.Invitation, err = q.GetInvitation(ctx, *found.InvitationID)
	} else {
		who.Invitation, err = q.FindAccountInvitation(ctx, found.AccountID)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return who, InvitationTokenInvalid // an account that nobody invited
	}
	if err != nil {
		return who, fmt.Errorf("invitation: %w", err)
	}
	if who.Account, err = c.core.Account(ctx, q, found.AccountID); err != nil {
		return who, fmt.Errorf("invitation: account: %w", err)
	}
	over := byLink && !c.core.Now().Before(who.Invitation.ExpiresAt)
	if over || who.Invitation.State == InvitationRevoked || who.Account.State == Closed {
		return who, InvitationTokenInvalid
	}
	return who, nil
}

// LockInvitee is Invitee with the invitation locked, so that its registration is made only once and the invitation
// isn't revoked meanwhile.
func (c *Client) LockInvitee(ctx context.Context, q *db.Queries, userID string, token secret.Secret) (Invitee, error) {
	who, err := c.Invitee(ctx, q, userID, token)
	if err != nil {
		return who, err
	}
	if err := c.core.LockPerson(ctx, q, who.Invitation.PersonID); err != nil {
		return who, err
	}
	if who.Invitation, err = q.LockInvitation(ctx, who.Invitation.ID); err != nil {
		return who, fmt.Errorf("lock invitation: %w", err)
	}
	if who.Invitation.State == InvitationRevoked {
		return who, InvitationTokenInvalid
	}
	if who.Account, err = c.core.Account(ctx, q, who.Account.ID); err != nil {
		return who, fmt.Errorf("invitation: account: %w", err)
	}
	return who, nil
}

// The states of an invitation.
const (
	InvitationOpen     = "open"
	InvitationAccepted = "accepted"
	InvitationRevoked  = "revoked"
)
