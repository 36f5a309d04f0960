package core

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// TokenKind says what a bearer token opens. A token of one kind is unknown to every call of another.
type TokenKind string

// Kinds of tokens.
const (
	TokenCredentials TokenKind = "credentials" // sets username and password, once
	TokenPassword    TokenKind = "password"    // sets a new password, once
	TokenAccount     TokenKind = "account"     // an hour after login
	TokenInvitation  TokenKind = "invitation"  // a co-parent's way in
	TokenAccess      TokenKind = "access"      // the command line's
	TokenSignup      TokenKind = "signup"      // a further key of a sign-up, on another device
	TokenHandOver    TokenKind = "hand_over"   // brings a login to the account page, once
)

// How long tokens live.
const (
	CredentialsTokenLife = 24 * time.Hour
	ReceiptTokenLife     = 365 * 24 * time.Hour // the shortest term that can have been paid for
	PasswordTokenLife    = time.Hour
	LoginMailTokenLife   = 7 * 24 * time.Hour // mails are read late
	AccountTokenLife     = time.Hour
	InvitationTokenLife  = 14 * 24 * time.Hour
	AccessTokenLife      = 90 * 24 * time.Hour
	HandOverTokenLife    = time.Minute // as long as a browser takes to follow a link
)

// What ends a token before its time.
const (
	TokenUsed     = "used"
	tokenReplaced = "replaced"
	TokenRevoked  = "revoked"
)

// NewToken makes a token for an account; only its hash is kept.
func (c *Core) NewToken(ctx context.Context, q *db.Queries, kind TokenKind, accountID uuid.UUID, life time.Duration) (secret.Secret, error) {
	return c.newToken(ctx, q, db.InsertTokenParams{Kind: string(kind), AccountID: &accountID}, life)
}

// newMailedToken makes a credentials token that exists in clear in a mail only. Its use proves the account's address: [IsMailed].
func (c *Core) newMailedToken(ctx context.Context, q *db.Queries, accountID uuid.UUID, life time.Duration) (secret.Secret, error) {
	return c.newToken(ctx, q, db.InsertTokenParams{Kind: string(TokenCredentials), AccountID: &accountID, Label: &inMail}, life)
}

// newToken adds id, hash and life to what the token opens.
func (c *Core) newToken(ctx context.Context, q *db.Queries, made db.InsertTokenParams, life time.Duration) (secret.Secret, error) {
	token, hash := secret.NewSecretToken()
	if TokenKind(made.Kind) == TokenSignup {
		token = form.SignupToken + token
		hash = secret.TokenHash(token)
	}
	made.ID, made.Hash, made.CreatedAt = pg.NewID(), hash, c.Now()
	made.ExpiresAt = made.CreatedAt.Add(life)
	if err := q.InsertToken(ctx, made); err != nil {
		return "", fmt.Errorf("new %s token: %w", made.Kind, err)
	}
	return token, nil
}

// noteUseEvery is how often the use of a command line's token is noted. People who look at the list of their logins want to know the day.
const noteUseEvery = 24 * time.Hour

// FindToken returns a valid token: an invitation's has no account, and every other one has. Unknown, ended and expired tokens all return [fault.TokenInvalid].
// The use of a command line's is noted once a day.
func (c *Core) FindToken(ctx context.Context, q *db.Queries, kind TokenKind, token secret.Secret) (db.Token, error) {
	found, err := q.FindToken(ctx, secret.TokenHash(token), string(kind))
	if errors.Is(err, pgx.ErrNoRows) {
		return db.Token{}, fault.TokenInvalid
	}
	if err != nil {
		return db.Token{}, fmt.Errorf("find %s token: %w", kind, err)
	}
	if found.EndedAt != nil || !c.Now().Before(found.ExpiresAt) {
		return db.Token{}, fault.TokenInvalid
	}
	before := c.Now().Add(-noteUseEvery)
	if kind == TokenAccess && (found.LastUsedAt == nil || found.LastUsedAt.Before(before)) {
		if err := q.NoteTokenUse(ctx, c.Now(), found.ID, before); err != nil {
			return db.Token{}, fmt.Errorf("use of %s token: %w", kind, err)
		}
	}
	return found, nil
}

// NewCredentialsToken makes the token with which an account sets username and password where somebody has just paid or joined; it ends the
// ones before, but for those in mails. It lives 24 hours.
func (c *Core) NewCredentialsToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	if err := tx.EndShownTokens(ctx, c.Now(), tokenReplaced, accountID); err != nil {
		return "", fmt.Errorf("end credentials tokens: %w", err)
	}
	return c.NewToken(ctx, tx.Queries, TokenCredentials, accountID, CredentialsTokenLife)
}

// RenewCredentialsToken makes the token of the link that somebody asked for. Anybody may ask, so it ends none: neither the one in the mail
// before nor the one in a tab that is open. The first that is used ends them all. It lives 24 hours.
func (c *Core) RenewCredentialsToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.newMailedToken(ctx, tx.Queries, accountID, CredentialsTokenLife)
}

// NewReceiptToken makes the credentials token of a receipt's mail. It ends none: the payer may be choosing a username with another right now.
func (c *Core) NewReceiptToken(ctx context.Context, accountID uuid.UUID) (secret.Secret, error) {
	return c.newMailedToken(ctx, c.Q, accountID, ReceiptTokenLife)
}

// NewPasswordToken makes the token of the link with which somebody sets a new password. Like [Core.RenewCredentialsToken] it ends none; the
// first that is used ends them all. It lives an hour.
func (c *Core) NewPasswordToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.NewToken(ctx, tx.Queries, TokenPassword, accountID, PasswordTokenLife)
}

