package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// testRolePrefix is a prefix for the roles of one test's database: roles belong to the whole server.
func testRolePrefix(env *sdktest.Env) string {
	prefix := "test_" + strings.ToLower(strings.ReplaceAll(env.Pool.Config().ConnConfig.Database[len("cojoin_test_"):], "_copy", ""))
	return prefix[:min(len(prefix), 31)]
}

// A server and a worker, each with its own role's rights, complete whole sign-ups. Neither has rights that it doesn't
// need.
func TestRolesAreMinimal(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	prefix := testRolePrefix(env)
	config := filepath.Join(t.TempDir(), "cojoin.yaml")
	if err := os.WriteFile(config, []byte("databaseUrl: "+env.DatabaseURL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // running it again changes nothing
		if code, _, errOut := command(t, "migrate", "roles", "--prefix", prefix, "--config", config); code != exitOK {
			t.Fatal(errOut)
		}
	}
	serve, work := roleLogin(t, env, prefix+"_serve"), roleLogin(t, env, prefix+"_work")
	if _, err := env.Pool.Exec(t.Context(), "GRANT "+prefix+"_serve TO CURRENT_USER"); err != nil { // the role's creator may become its member
		t.Fatal(err)
	}
	// Run again after the logins exist, it sets their limits, with which a pooler's connections start.
	if code, _, errOut := command(t, "migrate", "roles", "--prefix", prefix, "--config", config); code != exitOK || errOut != "" {
		t.Fatal(errOut)
	}
	for _, address := range []string{serve, work} {
		wantLimits(t, address)
	}

	var limited bool
	const owners = `SELECT EXISTS (SELECT 1 FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole JOIN pg_database d ON d.oid = s.setdatabase
		WHERE r.rolname = current_user AND d.datname = current_database())`
	if err := env.Pool.QueryRow(t.Context(), owners).Scan(&limited); err != nil || limited {
		t.Errorf("the owner's login has the servers' limits: %v", err)
	}

	w := startWatchedOn(t, env, map[string]string{"databaseUrl": serve})
	workers := startWatchedOn(t, env, map[string]string{"databaseUrl": work})
	worker, err := workers.StartWorker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The provider's first answer is lost: the worker finds the payment and creates the family.
	if err := env.Sandbox.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
		t.Fatal(err)
	}
	for _, scenario := range []string{"parent-card", "declined-then-good", "pay-for-coparent", "double-click"} {
		if code, out, errOut := command(t, "signup", "run", "../examples/scenarios/"+scenario+".yaml", "--server", w.public.URL); code != exitOK {
			t.Errorf("%s: exit code %d: %s%s\n%s", scenario, code, out, errOut, lastLines(w.log.String()))
		}
	}
	eventually(t, "every job that is due is done", func() bool {
		var left int
		err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'retryable')").Scan(&left)
		return err == nil && left == 0
	})
	if err := worker.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	var found int
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM payment_events WHERE from_state = 'unknown' AND to_state = 'authorised'").Scan(&found); err != nil || found != 1 {
		t.Errorf("%d payments with a lost answer were found, want 1: %v", found, err)
	}
	var failed int
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE errors IS NOT NULL").Scan(&failed); err != nil || failed != 0 {
		t.Errorf("%d jobs failed with the worker's rights: %v\n%s", failed, err, lastLines(workers.log.String()))
	}
	for _, figures := range []*watchedStack{w, workers} {
		if !strings.Contains(figures.scrape(t), "cojoin_figures_read 1") {
			t.Error("a role can't read the figures")
		}
	}
	report := roleLogin(t, env, prefix+"_report")
	reader, err := pgx.Connect(t.Context(), report)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close(t.Context()) }()
	var placed int
	if err := reader.QueryRow(t.Context(), "SELECT count(*) FROM report.orders JOIN report.money USING (order_id), report.funnel WHERE reached = 'paid' AND state = 'placed'").Scan(&placed); err != nil || placed == 0 {
		t.Errorf("the role of reports reads %d placed orders: %v", placed, err)
	}
	everything := []string{"CREATE TABLE report.x (i int)", "DELETE FROM report.orders", "UPDATE report.orders SET state = 'placed'", "SET ROLE " + prefix + "_serve"}
	rows, err := env.Pool.Query(t.Context(), "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		everything = append(everything, "SELECT 1 FROM "+table)
	}
	wantRefused(t, report, everything)
	wantAllowed(t, serve, "SELECT * FROM receipts FOR UPDATE", "UPDATE receipts SET number = number") // a receipt that is downloaded is numbered
	owner := pgx.Identifier{env.Pool.Config().ConnConfig.User}.Sanitize()
	for role, refused := range map[string][]string{
		serve: {
			"CREATE TABLE x (i int)", "ALTER TABLE accounts ADD COLUMN x int", "DROP TABLE receipts", "TRUNCATE payment_events", "CREATE SCHEMA x",
			"SELECT * FROM mail_deliveries", "SELECT * FROM outbox_mails", "DELETE FROM accounts", "DELETE FROM orders", "DELETE FROM receipts",
			"DELETE FROM payment_attempts", "UPDATE payment_events SET detail = ''", "UPDATE account_events SET actor = 'system'",
			"UPDATE catalog_versions SET body = ''", "UPDATE receipts SET document = '{}'", "ALTER TABLE receipts DISABLE TRIGGER ALL",
			"SET SESSION AUTHORIZATION " + owner, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, true)",
		},
		work: {
			"CREATE TABLE x (i int)", "DROP TABLE receipts", "SELECT password_hash FROM credentials", "SELECT * FROM credentials",
			"UPDATE credentials SET password_hash = ''", "DELETE FROM accounts", "DELETE FROM orders", "UPDATE payment_events SET detail = ''",
			"INSERT INTO code_batches DEFAULT VALUES", "SET ROLE " + owner,
		},
	} {
		wantRefused(t, role, refused)
	}
}

// roleLogin creates a login as a member of the role, and returns the database's address for it.
func roleLogin(t *testing.T, env *sdktest.Env, role string) string {
	t.Helper()
	name := role + "_login"
	if _, err := env.Pool.Exec(t.Context(), fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD 'secret' IN ROLE %s", name, role)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // roles belong to the whole server, not to the database
		conn, err := pgx.Connect(context.Background(), env.DatabaseURL)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.Close(context.Background()) }()
		for _, statement := range []string{"DROP ROLE " + name, "DROP OWNED BY " + role, "DROP ROLE " + role} {
			if _, err := conn.Exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	u, err := url.Parse(env.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "secret")
	if q := u.Query(); q.Has("user") {
		q.Set("user", name)
		u.RawQuery = q.Encode()
	}
	return u.String()
}

func wantLimits(t *testing.T, address string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	var got [5]string
	const sql = `SELECT current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'), current_setting('lock_timeout'),
		current_setting('enable_seqscan'), current_setting('jit')`
	if err := conn.QueryRow(t.Context(), sql).Scan(&got[0], &got[1], &got[2], &got[3], &got[4]); err != nil || got != [5]string{"1min", "1min", "10s", "off", "off"} {
		t.Errorf("a login's session begins with %v, %v", got, err)
	}
}

func wantAllowed(t *testing.T, address string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func wantRefused(t *testing.T, address string, statements []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for _, statement := range statements {
		_, err := conn.Exec(t.Context(), statement)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != "42501" {
			t.Errorf("%s: %v, want it refused for want of rights", statement, err)
		}
	}
}

func lastLines(s string) string { return s[max(0, len(s)-3000):] }
