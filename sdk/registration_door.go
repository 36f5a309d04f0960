package sdk

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// registrationDoor is how a payment call gets at its registration: by the sign-up's key, or by an
// invitation's token. Either way the same payment follows.
type registrationDoor struct {
	read  func(ctx context.Context, q *db.Queries) (registrationRow, error) // open or paid
	lock  func(ctx context.Context, q *db.Queries) (registrationRow, error) // the same, until the transaction ends
	scope string                                                            // of idempotency keys: a stored answer holds a token and is for its holder only
}

// keyDoor is how a registration key gets a call at its registration. Faults: those of
// [Client.ReadRegistration].
func (c *Client) keyDoor(signupID string, key Secret) registrationDoor {
	return registrationDoor{
		read: func(ctx context.Context, q *db.Queries) (registrationRow, error) {
			return c.loadRegistration(ctx, q, signupID, key)
		},
		lock: func(ctx context.Context, q *db.Queries) (registrationRow, error) {
			return c.authorizedRegistration(ctx, q.LockRegistration, signupID, key)
		},
		scope: fmt.Sprintf("payment/%s/%x", signupID, tokenHash(key)),
	}
}
