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
	// The lock has a connection of its own: a migration that adds a value to an enum can't share a
	// transaction with those that use it, so there is none around the whole.
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("jobs: migrate: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // closing ends the session and so the lock
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", int64(migrateLock)); err != nil {
		return fmt.Errorf("jobs: migrate: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
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
