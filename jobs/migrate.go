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

// unusedIndexes are River's indexes of jobs by arguments and metadata. No query here uses them. Every change of a job writes to both, and they grow
// until they are rebuilt. Only the tables' owner may do that, so River's nightly rebuild fails under a worker's login. The other indexes are B-trees,
// which reuse the space that vacuum frees.
const unusedIndexes = "river_job_args_index, river_job_metadata_index"

// Migrate migrates the job tables to the newest version and drops [unusedIndexes], without stopping other users of the database: see
// [database.Migration]. The product's tables are separate. Any number of processes may call it concurrently; calling it again changes nothing.
func Migrate(ctx context.Context, pool *pgxpool.Pool, how database.Migration) error {
	done, err := Migrated(ctx, pool)
	if err != nil {
		return err
	}
	if done {
		var lean bool
		err := pool.QueryRow(ctx, "SELECT bool_and(to_regclass(name) IS NULL) FROM string_to_table($1, ', ') AS name", unusedIndexes).Scan(&lean)
		if err != nil {
			return fmt.Errorf("jobs: unused indexes: %w", err)
		}
		if lean {
			return nil
		}
	}
	err = how.Patiently(ctx, pool.Config().ConnConfig, func(ctx context.Context, conf *pgx.ConnConfig) error {
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
	// The lock has its own connection. No transaction can span all migrations, because one that adds a value to an enum can't share a transaction
	// with those that use it.
	conn, err := pgx.ConnectConfig(ctx, conf)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // closing ends the session, which releases the lock
	for held := false; !held; {
		// Polls, because a process waiting in the statement would be an open transaction to the other's migrations.
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
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	// Not concurrently: after a timeout that would leave an invalid index that is still written.
	_, err = conn.Exec(ctx, "DROP INDEX IF EXISTS "+unusedIndexes)
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
