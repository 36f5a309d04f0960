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

// tokenKind says what a bearer token opens. A token of one kind is unknown to every call of another.
type tokenKind string

const (
	tokenCredentials tokenKind = "credentials" // sets username and password, once
	tokenAccount     tokenKind = "account"     // an hour after login
	tokenInvitation  tokenKind = "invitation"  // a co-parent's way in
	tokenAccess      tokenKind = "access"      // the command line's
)

// How long tokens live.
const (
	credentialsTokenLife = 24 * time.Hour
	accountTokenLife     = time.Hour
	invitationTokenLife  = 14 * 24 * time.Hour
	accessTokenLife      = 90 * 24 * time.Hour
)

// What ends a token before its time.
const (
	tokenUsed     = "used"
	tokenReplaced = "replaced"
	tokenRevoked  = "revoked"
)

// newToken makes a token for an account; only its hash is kept.
func (c *Client) newToken(ctx context.Context, q *db.Queries, kind tokenKind, accountID uuid.UUID, invitationID *uuid.UUID, life time.Duration) (Secret, error) {
	token, hash := newSecretToken()
	now := c.now()
	err := q.InsertToken(ctx, db.InsertTokenParams{
		ID: newID(), Kind: string(kind), Hash: hash, AccountID: accountID, InvitationID: invitationID,
		CreatedAt: now, ExpiresAt: now.Add(life),
	})
	if err != nil {
		return "", fmt.Errorf("new %s token: %w", kind, err)
	}
	return token, nil
}

// findToken gives a token that is good now. Unknown, ended and expired ones all answer [TokenInvalid].
func (c *Client) findToken(ctx context.Context, q *db.Queries, kind tokenKind, token Secret) (db.Token, error) {
	found, err := q.FindToken(ctx, tokenHash(token), string(kind))
	if errors.Is(err, pgx.ErrNoRows) {
		return db.Token{}, TokenInvalid
	}
	if err != nil {
		return db.Token{}, fmt.Errorf("find %s token: %w", kind, err)
	}
	if found.EndedAt != nil || !c.now().Before(found.ExpiresAt) {
		return db.Token{}, TokenInvalid
	}
	return found, nil
}

// newCredentialsToken makes the one token with which an account sets username and password; it ends the
// ones before. It lives 24 hours.
func (c *Client) newCredentialsToken(ctx context.Context, tx pgx.Tx, accountID uuid.UUID) (Secret, error) {
	q := c.q.WithTx(tx)
	if err := q.EndAccountTokens(ctx, c.now(), tokenReplaced, accountID, string(tokenCredentials)); err != nil {
		return "", fmt.Errorf("end credentials tokens: %w", err)
	}
	return c.newToken(ctx, q, tokenCredentials, accountID, nil, credentialsTokenLife)
}

// newInvitationToken makes the token of an open invitation's link and ends the one before. The mail's job
// calls it, so that a token exists in clear only in the mail. It lives 14 days, and so does the invitation
// from then on.
func (c *Client) newInvitationToken(ctx context.Context, tx pgx.Tx, invitation db.Invitation) (Secret, error) {
	q := c.q.WithTx(tx)
	now := c.now()
	if err := q.EndInvitationTokens(ctx, now, tokenReplaced, invitation.ID); err != nil {
		return "", fmt.Errorf("end invitation tokens: %w", err)
	}
	n, err := q.RenewInvitation(ctx, now.Add(invitationTokenLife), now, invitation.ID)
	if err != nil {
		return "", fmt.Errorf("renew invitation: %w", err)
	}
	if n == 0 {
		return "", TokenInvalid
	}
	if err := q.ExtendInvitationRegistration(ctx, now.Add(invitationTokenLife+keepEndedToken), invitation.ID); err != nil {
		return "", fmt.Errorf("extend what was entered: %w", err)
	}
	return c.newToken(ctx, q, tokenInvitation, invitation.AccountID, &invitation.ID, invitationTokenLife)
}

// ptr gives a pointer to a value, for columns that may be NULL.
func ptr[T any](v T) *T { return &v }

// optional gives a pointer to a text, nil for the empty one.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orEmpty gives what a column holds, empty for NULL.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
