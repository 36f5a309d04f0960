package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// SessionNotFound answers the end of a session that isn't the account's, or has ended.
var SessionNotFound = fault.New(fault.NotFound, "session_not_found", nil)

// SessionKind says where somebody is logged in.
type SessionKind string

// The kinds of sessions.
const (
	SessionBrowser     SessionKind = "browser"
	SessionCommandLine SessionKind = "command_line"
)

// Session is a login that is good now, less its token.
type Session struct {
	SessionID  string      `json:"sessionId"`
	Kind       SessionKind `json:"kind" enum:"browser,command_line"`
	CreatedAt  time.Time   `json:"createdAt"`
	ExpiresAt  time.Time   `json:"expiresAt"`
	LastUsedAt *time.Time  `json:"lastUsedAt,omitempty" doc:"When a command line was last used, to a day; left out where it hasn't been, and of browsers, whose logins last an hour"`
	Current    bool        `json:"current" doc:"The one whose token made this call"`
}

// SessionList is an account's sessions.
type SessionList struct {
	Sessions []Session `json:"sessions" doc:"The newest first, at most 200"`
}

// maxSessions is how many sessions are listed. Ending everything ends those beyond it, too.
const maxSessions = 200

// Sessions lists where an account is logged in: browsers and command lines. Either's token may ask. Faults: [fault.TokenInvalid].
func (c *Client) Sessions(ctx context.Context, token secret.Secret) (*SessionList, error) {
	own, err := c.session(ctx, token)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListSessions(ctx, *own.AccountID, c.core.Now(), maxSessions)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := &SessionList{Sessions: make([]Session, len(rows))}
	for i, row := range rows {
		kind := SessionBrowser
		if core.TokenKind(row.Kind) == core.TokenAccess {
			kind = SessionCommandLine
		}
		list.Sessions[i] = Session{SessionID: row.ID.String(), Kind: kind, CreatedAt: row.CreatedAt.UTC(), ExpiresAt: row.ExpiresAt.UTC(), LastUsedAt: row.LastUsedAt, Current: row.ID == own.ID}
	}
	return list, nil
}

// EndSession ends one session of an account immediately; it may be the caller's own. Faults: [fault.TokenInvalid], [SessionNotFound].
func (c *Client) EndSession(ctx context.Context, token secret.Secret, sessionID string) error {
	own, err := c.session(ctx, token)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(sessionID)
	if err != nil {
		return SessionNotFound
	}
	n, err := c.core.Q.EndSession(ctx, c.core.Now(), id, *own.AccountID)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if n == 0 {
		return SessionNotFound
	}
	return nil
}

// EndSessions ends every session of an account immediately, the caller's own too. Faults: [fault.TokenInvalid].
func (c *Client) EndSessions(ctx context.Context, token secret.Secret) error {
	own, err := c.session(ctx, token)
	if err != nil {
		return err
	}
	return c.endSessions(ctx, *own.AccountID)
}

// EndOtherSessions ends every session of an account immediately but the caller's. Faults: [fault.TokenInvalid].
func (c *Client) EndOtherSessions(ctx context.Context, token secret.Secret) error {
	own, err := c.session(ctx, token)
	if err != nil {
		return err
	}
	if err := c.core.Q.EndOtherSessions(ctx, c.core.Now(), *own.AccountID, own.ID); err != nil {
		return fmt.Errorf("end other sessions: %w", err)
	}
	c.core.Log.Info("logged out everywhere else", "account", *own.AccountID)
	return nil
}

// EndLogins ends every session of an account immediately, with the token of a link that was mailed to set a new password; the link stays good.
// Faults: [fault.TokenInvalid].
func (c *Client) EndLogins(ctx context.Context, token secret.Secret) error {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenPassword, token)
	if err != nil {
		return err
	}
	return c.endSessions(ctx, *found.AccountID)
}

func (c *Client) endSessions(ctx context.Context, accountID uuid.UUID) error {
	if err := c.core.Q.EndSessions(ctx, c.core.Now(), accountID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	c.core.Log.Info("logged out everywhere", "account", accountID)
	return nil
}

// session finds the login or command line that a token is of.
func (c *Client) session(ctx context.Context, token secret.Secret) (db.Token, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccess, token)
	if errors.Is(err, fault.TokenInvalid) {
		found, err = c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	}
	if err != nil {
		return db.Token{}, err
	}
	owner, err := c.core.Q.GetAccount(ctx, *found.AccountID)
	if err != nil {
		return db.Token{}, fmt.Errorf("account of session: %w", err)
	}
	if owner.State != Active {
		return db.Token{}, fault.TokenInvalid
	}
	return found, nil
}
