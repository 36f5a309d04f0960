package database_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const addNickname = "-- +goose Up\nALTER TABLE accounts ADD COLUMN nickname text;\n"

// later returns made-up migrations of later releases, by their number.
func later(migrations map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for number, sql := range migrations {
		out[number+"_made_up.sql"] = &fstest.MapFile{Data: []byte(sql)}
	}
	return out
}

// reader begins a transaction that has read accounts, like a report.
func reader(t *testing.T, env *sdktest.Env) pgx.Tx {
	t.Helper()
	tx, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(t.Context()) }) // done already, unless the test failed
	if _, err := tx.Exec(t.Context(), "SELECT 'hunter2' FROM accounts, registrations LIMIT 1"); err != nil {
		t.Fatal(err)
	}
	return tx
}

func hasNickname(t *testing.T, env *sdktest.Env) (has bool) {
	t.Helper()
	const sql = "SELECT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'accounts'::regclass AND attname = 'nickname')"
	if err := env.Pool.QueryRow(t.Context(), sql).Scan(&has); err != nil {
		t.Fatal(err)
	}
	return has
}

// A migration that waits for a reader reports it, and blocks no other session meanwhile.
func TestMigrationWaitsForAReader(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	report := reader(t, env)
	messages, done := make(chan string, 100), make(chan error, 1)
	go func() {
		how := database.Migration{LockTimeout: 300 * time.Millisecond, Patience: time.Minute, Tell: func(m string) { messages <- m }}
		done <- database.MigrateFiles(t.Context(), env.DatabaseURL, later(map[string]string{"20270101000000": addNickname}), how)
	}()
	var message string
	select {
	case message = <-messages:
	case err := <-done:
		t.Fatalf("it didn't wait: %v", err)
	}
	for _, want := range []string{fmt.Sprintf("process %d (role ", report.Conn().PgConn().PID()), "idle in transaction", "open for "} {
		if !strings.Contains(message, want) {
			t.Errorf("the message %q lacks %q", message, want)
		}
	}
	if strings.Contains(message, "hunter2") {
		t.Errorf("the message has the blocking statement: %s", message)
	}
	// It is between two tries, as the reader's transaction is still open. No session queues behind it.
	var waiting int
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())").Scan(&waiting); err != nil || waiting != 0 {
		t.Errorf("%d wait for a lock, %v", waiting, err)
	}
	if hasNickname(t, env) {
		t.Error("it didn't wait for the reader")
	}
	if err := report.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if !hasNickname(t, env) {
		t.Error("it didn't migrate once the reader had ended")
	}
	if len(messages) > 0 {
		t.Errorf("it tried again before the reader ended: %s", <-messages)
	}
}

