package accounts

import (
	"context"
	"fmt"
	"net/url"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// LeadHome implements [account.Client].
func (c *Engine) LeadHome(ctx context.Context, token secret.Secret, state string, meta caller.Meta) (*account.HandOver, error) {
	found, err := c.activeToken(ctx, core.TokenAccount, token)
	if err != nil {
		return nil, err
	}
	home := c.core.Site.Links["home"]
	if home != c.core.Site.AccountPage() {
		to, err := c.host.LoginURL(ctx, c.core.Q, *found.AccountID, home, state)
		if err != nil {
			return nil, err
		}
		return &account.HandOver{Redirect: to}, nil
	}
	code, err := c.core.NewHandOverToken(ctx, c.core.Q, found)
	if err != nil {
		return nil, err
	}
	if lang := meta.Locale; lang != "" {
		home = withQuery(home, "lang", lang)
	}
	return &account.HandOver{Redirect: home + "#token=" + url.QueryEscape(code.Reveal())}, nil
}

// TakeOver implements [account.Client].
func (c *Engine) TakeOver(ctx context.Context, code secret.Secret) (*account.LoginAnswer, error) {
	found, err := c.activeToken(ctx, core.TokenHandOver, code)
	if err != nil {
		return nil, err
	}
	var answer account.LoginAnswer
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		ended, err := tx.EndToken(ctx, c.core.Now(), core.TokenUsed, found.ID)
		if err != nil {
			return fmt.Errorf("use code of a hand-over: %w", err)
		}
		if ended == 0 {
			return fault.TokenInvalid
		}
		token, err := c.core.NewHandedLogin(ctx, tx.Queries, found)
		answer = c.loginAnswer(*found.AccountID, token)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("login handed over", "account", answer.UserID)
	return &answer, nil
}

// activeToken returns a token of an active account. Fault: [fault.TokenInvalid].
func (c *Engine) activeToken(ctx context.Context, kind core.TokenKind, token secret.Secret) (db.Token, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, kind, token)
	if err != nil {
		return db.Token{}, err
	}
	a, err := c.core.Q.GetAccount(ctx, *found.AccountID)
	if err != nil {
		return db.Token{}, fmt.Errorf("account of a %s token: %w", kind, err)
	}
	if a.State != Active {
		return db.Token{}, fault.TokenInvalid
	}
	return found, nil
}
