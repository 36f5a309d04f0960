package accounts

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SetPassword implements [account.Client].
func (c *Engine) SetPassword(ctx context.Context, token secret.Secret, in account.PasswordInput, meta caller.Meta) (*account.PasswordAnswer, error) {
	call := core.IdempotentCall{
		Scope: core.ScopeOf(core.CallSetPassword, core.Holder(token)), Key: meta.IdempotencyKey, Request: in, Chosen: []secret.Secret{in.Password}, Lang: meta.Lang,
	}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*account.PasswordAnswer, error) {
		return c.setPassword(ctx, token, in, meta, claim)
	})
}

func (c *Engine) setPassword(ctx context.Context, token secret.Secret, in account.PasswordInput, meta caller.Meta, claim *core.IdempotencyClaim) (*account.PasswordAnswer, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenPassword, token)
	if err != nil {
		return nil, err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitUsernames, c.core.Limits.Usernames, found.ID.String()); err != nil {
		return nil, err
	}
	owner, err := c.core.Account(ctx, c.core.Q, *found.AccountID)
	if err != nil {
		return nil, fmt.Errorf("set password: account: %w", err)
	}
	if owner.State != Active {
		return nil, fault.TokenInvalid
	}
	username, err := c.Username(ctx, owner)
	if err != nil {
		return nil, err
	}
	if broken := form.ValidatePassword(in.Password, username, owner.Person.Email, c.core.Passwords, text.Language(meta.Lang)); len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	hash, err := c.core.Hasher.Hash(ctx, []byte(form.NormalizePassword(in.Password).Reveal()))
	if err != nil {
		return nil, err
	}
	answer := &account.PasswordAnswer{Username: username}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		if err := c.replacePassword(ctx, tx, found, hash); err != nil {
			return err
		}
		if answer.Login, err = c.logIn(ctx, tx.Queries, owner.ID, username, meta); err != nil {
			return err
		}
		return claim.Store(ctx, tx, answer)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("password replaced", "account", owner.ID)
	return answer, nil
}

// replacePassword stores the new hash if the token is unused, and ends all logins made with the old password.
func (c *Engine) replacePassword(ctx context.Context, tx *pg.Tx, token db.Token, hash string) error {
	now := c.core.Now()
	ended, err := tx.EndToken(ctx, now, core.TokenUsed, token.ID)
	if err != nil {
		return fmt.Errorf("use password token: %w", err)
	}
	if ended == 0 {
		return fault.TokenInvalid
	}
	if err := tx.ReplacePasswordHash(ctx, hash, now, *token.AccountID); err != nil {
		return fmt.Errorf("replace password: %w", err)
	}
	if err := tx.EndAllTokens(ctx, now, core.TokenRevoked, *token.AccountID); err != nil {
		return fmt.Errorf("end logins: %w", err)
	}
	tx.Enqueue(email.PasswordJob{AccountID: token.AccountID.String(), Changed: true}, job.Options{})
	return c.AccountEvent(ctx, tx.Queries, *token.AccountID, "password_set", "owner")
}

// Username returns the username of an active account.
func (c *Engine) Username(ctx context.Context, owner core.Account) (string, error) {
	row, err := c.core.Q.GetCredentials(ctx, owner.ID)
	if err != nil {
		return "", fmt.Errorf("username: %w", err)
	}
	var username string
	if err := owner.Key.Open(person.TableCredentials, owner.ID, row.Sealed, &username); err != nil {
		return "", fmt.Errorf("username: %w", err)
	}
	return username, nil
}
