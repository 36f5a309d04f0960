package database_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Every table must state what servers and workers may do with it; what is append-only stays so for both.
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
		if strings.HasSuffix(table, "_events") && strings.ContainsAny(r[0]+r[1], "UD") {
			t.Errorf("%s is append-only, but a role may change it: %v", table, r)
		}
	}
	for table := range rights {
		if !slices.Contains(tables, table) {
			t.Errorf("tableRights names %s, which isn't there", table)
		}
	}
}
