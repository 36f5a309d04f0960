package sdk

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// plannedByValues reads with plans for the very values given. A plan for any values ([PrepareConnection]) serves a
// query badly whose filters may be left empty, or whose period may be a day or all the years: of 100,000 sign-ups it
// reads all to list the newest fifty. Such reads are an operator's, few, and made anew each time.
func plannedByValues[Row any](ctx context.Context, c *Client, read func(q *db.Queries) ([]Row, error)) ([]Row, error) {
	var rows []Row
	err := pgx.BeginTxFunc(ctx, c.cfg.Pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) (err error) {
		if _, err = tx.Exec(ctx, "SET LOCAL plan_cache_mode = force_custom_plan"); err != nil {
			return fmt.Errorf("plan by values: %w", err)
		}
		rows, err = read(c.q.WithTx(tx))
		return err
	})
	return rows, err
}
