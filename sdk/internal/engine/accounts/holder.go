package accounts

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// HolderOf returns the active account of an account token. Active means that the owner has set username and password. Fault: [fault.TokenInvalid].
func HolderOf(ctx context.Context, c *core.Core, token secret.Secret) (db.Account, error) {
	found, err := c.FindToken(ctx, c.Q, core.TokenAccount, token)
	if err != nil {
		return db.Account{}, err
	}
	owner, err := c.Q.GetAccount(ctx, *found.AccountID)
	if err != nil {
		return db.Account{}, fmt.Errorf("account of token: %w", err)
	}
	if owner.State != Active {
		return db.Account{}, fault.TokenInvalid
	}
	return owner, nil
}
