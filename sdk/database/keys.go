package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ErrNotForKeys refuses the product's own database, or that of another release, as the database of persons' keys.
var ErrNotForKeys = errors.New("the database of persons' keys must hold nothing else: this one has the product's tables. " +
	"Name another database, or leave it out to keep the keys with everything else")

// MigrateKeys migrates the database that holds only persons' keys: see sdk.Config.PersonKeys. Otherwise it works like [Migrate]. Errors:
// [ErrNotForKeys], and those of Migrate.
func MigrateKeys(ctx context.Context, databaseURL string, how Migration) error {
	if err := refuseProduct(ctx, databaseURL); err != nil {
		return err
	}
	return migrate(ctx, databaseURL, keyFiles(), how)
}

// KeysMigrated reports whether the database of keys has the newest version, for readiness. Errors: [ErrNotForKeys], the database's.
func KeysMigrated(ctx context.Context, databaseURL string) (bool, error) {
	if err := refuseProduct(ctx, databaseURL); err != nil {
		return false, err
	}
	return migrated(ctx, databaseURL, keyFiles())
}

// keyFiles returns the migrations of the database of keys.
func keyFiles() fs.FS {
	sub, err := fs.Sub(db.KeyMigrations, "keys")
	if err != nil {
		panic(err) // the folder's name is valid
	}
	return sub
}

func refuseProduct(ctx context.Context, databaseURL string) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return fmt.Errorf("database of keys: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var product bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass('persons') IS NOT NULL").Scan(&product); err != nil {
		return fmt.Errorf("database of keys: %w", err)
	}
	if product {
		return ErrNotForKeys
	}
	return nil
}

// GrantKeyRoles creates the roles of servers and workers in the database of keys, like [GrantRoles] in the product's. On a shared
// Postgres these are the same roles.
func GrantKeyRoles(ctx context.Context, pool *pgxpool.Pool, prefix string) (unset []string, err error) {
	return grantRoles(ctx, pool, prefix, []string{"goose_db_version", "person_keys"}, nil)
}
