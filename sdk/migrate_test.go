package sdk_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	// Three servers that start at once on an empty schema all find it at head.
	if _, err := env.Pool.Exec(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	env.Pool.Reset()
	if ok, err := sdk.Migrated(t.Context(), env.DatabaseURL); err != nil || ok {
		t.Errorf("an empty schema is at head: %v, %v", ok, err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := sdk.Migrate(t.Context(), env.DatabaseURL); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if ok, err := sdk.Migrated(t.Context(), env.DatabaseURL); err != nil || !ok {
		t.Errorf("after migrating: %v, %v", ok, err)
	}
	if n := countRows(t, env, "registrations"); n != 0 {
		t.Errorf("%d registrations", n)
	}
	err := sdk.Migrate(context.Background(), "postgres://user:hunter2@127.0.0.1:1/none?connect_timeout=1")
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("unreachable server: %v; want an error without the password", err)
	}
}

// Every foreign key has an index that starts with its columns, so that neither a join nor a delete reads a
// whole table.
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
	for _, m := range missing {
		t.Errorf("no index for %s", m)
	}
}

// The look-ups of a busy server use an index even where statistics say that the tables are small.
func TestLookupsUseIndexes(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for _, query := range []string{
		"SELECT 1 FROM accounts WHERE email_key = 'a'",
		"SELECT 1 FROM accounts WHERE phone_key = 'a' AND name_key = 'b'",
		"SELECT 1 FROM credentials WHERE username_key = 'a'",
		"SELECT 1 FROM tokens WHERE hash = '\\x00' AND kind = 'account'",
		"SELECT 1 FROM invitations WHERE email_key = 'a' AND state = 'open'",
		"SELECT 1 FROM registrations WHERE id = gen_random_uuid()",
		"SELECT 1 FROM registrations WHERE parent_email_key = 'a'",
		"SELECT 1 FROM registrations WHERE state = 'open' AND expires_at <= now() AND paying_since IS NULL ORDER BY expires_at LIMIT 5",
		"SELECT 1 FROM registrations WHERE state = 'expired' AND purged_at IS NULL AND expires_at < now() ORDER BY expires_at LIMIT 5",
		"SELECT 1 FROM registrations WHERE state = 'paid' AND purged_at IS NULL AND paid_at < now() ORDER BY paid_at LIMIT 5",
		"SELECT 1 FROM registration_events WHERE registration_id = '0197a0de-0000-7000-8000-000000000000' ORDER BY at",
		"SELECT 1 FROM rate_limits WHERE scope = 'a' AND subject = '\\x00'",
		"SELECT 1 FROM rate_limits WHERE ends_at < now() ORDER BY ends_at LIMIT 5",
		"SELECT 1 FROM idempotency_records WHERE scope = 'a' AND key_hash = '\\x00'",
	} {
		plan := planOf(t, env, query)
		if strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "Sort ") {
			t.Errorf("%s:\n%s", query, plan)
		}
	}
}

func planOf(t *testing.T, env *sdktest.Env, query string) string {
	t.Helper()
	tx, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off"); err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(t.Context(), "EXPLAIN "+query)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
