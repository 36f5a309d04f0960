package signup

import (
	"context"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// OpenAll opens what registrations seal.
func (c *Client) OpenAll(ctx context.Context, q *db.Queries, rows []Row) ([]*Draft, error) {
	return c.openAll(ctx, q, rows)
}
