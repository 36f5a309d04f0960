package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Access authenticates a payment call and loads its registration, by the sign-up's key or by an invitation's token.
type Access struct {
	Read  func(ctx context.Context, q *db.Queries) (Row, payments.Proof, error) // open or paid
	Lock  func(ctx context.Context, q *db.Queries) (Row, payments.Proof, error) // the same, locked until the transaction ends
	Scope core.IdempotencyScope                                                 // a stored answer contains a token and is only for its holder
}

// KeyAccess returns the [Access] of a caller with the registration key. Its faults are those of [Engine.Read].
func (c *Engine) KeyAccess(signupID string, key secret.Secret) Access {
	return Access{
		Read: func(ctx context.Context, q *db.Queries) (Row, payments.Proof, error) {
			row, link, err := c.authorizedRegistration(ctx, q, q.GetRegistration, signupID, key)
			return row, proofOf(row, link), err
		},
		Lock: func(ctx context.Context, q *db.Queries) (Row, payments.Proof, error) {
			row, link, err := c.authorizedRegistration(ctx, q, q.LockRegistration, signupID, key)
			if err == nil && link != nil {
				err = c.endFirstKey(ctx, q, row.ID)
				row.KeyHash = noKey
			}
			return row, proofOf(row, link), err
		},
		Scope: core.ScopeOf(core.CallPay, signupID, core.Holder(key)),
	}
}
