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

// Migrate migrates the schema of the database to the latest version, without stopping those who use it: see [Migration].
// Any number of processes may call it concurrently; calling it again changes nothing. The job runner's tables have a
// migration of their own.
//
// Errors: [*LockedError], [*OldTransactionError], [*OutOfOrderError], the database's.
func Migrate(ctx context.Context, databaseURL string, how Migration) error {
	return migrate(ctx, databaseURL, files(), how)
}

// Migrated reports whether the schema is at the newest version, for readiness.
func Migrated(ctx context.Context, databaseURL string) (bool, error) {
	return migrated(ctx, databaseURL, files())
}

// oldest is the oldest major version of Postgres on which the schema can be made.
const oldest = 15

// supported refuses a Postgres that is too old, before a migration fails in the middle with a syntax error.
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

// OutOfOrderError refuses a migration whose number is lower than that of one that the database has: a database that was
// upgraded would have run them in another order than a fresh one, and could end with another schema.
type OutOfOrderError struct {
	Migration string
	Current   int64 // the newest migration of the database
}

func (e *OutOfOrderError) Error() string {
	return fmt.Sprintf("%s is older than %d, which this database has: they come from different branches. Nothing was changed. "+
		"Give it a number of now (date -u +%%Y%%m%%d%%H%%M%%S) and build again; a database that has it under its old number keeps it, so drop that one if it is only a test's", e.Migration, e.Current)
}

// files are the migrations of this release.
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
			// It waits for others' transactions while nobody waits for it, and beginning again would cost the whole index.
			lockTimeout = how.Patience
		}
		err = how.patiently(ctx, conf, lockTimeout, func(ctx context.Context, conf *pgx.ConnConfig) error {
			return withMigrations(conf, files, true, func(p *goose.Provider) error {
				_, err := p.ApplyVersion(ctx, next.version, true)
				if errors.Is(err, goose.ErrAlreadyApplied) { // by another process that migrates
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

// pending is a migration that the database doesn't have.
type pending struct {
	file    string
	version int64
	beside  bool // it builds indexes beside writes, outside a transaction
}

var noTransaction = regexp.MustCompile(`(?m)^-- \+goose NO TRANSACTION$`)

// missingMigrations returns the migrations that the database doesn't have, in their order.
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

// withMigrations runs f with the migrations. Those that change something hold others off meanwhile (exclusive); readiness
// doesn't wait for them.
func withMigrations(conf *pgx.ConnConfig, files fs.FS, exclusive bool, f func(*goose.Provider) error) error {
	sqlDB := stdlib.OpenDB(*conf)
	defer func(d *sql.DB) { _ = d.Close() }(sqlDB)
	var options []goose.ProviderOption
	if exclusive {
		// It tries once a second, for ten minutes: a process that waited in a statement would be an open transaction to the other.
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
