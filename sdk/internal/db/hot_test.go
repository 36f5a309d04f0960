package db_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// indexedColumns returns the columns in a table's indexes, including their conditions.
func indexedColumns(t *testing.T, env *sdktest.Env, table string) []string {
	t.Helper()
	rows, err := env.Pool.Query(t.Context(), `
		SELECT DISTINCT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum > 0
		WHERE i.indrelid = $1::regclass AND regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING', '') ~ ('\m' || a.attname || '\M')`, table)
	if err != nil {
		t.Fatal(err)
	}
	indexed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return indexed
}

var assigned = regexp.MustCompile(`(\w+) = EXCLUDED\.`)

// No index of registrations contains a column that every step changes: with one, every step would write all indexes (no HOT update). Sign-ups
// are found by a hash of the email address, which only changes with the person's data.
func TestStepsWriteNoIndexOfRegistrations(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	indexed := indexedColumns(t, env, "registrations")
	if !slices.Contains(indexed, "email_hash") {
		t.Fatalf("columns in indexes: %q", indexed)
	}
	update, _, _ := strings.Cut(generatedQueries(t)["saveRegistration"], "WHERE")
	columns := assigned.FindAllStringSubmatch(update, -1)
	if len(columns) < 7 {
		t.Fatalf("a step assigns only %d columns: has the query changed?", len(columns))
	}
	for _, column := range columns {
		if name := column[1]; slices.Contains(indexed, name) && name != "email_hash" {
			t.Errorf("an index of registrations includes %s, which every step changes", name)
		}
	}
}

// No index of payment_attempts contains a column that every step of a payment changes, also not in its condition. The indexed booleans change
// at most once.
func TestStepsOfAPaymentWriteNoIndex(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	indexed := indexedColumns(t, env, "payment_attempts")
	slices.Sort(indexed)
	want := []string{"call_hash", "created_at", "followed_at", "id", "live", "nonce_hash", "number", "order_id", "payer_hash", "unsettled", "watched"}
	if diff := cmp.Diff(want, indexed); diff != "" {
		t.Errorf("columns in indexes (-want +got):\n%s", diff)
	}
}

// No index of subscriptions or their seats contains a column that a notice, a renewal attempt or a new payment method changes, also not in its
// condition.
func TestStepsOfARenewalWriteNoIndex(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for table, want := range map[string][]string{
		"subscriptions":      {"ends_at", "id", "live", "payer_account_id"},
		"subscription_seats": {"ended_as", "family_id", "family_role", "id", "number", "subscription_id"},
	} {
		indexed := indexedColumns(t, env, table)
		slices.Sort(indexed)
		if diff := cmp.Diff(want, indexed); diff != "" {
			t.Errorf("columns in indexes of %s (-want +got):\n%s", table, diff)
		}
	}
}
