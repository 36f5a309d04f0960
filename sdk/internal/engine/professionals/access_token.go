package professionals

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
)

// CreateAccessToken implements [professional.Client].
func (c *Engine) CreateAccessToken(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*professional.AccessTokenAnswer, error) {
	me, err := c.account.Authenticate(ctx, username, password, meta)
	if err != nil {
		return nil, err
	}
	if !me.Ok {
		return nil, fault.LoginRefused
	}
	answer := &professional.AccessTokenAnswer{ExpiresAt: c.core.Now().Add(core.AccessTokenLife)}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err := c.account.StartSession(ctx, tx, me, core.TokenAccess, meta)
		if err != nil {
			return err
		}
		answer.Token = secret.Shown(token)
		account, err := c.core.Account(ctx, tx.Queries, me.Found.AccountID)
		if err != nil {
			return fmt.Errorf("access token: account: %w", err)
		}
		answer.Whoami, err = whoami(ctx, tx.Queries, account)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := c.core.ForgetEvents(ctx, c.core.Q, core.LimitLogins, form.FoldUsername(username), meta.ClientAddr); err != nil {
		return nil, err
	}
	c.core.Log.Info("access token made", "account", answer.UserID)
	return answer, nil
}

// ReadAccessToken implements [professional.Client].
func (c *Engine) ReadAccessToken(ctx context.Context, token secret.Secret) (*professional.AccessTokenInfo, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccess, token)
	if err != nil {
		return nil, err
	}
	owner, err := c.core.Account(ctx, c.core.Q, *found.AccountID)
	if err != nil {
		return nil, fmt.Errorf("access token: account: %w", err)
	}
	if owner.State != accounts.Active {
		return nil, fault.TokenInvalid
	}
	me, err := whoami(ctx, c.core.Q, owner)
	return &professional.AccessTokenInfo{Whoami: me, ExpiresAt: found.ExpiresAt.UTC()}, err
}

// RevokeAccessToken implements [professional.Client].
func (c *Engine) RevokeAccessToken(ctx context.Context, token secret.Secret) error {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccess, token)
	if err != nil {
		return err
	}
	if _, err := c.core.Q.EndToken(ctx, c.core.Now(), core.TokenRevoked, found.ID); err != nil {
		return fmt.Errorf("revoke access token: %w", err)
	}
	return nil
}

func whoami(ctx context.Context, q *db.Queries, account core.Account) (professional.Whoami, error) {
	me := professional.Whoami{UserID: account.ID.String(), FirstName: account.Person.FirstName, LastName: account.Person.LastName, Email: account.Person.Email}
	pro, err := q.FindProfessionalByAccount(ctx, account.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return me, nil
	}
	if err != nil {
		return me, fmt.Errorf("find professional: %w", err)
	}
	me.ProfessionalID, me.State = pro.ID.String(), professional.State(pro.State)
	return me, nil
}

// Authenticate implements [professional.Client].
func (c *Engine) Authenticate(ctx context.Context, token secret.Secret) (professionalID string, err error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccess, token)
	if errors.Is(err, fault.TokenInvalid) {
		found, err = c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	}
	if err != nil {
		return "", err
	}
	owner, err := c.core.Account(ctx, c.core.Q, *found.AccountID)
	if err != nil {
		return "", fmt.Errorf("account of token: %w", err)
	}
	me, err := whoami(ctx, c.core.Q, owner)
	switch {
	case err != nil:
		return "", err
	case owner.State != accounts.Active:
		return "", fault.TokenInvalid
	case me.ProfessionalID == "":
		return "", fault.ProfessionalRequired
	case me.State == professional.Suspended:
		return "", fault.ProfessionalIsBlocked
	}
	return me.ProfessionalID, nil
}
