package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/cojoin/cojoin/sdk/database"
)

// migrateLock is the advisory lock that prevents concurrent migrations of the job tables.
const migrateLock = 0x636f6a6f696e // "cojoin"

// Migrate migrates the job tables to the newest version, without stopping those who use the database: see
// [database.Migration]. The product's tables are separate. Any number of processes may call it concurrently; calling it
// again changes nothing.
func Migrate(ctx context.Context, pool *pgxpool.Pool, how database.Migration) error {
	if done, err := Migrated(ctx, pool); err != nil || done {
		return err
	}
	err := how.Patiently(ctx, pool.Config().ConnConfig, func(ctx context.Context, conf *pgx.ConnConfig) error {
		return migrate(ctx, pool.Config(), conf)
	})
	if err != nil {
		return fmt.Errorf("jobs: migrate: %w", err)
	}
	return nil
}

func migrate(ctx context.Context, connections *pgxpool.Config, conf *pgx.ConnConfig) error {
	connections.ConnConfig, connections.MaxConns, connections.MinConns = conf, 2, 0
	connections.BeforeConnect, connections.AfterConnect = nil, nil
	pool, err := pgxpool.NewWithConfig(ctx, connections)
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	// The lock has its own connection: a migration that adds a value to an enum can't share a
	// transaction with those that use it, so no transaction spans all migrations.
	conn, err := pgx.ConnectConfig(ctx, conf)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // closing ends the session, which releases the lock
	for held := false; !held; {
		// A process that waited in the statement would be an open transaction to the other's migrations.
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrateLock)).Scan(&held); err != nil {
			return err
		}
		if held {
			break
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// Migrated reports whether the job tables have the newest version, for readiness checks.
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
