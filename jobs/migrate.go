package jobs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// migrateLock is the advisory lock that lets one migrator at a time work on the job tables.
const migrateLock = 0x636f6a6f696e // "cojoin"

// Migrate brings the job tables to the newest version, beside the product's own. Any number of
// processes may call it at once; calling it again changes nothing.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return fmt.Errorf("jobs: migrate: %w", err)
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(migrateLock)); err != nil {
			return err
		}
		_, err := migrator.MigrateTx(ctx, tx, rivermigrate.DirectionUp, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("jobs: migrate: %w", err)
	}
	return nil
}

// Migrated reports whether the job tables are at the newest version, for readiness.
func Migrated(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return false, fmt.Errorf("jobs: %w", err)
	}
	res, err := migrator.Validate(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("jobs: %w", err)
	}
	return res.OK, nil
}
