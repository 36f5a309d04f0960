package main

import (
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

// flaky makes transactions with several statements fail at their commit with a serialization failure. For each table with
// a transaction's first change, one transaction fails every half second at most, and the next only after another has
// succeeded. So a retry succeeds on a busy machine, too. A deferred trigger runs at the commit. Its counts are in
// sequences, because these aren't rolled back.
const flaky = `CREATE SEQUENCE flaky;
CREATE FUNCTION flaky() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
	at bigint := extract(epoch FROM clock_timestamp()) * 1000;
	before bigint;
	passed bigint;
BEGIN
	IF current_query() IS DISTINCT FROM 'commit' OR current_setting('flaky.seen', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
	PERFORM set_config('flaky.seen', pg_current_xact_id()::text, true);
	EXECUTE format('SELECT last_value FROM %I', 'flaky_' || TG_TABLE_NAME) INTO before;
	EXECUTE format('SELECT last_value FROM %I', 'passed_' || TG_TABLE_NAME) INTO passed;
	IF at < before + 500 OR passed < before THEN
		PERFORM setval(format('%I', 'passed_' || TG_TABLE_NAME), at);
		RETURN NULL;
	END IF;
	PERFORM setval(format('%I', 'flaky_' || TG_TABLE_NAME), at), nextval('flaky');
	RAISE EXCEPTION 'made up' USING ERRCODE = '40001';
END $$;
DO $$ DECLARE t text; BEGIN
	FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'river%' AND tablename NOT LIKE 'goose%' LOOP
		EXECUTE format('CREATE SEQUENCE %I', 'flaky_' || t);
		EXECUTE format('CREATE SEQUENCE %I', 'passed_' || t);
		EXECUTE format('CREATE CONSTRAINT TRIGGER flaky AFTER INSERT OR UPDATE OR DELETE ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION flaky()', t);
	END LOOP;
END $$`

// If an operation's transaction is rolled back and retried, nothing is lost or done twice: every scenario has its usual
// ending, and every job succeeds.
func TestEveryTransactionIsRepeatable(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	conn, err := pgx.Connect(t.Context(), d.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), flaky); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../examples/scenarios/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	if code, out, errOut := command(t, append([]string{"signup", "run", "--server", d.public}, append(files, renewals(t)...)...)...); code != exitOK {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
	count := func(sql string) (n int) {
		if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	eventually(t, "every job that is due is done", func() bool {
		return count("SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'retryable')") == 0
	})
	if n := count("SELECT last_value FROM flaky"); n < len(files) {
		t.Errorf("%d transactions were rolled back", n)
	}
	var failed []string
	const errors = "SELECT coalesce(array_agg(DISTINCT kind || ': ' || (errors[1] ->> 'error')), '{}') FROM river_job WHERE errors IS NOT NULL"
	if err := conn.QueryRow(t.Context(), errors).Scan(&failed); err != nil || len(failed) > 0 {
		t.Errorf("failed jobs: %q, %v", failed, err)
	}
}
