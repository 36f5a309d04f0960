package signup

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Door is how a payment call gets at its registration: by the sign-up's key, or by an
// invitation's token. Either way the same payment follows.
type Door struct {
	Read  func(ctx context.Context, q *db.Queries) (Row, error) // open or paid
	Lock  func(ctx context.Context, q *db.Queries) (Row, error) // the same, until the transaction ends
	Scope string                                                // of idempotency keys: a stored answer holds a token and is for its holder only
}

// KeyDoor is how a registration key gets a call at its registration. Faults: those of
// [Client.Read].
func (c *Client) KeyDoor(signupID string, key secret.Secret) Door {
	return Door{
		Read: func(ctx context.Context, q *db.Queries) (Row, error) {
			return c.LoadRegistration(ctx, q, signupID, key)
		},
		Lock: func(ctx context.Context, q *db.Queries) (Row, error) {
			return c.authorizedRegistration(ctx, q.LockRegistration, signupID, key)
		},
		Scope: fmt.Sprintf("payment/%s/%x", signupID, secret.TokenHash(key)),
	}
}
