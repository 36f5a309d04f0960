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

// indexedColumns are the columns that an index of the table, or the condition of one, names.
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

// No index of registrations holds what every step changes: one that did would be written by each step, and with it
// all others. Who is signing up is found by a hash of the e-mail address, which changes with the person alone.
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
			t.Errorf("an index of registrations holds %s, which every step changes", name)
		}
	}
}

// No index of payment_attempts holds what a payment's steps change, or names it in its condition: the booleans that do change once.
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

// No index of subscriptions or their seats holds what a notice, a try to renew or another payment method changes, or names it in its condition.
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
