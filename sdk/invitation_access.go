package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// statusTokenRefused and statusNoNewLink are the specification's numbers.
const (
	statusNoNewLink    = 111
	statusTokenRefused = 112
)

// The faults of invitations. Compare with errors.Is.
var (
	// InvitationTokenInvalid answers an invitation's token that is unknown, expired, replaced, revoked or
	// used up. Its code is that of [TokenInvalid].
	InvitationTokenInvalid = &Fault{Kind: FaultUnauthenticated, Code: TokenInvalid.Code, StatusCode: statusTokenRefused}
	// InvitationNotRenewed refuses another new link; RetryAfter says when it may be asked for again.
	InvitationNotRenewed = &Fault{Kind: FaultConflict, Code: "invitation_not_renewed", StatusCode: statusNoNewLink}
	// InvitationNotFound answers the operator's and the professional's calls.
	InvitationNotFound = NewFault(FaultNotFound, "invitation_not_found", nil)
	// InvitationClosed answers a change of an invitation that was accepted or revoked.
	InvitationClosed = NewFault(FaultConflict, "invitation_closed", nil)
)

// invitee is an invited parent who was let in.
type invitee struct {
	invitation db.Invitation
	account    db.Account
}

// invitee lets an invited parent in, by the token of the invitation's link or by the account's own token.
// userID is whose the caller takes the token to be; empty says nothing. Faults: [InvitationTokenInvalid];
// [AccountForbidden] for a good token and another user's id.
func (c *Client) invitee(ctx context.Context, q *db.Queries, userID string, token Secret) (invitee, error) {
	var who invitee
	found, err := c.findToken(ctx, q, tokenInvitation, token)
	byLink := err == nil
	if errors.Is(err, TokenInvalid) {
		found, err = c.findToken(ctx, q, tokenAccount, token)
	}
	switch {
	case errors.Is(err, TokenInvalid):
		return who, InvitationTokenInvalid
	case err != nil:
		return who, err
	case userID != "" && userID != found.AccountID.String():
		return who, AccountForbidden
	}
	if byLink {
		who.invitation, err = q.GetInvitation(ctx, *found.InvitationID)
	} else {
		who.invitation, err = q.FindAccountInvitation(ctx, found.AccountID)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return who, InvitationTokenInvalid // an account that nobody invited
	}
	if err != nil {
		return who, fmt.Errorf("invitation: %w", err)
	}
	if who.account, err = q.GetAccount(ctx, found.AccountID); err != nil {
		return who, fmt.Errorf("invitation: account: %w", err)
	}
	over := byLink && !c.now().Before(who.invitation.ExpiresAt)
	if over || who.invitation.State == invitationRevoked || who.account.State == accountClosed {
		return who, InvitationTokenInvalid
	}
	return who, nil
}

// lockInvitee is invitee with the invitation locked, so that its registration is made once and isn't
// revoked meanwhile.
func (c *Client) lockInvitee(ctx context.Context, q *db.Queries, userID string, token Secret) (invitee, error) {
	who, err := c.invitee(ctx, q, userID, token)
	if err != nil {
		return who, err
	}
	if err := lockEmails(ctx, q, who.invitation.EmailKey); err != nil {
		return who, err
	}
	if who.invitation, err = q.LockInvitation(ctx, who.invitation.ID); err != nil {
		return who, fmt.Errorf("lock invitation: %w", err)
	}
	if who.invitation.State == invitationRevoked {
		return who, InvitationTokenInvalid
	}
	if who.account, err = q.GetAccount(ctx, who.account.ID); err != nil {
		return who, fmt.Errorf("invitation: account: %w", err)
	}
	return who, nil
}

// The states of an invitation.
const (
	invitationOpen     = "open"
	invitationAccepted = "accepted"
	invitationRevoked  = "revoked"
)

// invitationDoor is how an invited parent's token gets a payment call at the registration.
func (c *Client) invitationDoor(userID string, token Secret) registrationDoor {
	get := func(find func(*db.Queries, context.Context, uuid.UUID) (registrationRow, error)) func(context.Context, *db.Queries) (registrationRow, error) {
		return func(ctx context.Context, q *db.Queries) (registrationRow, error) {
			who, err := c.invitee(ctx, q, userID, token)
			if err != nil {
				return registrationRow{}, err
			}
			row, err := find(q, ctx, who.invitation.ID)
			if errors.Is(err, pgx.ErrNoRows) {
				return row, StepOutOfOrder // nothing was entered yet
			}
			if err != nil {
				return row, fmt.Errorf("invitation: registration: %w", err)
			}
			if c.registrationGone(row) {
				return row, StepOutOfOrder // it ended with the link before; entering again makes a new one
			}
			return row, nil
		}
	}
	return registrationDoor{
		read:  get((*db.Queries).FindInvitationRegistration),
		lock:  get((*db.Queries).LockInvitationRegistration),
		scope: fmt.Sprintf("invitation_payment/%x", tokenHash(token)),
	}
}
