package database_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	// Three servers that start at the same time on an empty schema all see the latest version.
	if _, err := env.Pool.Exec(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	env.Pool.Reset()
	if ok, err := database.Migrated(t.Context(), env.DatabaseURL); err != nil || ok {
		t.Errorf("an empty schema is at head: %v, %v", ok, err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := database.Migrate(t.Context(), env.DatabaseURL, database.Migration{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if ok, err := database.Migrated(t.Context(), env.DatabaseURL); err != nil || !ok {
		t.Errorf("after migrating: %v, %v", ok, err)
	}
	if n := fixture.CountRows(t, env, "registrations"); n != 0 {
		t.Errorf("%d registrations", n)
	}
	err := database.Migrate(context.Background(), "postgres://user:hunter2@127.0.0.1:1/none?connect_timeout=1", database.Migration{})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("unreachable server: %v; want an error without the password", err)
	}
}

// Every foreign key has an index that starts with its columns, so that neither a join nor a delete reads a
// whole table. No query uses the keys in unindexed, and the rows that they reference are never deleted.
func TestForeignKeysAreIndexed(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rows, err := env.Pool.Query(t.Context(), `
		SELECT c.conrelid::regclass || ' ' || c.conname FROM pg_constraint c
		WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
			SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid
				AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey AND i.indisvalid)`)
	if err != nil {
		t.Fatal(err)
	}
	missing, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	unindexed := []string{
		"orders orders_code_batch_id_fkey", "orders orders_family_id_fkey", "orders orders_registration_id_fkey", "orders orders_renews_fkey", // found by subject_id
		"payment_attempts payment_attempts_payment_method_id_fkey",
		"subscription_seats subscription_seats_subscription_id_term_starts_at_fkey", // found by subscription
		"subscriptions subscriptions_family_id_fkey", "subscriptions subscriptions_payment_method_id_fkey", "subscriptions subscriptions_term_fkey",
	}
	slices.Sort(missing)
	if diff := cmp.Diff(unindexed, missing); diff != "" {
		t.Errorf("foreign keys without an index (-want +got):\n%s", diff)
	}
}
