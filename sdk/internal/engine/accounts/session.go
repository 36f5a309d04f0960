package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// maxSessions is the maximum number of listed sessions. Ending all sessions ends the unlisted ones, too.
const maxSessions = 200

// Sessions implements [account.Client].
func (c *Engine) Sessions(ctx context.Context, token secret.Secret) (*account.SessionList, error) {
	own, err := c.session(ctx, token)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListSessions(ctx, *own.AccountID, c.core.Now(), maxSessions)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := &account.SessionList{Sessions: make([]account.Session, len(rows))}
	for i, row := range rows {
		kind := account.SessionBrowser
		if core.TokenKind(row.Kind) == core.TokenAccess {
			kind = account.SessionCommandLine
		}
		list.Sessions[i] = account.Session{SessionID: row.ID.String(), Kind: kind, CreatedAt: row.CreatedAt.UTC(), ExpiresAt: row.ExpiresAt.UTC(), LastUsedAt: row.LastUsedAt, Current: row.ID == own.ID}
	}
	return list, nil
}

// EndSession implements [account.Client].
func (c *Engine) EndSession(ctx context.Context, token secret.Secret, sessionID string) error {
	own, err := c.session(ctx, token)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(sessionID)
	if err != nil {
		return account.SessionNotFound
	}
	n, err := c.core.Q.EndSession(ctx, c.core.Now(), id, *own.AccountID)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if n == 0 {
		return account.SessionNotFound
	}
	return nil
}

// EndSessions implements [account.Client].
func (c *Engine) EndSessions(ctx context.Context, token secret.Secret) error {
	own, err := c.session(ctx, token)
	if err != nil {
		return err
	}
	return c.endSessions(ctx, *own.AccountID)
}

// EndOtherSessions implements [account.Client].
func (c *Engine) EndOtherSessions(ctx context.Context, token secret.Secret) error {
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

// EndLogins implements [account.Client].
func (c *Engine) EndLogins(ctx context.Context, token secret.Secret) error {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenPassword, token)
	if err != nil {
		return err
	}
	return c.endSessions(ctx, *found.AccountID)
}

func (c *Engine) endSessions(ctx context.Context, accountID uuid.UUID) error {
	if err := c.core.Q.EndSessions(ctx, c.core.Now(), accountID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	c.core.Log.Info("logged out everywhere", "account", accountID)
	return nil
}

// session returns the login or command line of a token.
func (c *Engine) session(ctx context.Context, token secret.Secret) (db.Token, error) {
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
