package pg

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// LockEmails keeps other transactions from giving these addresses to an account until this one ends. It must take
// all addresses together: two co-parents paying at the same time name each other, and each would hold its own
// address and wait for the other's.
func LockEmails(ctx context.Context, q *db.Queries, keys ...*string) error {
	var named []string
	for _, key := range keys {
		if key != nil && *key != "" {
			named = append(named, *key)
		}
	}
	if len(named) == 0 {
		return nil
	}
	if err := q.LockEmails(ctx, named); err != nil {
		return fmt.Errorf("lock e-mail addresses: %w", err)
	}
	return nil
}