// A migration that gives up leaves the schema unchanged, even if an earlier statement of it succeeded.
func TestMigrationGivesUp(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	report := reader(t, env)
	others, err := env.Pool.Begin(t.Context()) // blocks another session, but not the migration
	if err != nil {
		t.Fatal(err)
	}
	if _, err := others.Exec(t.Context(), "LOCK TABLE quotes IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	waited := make(chan error, 1)
	go func() {
		_, err := env.Pool.Exec(t.Context(), "SELECT FROM quotes")
		waited <- err
	}()
	files := later(map[string]string{"20270101000000": "-- +goose Up\nCREATE TABLE made_up (id int);\nALTER TABLE accounts ADD COLUMN nickname text;\n"})
	how := database.Migration{LockTimeout: 300 * time.Millisecond, Patience: 400 * time.Millisecond}
	err = database.MigrateFiles(t.Context(), env.DatabaseURL, files, how)
	var locked *database.LockedError
	if !errors.As(err, &locked) || len(locked.Holders) != 1 || locked.Holders[0].PID != int(report.Conn().PgConn().PID()) {
		t.Fatalf("%v", err)
	}
	if locked.Waited < how.Patience || !strings.Contains(err.Error(), "20270101000000_made_up.sql") {
		t.Errorf("waited %s: %v", locked.Waited, err)
	}
	var left *string
	if err := env.Pool.QueryRow(t.Context(), "SELECT to_regclass('made_up')::text").Scan(&left); err != nil || left != nil {
		t.Errorf("half of the migration is left: %v", err)
	}
	if err := others.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if err := report.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := database.MigrateFiles(t.Context(), env.DatabaseURL, files, how); err != nil || !hasNickname(t, env) {
		t.Errorf("again: %v", err)
	}
}

// A migration doesn't begin while another session's transaction is old, unless DespiteOldTransactions is set.
func TestMigrationRefusesOldTransactions(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	report := reader(t, env)
	another, err := pgx.Connect(t.Context(), env.DatabaseURL) // another migration that waits for its lock
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = another.Close(context.WithoutCancel(t.Context())) }()
	if _, err := another.Exec(t.Context(), "SET application_name = 'cojoin migrate made up'; BEGIN; SELECT 1"); err != nil {
		t.Fatal(err)
	}
	if _, err := report.Exec(t.Context(), "SELECT pg_sleep(0.1)"); err != nil {
		t.Fatal(err)
	}
	files := later(map[string]string{"20270101000000": "-- +goose Up\nCREATE TABLE made_up (id int);\n"})
	how := database.Migration{OldTransaction: 50 * time.Millisecond}
	err = database.MigrateFiles(t.Context(), env.DatabaseURL, files, how)
	var old *database.OldTransactionError
	if !errors.As(err, &old) || len(old.Holders) != 1 || old.Holders[0].PID != int(report.Conn().PgConn().PID()) || old.Holders[0].Open < how.OldTransaction {
		t.Fatalf("%v", err)
	}
	if err := database.Migrate(t.Context(), env.DatabaseURL, how); err != nil {
		t.Errorf("with nothing to migrate: %v", err)
	}
	how.DespiteOldTransactions = true
	if err := database.MigrateFiles(t.Context(), env.DatabaseURL, files, how); err != nil {
		t.Error(err)
	}
}

// Migrations run in the order of their numbers on every database. A later one with a lower number is refused. A database
// that is ahead of a release is left alone, so that a rollback needs no migration.
func TestMigrationsRunInOrder(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	second := map[string]string{"20270301000000": "-- +goose Up\nCREATE TABLE made_up (id int);\n"}
	if err := database.MigrateFiles(t.Context(), env.DatabaseURL, later(second), database.Migration{}); err != nil {
		t.Fatal(err)
	}
	second["20270201000000"] = addNickname
	err := database.MigrateFiles(t.Context(), env.DatabaseURL, later(second), database.Migration{})
	var order *database.OutOfOrderError
	if !errors.As(err, &order) || *order != (database.OutOfOrderError{Migration: "20270201000000_made_up.sql", Current: 20270301000000}) || hasNickname(t, env) {
		t.Errorf("a lower number: %v", err)
	}
	if err := database.Migrate(t.Context(), env.DatabaseURL, database.Migration{}); err != nil {
		t.Errorf("the release before: %v", err)
	}
	if ok, err := database.Migrated(t.Context(), env.DatabaseURL); err != nil || !ok {
		t.Errorf("the release before is ready: %v, %v", ok, err)
	}
}

// Building an index waits for other transactions for as long as Patience allows, because it blocks no other session.
func TestIndexWaitsLongerThanOtherMigrations(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	writer := reader(t, env)
	if _, err := writer.Exec(t.Context(), "UPDATE accounts SET state = state"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		files := later(map[string]string{"20270101000000": `-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS accounts_made_up;
CREATE INDEX CONCURRENTLY accounts_made_up ON accounts (state);
`})
		done <- database.MigrateFiles(t.Context(), env.DatabaseURL, files, database.Migration{LockTimeout: time.Millisecond, Tell: func(m string) { t.Error(m) }})
	}()
	tick, limit := time.NewTicker(20*time.Millisecond), time.After(time.Minute)
	defer tick.Stop()
	for waits := false; !waits; {
		select {
		case err := <-done:
			t.Fatalf("it didn't wait: %v", err)
		case <-limit:
			t.Fatal("it neither waited nor ended")
		case <-tick.C:
		}
		const sql = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'virtualxid' AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database()))"
		if err := env.Pool.QueryRow(t.Context(), sql).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE accounts SET state = state"); err != nil {
		t.Errorf("writing meanwhile: %v", err)
	}
	if err := writer.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