// NewLoginMailToken makes the token of the link in the mail about a new login. It sets a new password like [Core.NewPasswordToken]'s, and lives
// a week.
func (c *Core) NewLoginMailToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.NewToken(ctx, tx.Queries, TokenPassword, accountID, LoginMailTokenLife)
}

// inMail labels the credentials tokens that are in a mail.
var inMail = "mail"

// IsMailed reports whether a credentials token came by mail. The others are responses to the browser that paid or joined.
func IsMailed(t db.Token) bool { return t.Label != nil && *t.Label == inMail }

// NewInvitationToken makes the token of an open invitation's link and ends the one before. The mail's job
// calls it, byJob, so that a token exists in clear only in the mail; and who shows an operator the link. It lives 14 days, and so does
// the invitation from then on.
func (c *Core) NewInvitationToken(ctx context.Context, tx *pg.Tx, invitation db.Invitation, byJob bool) (secret.Secret, error) {
	now := c.Now()
	renewed := db.RenewInvitationParams{KeepUntil: now.Add(InvitationTokenLife + c.Lapses.Invitations), ExpiresAt: now.Add(InvitationTokenLife), Now: now, ID: invitation.ID, ByJob: byJob}
	n, err := tx.RenewInvitation(ctx, renewed)
	if err != nil {
		return "", fmt.Errorf("renew invitation: %w", err)
	}
	if n == 0 {
		return "", fault.TokenInvalid
	}
	// Statements of their own, as they have to see what a renewal wrote that this one waited for.
	if err := tx.EndInvitationTokens(ctx, now, tokenReplaced, invitation.ID); err != nil {
		return "", fmt.Errorf("end invitation tokens: %w", err)
	}
	if err := tx.ExtendInvitationRegistration(ctx, now.Add(InvitationTokenLife+KeepEndedToken), invitation.ID); err != nil {
		return "", fmt.Errorf("extend what was entered: %w", err)
	}
	return c.newToken(ctx, tx.Queries, db.InsertTokenParams{Kind: string(TokenInvitation), InvitationID: &invitation.ID}, InvitationTokenLife)
}

// NewHandOverToken makes the code with which somebody who is logged in comes to the account page. It lives a minute, and no longer than the login.
func (c *Core) NewHandOverToken(ctx context.Context, q *db.Queries, login db.Token) (secret.Secret, error) {
	of := FirstLogin(login)
	made := db.InsertTokenParams{Kind: string(TokenHandOver), AccountID: login.AccountID, LoginID: &of}
	return c.newToken(ctx, q, made, min(HandOverTokenLife, login.ExpiresAt.Sub(c.Now())))
}

// NewHandedLogin makes the account token that a code is exchanged for. It ends when the login would that the code is of: handing over makes none
// longer. Fault: [fault.TokenInvalid] where that login is over.
func (c *Core) NewHandedLogin(ctx context.Context, q *db.Queries, code db.Token) (secret.Secret, error) {
	login, err := q.LockToken(ctx, *code.LoginID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.TokenInvalid
	}
	if err != nil {
		return "", fmt.Errorf("login of a hand-over: %w", err)
	}
	if login.EndedAt != nil || !c.Now().Before(login.ExpiresAt) {
		return "", fault.TokenInvalid
	}
	return c.newToken(ctx, q, db.InsertTokenParams{Kind: string(TokenAccount), AccountID: login.AccountID, LoginID: &login.ID}, login.ExpiresAt.Sub(c.Now()))
}

// FirstLogin returns the id of the login that a token was handed over from; its own, where it is that login.
func FirstLogin(login db.Token) uuid.UUID {
	if login.LoginID != nil {
		return *login.LoginID
	}
	return login.ID
}

// NewSignupToken makes the token of the link with which a parent goes on with a sign-up elsewhere. It ends none: each device keeps its own. The
// sign-up's end is its end. It looks like no other token, so that a page can refuse a link with the key of who began the sign-up.
func (c *Core) NewSignupToken(ctx context.Context, q *db.Queries, registration db.Registration) (secret.Secret, error) {
	made := db.InsertTokenParams{Kind: string(TokenSignup), RegistrationID: &registration.ID, EmailHash: registration.EmailHash}
	return c.newToken(ctx, q, made, registration.ExpiresAt.Sub(c.Now()))
}

// SignupToken returns the token of a link to continue a sign-up; nil where the caller's is none, or has ended.
func (c *Core) SignupToken(ctx context.Context, q *db.Queries, token secret.Secret, registrationID uuid.UUID) (*db.Token, error) {
	found, err := q.FindToken(ctx, secret.TokenHash(token), string(TokenSignup))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find %s token: %w", TokenSignup, err)
	}
	if found.EndedAt != nil || *found.RegistrationID != registrationID {
		return nil, nil
	}
	return &found, nil
}

// EndSignupTokens ends the mailed links of a sign-up, but for the one that the caller goes on with, where it is one.
func (c *Core) EndSignupTokens(ctx context.Context, q *db.Queries, registrationID uuid.UUID, own secret.Secret) error {
	if err := q.EndSignupTokens(ctx, c.Now(), tokenReplaced, registrationID, secret.TokenHash(own)); err != nil {
		return fmt.Errorf("end %s tokens: %w", TokenSignup, err)
	}
	return nil
}

// KeepEndedToken is how long a token is kept after it has ended or expired.
const KeepEndedToken = 30 * 24 * time.Hour
