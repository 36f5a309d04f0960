package database_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Every table must have the rights of servers and workers. Append-only tables are append-only for both, except that a worker deletes rows
// after their retention: the table's trigger rejects other deletions.
func TestEveryTableHasRights(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rows, err := env.Pool.Query(t.Context(), "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	rights := database.TableRights()
	for _, table := range tables {
		r, known := rights[table]
		if !known {
			t.Errorf("tableRights in role.go has no entry for %s", table)
		}
		if strings.HasSuffix(table, "_events") && (strings.ContainsAny(r[0], "UD") || strings.Contains(r[1], "U")) {
			t.Errorf("%s is append-only, but a role may change it: %v", table, r)
		}
	}
	for table := range rights {
		if !slices.Contains(tables, table) {
			t.Errorf("tableRights names %s, which doesn't exist", table)
		}
	}
}

// Without the product's tables nothing is granted, and the error names the missing ones.
func TestRolesAreRefusedWithoutTables(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if _, err := env.Pool.Exec(t.Context(), "CREATE SCHEMA app; ALTER TABLE receipts SET SCHEMA app; CREATE SCHEMA other; CREATE TABLE other.made_up (id int)"); err != nil {
		t.Fatal(err)
	}
	_, err := database.GrantRoles(t.Context(), env.Pool, "test_refused")
	var missing *database.MissingTablesError
	want := &database.MissingTablesError{Database: env.Pool.Config().ConnConfig.Database, Missing: []string{"receipts"}, Found: []string{"app"}}
	if !errors.As(err, &missing) || !cmp.Equal(missing, want) || !strings.Contains(err.Error(), "no receipts in schema public, but schema app has") {
		t.Errorf("%v", err)
	}
	if _, err := env.Pool.Exec(t.Context(), "DROP SCHEMA app, public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	if _, err = database.GrantRoles(t.Context(), env.Pool, "test_refused"); !errors.As(err, &missing) || len(missing.Missing) != len(database.TableRights()) || len(missing.Found) > 0 {
		t.Errorf("without any table: %v", err)
	}
	var made bool
	if err := env.Pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT 1 FROM pg_roles WHERE starts_with(rolname, 'test_refused'))").Scan(&made); err != nil || made {
		t.Errorf("a role was created: %v", err)
	}
}
