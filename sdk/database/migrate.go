package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Migrate migrates the database's schema to the latest version without blocking other users for long: see [Migration]. Any number
// of processes may call it concurrently. A second call changes nothing. The job runner's tables have a migration of their own.
//
// Errors: [*LockedError], [*OldTransactionError], [*OutOfOrderError], the database's.
func Migrate(ctx context.Context, databaseURL string, how Migration) error {
	return migrate(ctx, databaseURL, files(), how)
}

// Migrated reports whether the schema has the newest version, for readiness.
func Migrated(ctx context.Context, databaseURL string) (bool, error) {
	return migrated(ctx, databaseURL, files())
}

// oldest is the oldest supported major version of Postgres.
const oldest = 15

// supported rejects an old Postgres before a migration fails halfway with a syntax error.
func supported(ctx context.Context, conf *pgx.ConnConfig) error {
	conn, err := pgx.ConnectConfig(ctx, conf.Copy())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	version := conn.PgConn().ParameterStatus("server_version")
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err == nil && n < oldest {
		return fmt.Errorf("the database is PostgreSQL %s, and %d is the oldest that is supported: upgrade it first. Nothing was changed", version, oldest)
	}
	return nil
}

func migrated(ctx context.Context, databaseURL string, files fs.FS) (bool, error) {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return false, fmt.Errorf("migrate: database URL: %w", err)
	}
	missing, err := missingMigrations(ctx, conf, files)
	if err != nil {
		return false, fmt.Errorf("migrate: %w", err)
	}
	return len(missing) == 0, nil
}

// OutOfOrderError refuses a migration with a lower number than one that the database has. An upgraded database would run them in
// another order than a fresh one, and could end with a different schema.
type OutOfOrderError struct {
	Migration string
	Current   int64 // the newest migration of the database
}

func (e *OutOfOrderError) Error() string {
	return fmt.Sprintf("%s is older than %d, the newest migration of this database: they come from different branches. Nothing was changed. "+
		"Rename it to the current time (date -u +%%Y%%m%%d%%H%%M%%S) and build again. A database with the migration under its old number keeps it: drop that database if it is for tests only", e.Migration, e.Current)
}

// files returns the migrations of this release.
func files() fs.FS {
	sub, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		panic(err) // the folder's name is valid
	}
	return sub
}

func migrate(ctx context.Context, databaseURL string, files fs.FS, how Migration) error {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return fmt.Errorf("migrate: database URL: %w", err)
	}
	if err := supported(ctx, conf); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	how = how.withDefaults()
	missing, err := missingMigrations(ctx, conf, files)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	for _, next := range missing {
		lockTimeout := how.LockTimeout
		if next.beside {
			// Building an index doesn't block other sessions while it waits for their transactions, and a retry would repeat the
			// whole build.
			lockTimeout = how.Patience
		}
		err = how.patiently(ctx, conf, lockTimeout, func(ctx context.Context, conf *pgx.ConnConfig) error {
			return withMigrations(conf, files, true, func(p *goose.Provider) error {
				_, err := p.ApplyVersion(ctx, next.version, true)
				if errors.Is(err, goose.ErrAlreadyApplied) { // by another migrating process
					return nil
				}
				return err
			})
		})
		if err != nil {
			return fmt.Errorf("migrate: %s: %w", next.file, err)
		}
	}
	return nil
}

// pending is a migration that the database lacks.
type pending struct {
	file    string
	version int64
	beside  bool // builds indexes concurrently with writes, outside a transaction
}

var noTransaction = regexp.MustCompile(`(?m)^-- \+goose NO TRANSACTION$`)

// missingMigrations returns the migrations that the database lacks, by number.
func missingMigrations(ctx context.Context, conf *pgx.ConnConfig, files fs.FS) (missing []pending, err error) {
	err = withMigrations(conf, files, false, func(p *goose.Provider) error {
		current, err := p.GetDBVersion(ctx)
		if err != nil {
			return err
		}
		all, err := p.Status(ctx) // by number
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.State == goose.StateApplied {
				continue
			}
			if s.Source.Version < current {
				return &OutOfOrderError{Migration: s.Source.Path, Current: current}
			}
			raw, err := fs.ReadFile(files, s.Source.Path)
			if err != nil {
				return err
			}
			missing = append(missing, pending{file: s.Source.Path, version: s.Source.Version, beside: noTransaction.Match(raw)})
		}
		return nil
	})
	return missing, err
}

// withMigrations runs f with the migrations. With exclusive it locks out other migrating processes meanwhile. Readiness doesn't
// wait for them.
func withMigrations(conf *pgx.ConnConfig, files fs.FS, exclusive bool, f func(*goose.Provider) error) error {
	sqlDB := stdlib.OpenDB(*conf)
	defer func(d *sql.DB) { _ = d.Close() }(sqlDB)
	var options []goose.ProviderOption
	if exclusive {
		// Polls every second for ten minutes: a process that waited inside a statement would be an open transaction in the other's
		// way.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(goose.DialectPostgres, sqlDB, files, options...)
	if err != nil {
		return err
	}
	return f(p)
}
