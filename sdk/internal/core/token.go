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

// TokenKind is the purpose of a bearer token. A token of one kind is unknown to every call of another.
type TokenKind string

// Kinds of tokens.
const (
	TokenCredentials TokenKind = "credentials" // sets username and password, once
	TokenPassword    TokenKind = "password"    // sets a new password, once
	TokenAccount     TokenKind = "account"     // a login, for an hour
	TokenInvitation  TokenKind = "invitation"  // the link of an invitation
	TokenAccess      TokenKind = "access"      // a command line's login
	TokenSignup      TokenKind = "signup"      // a further key of a sign-up, on another device
	TokenHandOver    TokenKind = "hand_over"   // transfers a login to the account page, once
)

// The lifetimes of tokens.
const (
	CredentialsTokenLife = 24 * time.Hour
	ReceiptTokenLife     = 365 * 24 * time.Hour // the shortest term that can be bought
	PasswordTokenLife    = time.Hour
	LoginMailTokenLife   = 7 * 24 * time.Hour // mails are often read late
	AccountTokenLife     = time.Hour
	InvitationTokenLife  = 14 * 24 * time.Hour
	AccessTokenLife      = 90 * 24 * time.Hour
	HandOverTokenLife    = time.Minute // long enough for a browser to follow a link
)

// The reasons for the early end of a token.
const (
	TokenUsed     = "used"
	tokenReplaced = "replaced"
	TokenRevoked  = "revoked"
)

// NewToken creates a token for an account and stores its hash only.
func (c *Core) NewToken(ctx context.Context, q *db.Queries, kind TokenKind, accountID uuid.UUID, life time.Duration) (secret.Secret, error) {
	return c.newToken(ctx, q, db.InsertTokenParams{Kind: string(kind), AccountID: &accountID}, life)
}

// newMailedToken creates a credentials token that exists in clear in a mail only. Its use proves the account's address: [IsMailed].
func (c *Core) newMailedToken(ctx context.Context, q *db.Queries, accountID uuid.UUID, life time.Duration) (secret.Secret, error) {
	return c.newToken(ctx, q, db.InsertTokenParams{Kind: string(TokenCredentials), AccountID: &accountID, Label: &inMail}, life)
}

// newToken adds id, hash and lifetime to a token, and stores it.
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

// noteUseEvery is the precision of a command line's last use. A day is enough for the list of logins.
const noteUseEvery = 24 * time.Hour

// FindToken returns a valid token. All kinds but an invitation's have an account. Unknown, ended and expired tokens all return
// [fault.TokenInvalid]. The use of a command line's token is stored once a day.
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

// NewCredentialsToken creates the token that sets username and password right after a payment or a join. It ends earlier ones, except those
// in mails. It is valid for 24 hours.
func (c *Core) NewCredentialsToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	if err := tx.EndShownTokens(ctx, c.Now(), tokenReplaced, accountID); err != nil {
		return "", fmt.Errorf("end credentials tokens: %w", err)
	}
	return c.NewToken(ctx, tx.Queries, TokenCredentials, accountID, CredentialsTokenLife)
}

// RenewCredentialsToken creates the token of a requested link. Anyone may request one, so it doesn't end other tokens, in mails or in open
// tabs. The first use ends them all. It is valid for 24 hours.
func (c *Core) RenewCredentialsToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.newMailedToken(ctx, tx.Queries, accountID, CredentialsTokenLife)
}

// NewReceiptToken creates the credentials token of a receipt's mail. It doesn't end other tokens, because the payer may be using one at the
// moment.
func (c *Core) NewReceiptToken(ctx context.Context, accountID uuid.UUID) (secret.Secret, error) {
	return c.newMailedToken(ctx, c.Q, accountID, ReceiptTokenLife)
}

// NewPasswordToken creates the token of a link to set a new password. Like [Core.RenewCredentialsToken] it doesn't end other tokens; the
// first use ends them all. It is valid for an hour.
func (c *Core) NewPasswordToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.NewToken(ctx, tx.Queries, TokenPassword, accountID, PasswordTokenLife)
}

