package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Migrate migrates the schema of the database to the latest version. Any number of processes may call it
// concurrently; calling it again changes nothing. The job runner's tables have a migration of their own.
func Migrate(ctx context.Context, databaseURL string) error {
	return withMigrations(databaseURL, func(p *goose.Provider) error {
		if _, err := p.Up(ctx); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		return nil
	})
}

// Migrated reports whether the schema is at the newest version, for readiness.
func Migrated(ctx context.Context, databaseURL string) (bool, error) {
	var pending bool
	err := withMigrations(databaseURL, func(p *goose.Provider) (err error) {
		pending, err = p.HasPending(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("migrate: %w", err)
	}
	return !pending, nil
}

func withMigrations(databaseURL string, f func(*goose.Provider) error) error {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return fmt.Errorf("migrate: database URL: %w", err)
	}
	files, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	sqlDB := stdlib.OpenDB(*conf)
	defer func(d *sql.DB) { _ = d.Close() }(sqlDB)
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	// Nouns have number ranges of their own, so a later release may add a lower number.
	p, err := goose.NewProvider(goose.DialectPostgres, sqlDB, files, goose.WithSessionLocker(locker), goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return f(p)
}
