package signups

import (
	"context"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// OpenAll opens the sealed data of registrations.
func (c *Engine) OpenAll(ctx context.Context, q *db.Queries, rows []Row) ([]*Draft, error) {
	return c.openAll(ctx, q, rows)
}