// NewLoginMailToken creates the token of the link in a mail about a new login. It sets a new password like that of [Core.NewPasswordToken],
// and is valid for a week.
func (c *Core) NewLoginMailToken(ctx context.Context, tx *pg.Tx, accountID uuid.UUID) (secret.Secret, error) {
	return c.NewToken(ctx, tx.Queries, TokenPassword, accountID, LoginMailTokenLife)
}

// inMail is the label of mailed credentials tokens.
var inMail = "mail"

// IsMailed returns true for a mailed credentials token. The others are responses to the browser that paid or joined.
func IsMailed(t db.Token) bool { return t.Label != nil && *t.Label == inMail }

// NewInvitationToken creates the token of an open invitation's link and ends the one before. The mail's job calls it with byJob, so that the
// token exists in clear in the mail only. It is also called to show the link to an operator. Token and invitation are then valid for 14 days.
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
	// Separate statements, because they must see the writes of a renewal that this one waited for.
	if err := tx.EndInvitationTokens(ctx, now, tokenReplaced, invitation.ID); err != nil {
		return "", fmt.Errorf("end invitation tokens: %w", err)
	}
	if err := tx.ExtendInvitationRegistration(ctx, now.Add(InvitationTokenLife+KeepEndedToken), invitation.ID); err != nil {
		return "", fmt.Errorf("extend the invitation's sign-up: %w", err)
	}
	return c.newToken(ctx, tx.Queries, db.InsertTokenParams{Kind: string(TokenInvitation), InvitationID: &invitation.ID}, InvitationTokenLife)
}

// NewHandOverToken creates the code that transfers a login to the account page. It is valid for a minute, but no longer than the login.
func (c *Core) NewHandOverToken(ctx context.Context, q *db.Queries, login db.Token) (secret.Secret, error) {
	of := FirstLogin(login)
	made := db.InsertTokenParams{Kind: string(TokenHandOver), AccountID: login.AccountID, LoginID: &of}
	return c.newToken(ctx, q, made, min(HandOverTokenLife, login.ExpiresAt.Sub(c.Now())))
}

// NewHandedLogin creates the account token for a code. It expires together with the code's login, so a transfer extends no login. Fault:
// [fault.TokenInvalid] if that login has ended.
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

// FirstLogin returns the id of the login from which a token was handed over, or the token's own id if it is that login.
func FirstLogin(login db.Token) uuid.UUID {
	if login.LoginID != nil {
		return *login.LoginID
	}
	return login.ID
}

// NewSignupToken creates the token of a link that continues a sign-up elsewhere. It doesn't end other tokens, because each device keeps its
// own. It expires with the sign-up. It looks different from all other tokens, so that a page can reject a link with the sign-up's original
// key.
func (c *Core) NewSignupToken(ctx context.Context, q *db.Queries, registration db.Registration) (secret.Secret, error) {
	made := db.InsertTokenParams{Kind: string(TokenSignup), RegistrationID: &registration.ID, EmailHash: registration.EmailHash}
	return c.newToken(ctx, q, made, registration.ExpiresAt.Sub(c.Now()))
}

// SignupToken returns the token of a link that continues a sign-up; nil if the caller's is a different one or has ended.
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

// EndSignupTokens ends the mailed links of a sign-up, except the caller's own.
func (c *Core) EndSignupTokens(ctx context.Context, q *db.Queries, registrationID uuid.UUID, own secret.Secret) error {
	if err := q.EndSignupTokens(ctx, c.Now(), tokenReplaced, registrationID, secret.TokenHash(own)); err != nil {
		return fmt.Errorf("end %s tokens: %w", TokenSignup, err)
	}
	return nil
}

// KeepEndedToken is the time for which a token is kept after its end.
const KeepEndedToken = 30 * 24 * time.Hour
