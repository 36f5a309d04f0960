package stack

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/setting"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A statement planned on an empty table must still use the index: a connection keeps its plans, and the table
// fills.
func TestPlansOfEmptyTablesUseIndexes(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pool, err := OpenPool(t.Context(), &setting.Config{DatabaseURL: secret.Secret(env.DatabaseURL), DatabaseConns: 1}, noop.NewTracerProvider(), database.PrepareConnection)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	for table, find := range map[string]string{
		"rate_limits":         `SELECT count FROM rate_limits WHERE scope = 'a' AND subject = '\x00'`,
		"idempotency_records": `SELECT answer FROM idempotency_records WHERE scope = 'a' AND key_hash = '\x00'`,
		"tokens":              `SELECT id FROM tokens WHERE hash = '\x00'`,
	} {
		// The state after the nightly purge and autovacuum.
		for _, sql := range []string{"DELETE FROM " + table, "VACUUM (ANALYZE) " + table} {
			if _, err := pool.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := pool.Query(t.Context(), "EXPLAIN "+find)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(plan, "\n"), "Index") {
			t.Errorf("%s:\n%s", table, strings.Join(plan, "\n"))
		}
	}
}
