package db_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

var assigned = regexp.MustCompile(`(\w+) = EXCLUDED\.`)

// No index of registrations holds what every step changes: one that did would be written by each step, and with it
// all others. Who is signing up is found by e-mail address and phone, which change with the person alone.
func TestStepsWriteNoIndexOfRegistrations(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rows, err := env.Pool.Query(t.Context(), `
		SELECT DISTINCT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum > 0
		WHERE i.indrelid = 'registrations'::regclass AND pg_get_indexdef(i.indexrelid) ~ ('\m' || a.attname || '\M')`)
	if err != nil {
		t.Fatal(err)
	}
	indexed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(indexed, "created_at") {
		t.Fatalf("columns in indexes: %q", indexed)
	}
	update, _, _ := strings.Cut(generatedQueries(t)["saveRegistration"], "WHERE")
	columns := assigned.FindAllStringSubmatch(update, -1)
	if len(columns) < 30 {
		t.Fatalf("a step assigns only %d columns: has the query changed?", len(columns))
	}
	for _, column := range columns {
		if name := column[1]; slices.Contains(indexed, name) && name != "parent_email_key" && name != "parent_phone_key" {
			t.Errorf("an index of registrations holds %s, which every step changes", name)
		}
	}
}
