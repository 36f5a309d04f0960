package signup_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var updateRows = flag.Bool("update-rows", false, "write testdata/rows.json and testdata/reports.json")

var wholeRows = []string{
	"account_events", "accounts", "children", "invitations", "orders", "professionals", "registration_events", "registrations",
	"subscriptions",
}

// ofRenewals are columns that only a renewal under way fills: sdk/subscription tests them.
var ofRenewals = []string{"notices", "renewal_at", "renewing_since"}

// unsteady is what differs from run to run: ids, hashes, keys and codes.
var (
	uuids  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	hidden = regexp.MustCompile(`\\\\x[0-9a-f]{8,}|\$argon2id\$[^"]*|••••-[0-9A-Z]{4}\b`)
)

// What several people entered, bought and became is written down whole: each value in its column. A column that is
// forgotten, or given another's value, differs from testdata/rows.json. After a change on purpose write it again with
// -update-rows, and read the difference.
func TestRowsAreWrittenWhole(t *testing.T) {
	t.Parallel()
	w := everyone(t)
	seen := map[string]string{}
	whole := map[string][]map[string]any{}
	for _, table := range wholeRows {
		rows, err := w.Pool.Query(t.Context(), "SELECT to_jsonb(t)::text FROM "+table+" t ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		filled := map[string]bool{}
		for rows.Next() {
			var raw string
			if err := rows.Scan(&raw); err != nil {
				t.Fatal(err)
			}
			var row map[string]any
			if err := json.Unmarshal([]byte(steady(raw, seen)), &row); err != nil {
				t.Fatal(err)
			}
			for column, value := range row {
				switch value := value.(type) {
				case nil:
				case string:
					filled[column] = filled[column] || value != ""
				case bool:
					filled[column] = filled[column] || value
				case float64:
					filled[column] = filled[column] || value != 0
				case []any:
					filled[column] = filled[column] || len(value) > 0
				default:
					filled[column] = true
				}
			}
			whole[table] = append(whole[table], row)
		}
		if err := rows.Err(); err != nil || len(whole[table]) == 0 {
			t.Fatalf("%s: %d rows, %v", table, len(whole[table]), err)
		}
		var empty []string
		for column := range whole[table][0] {
			if !filled[column] && (table != "subscriptions" || !slices.Contains(ofRenewals, column)) {
				empty = append(empty, column)
			}
		}
		slices.Sort(empty)
		if len(empty) > 0 {
			t.Errorf("columns of %s that are empty in every row, so that a forgotten one wouldn't be noticed: %v", table, empty)
		}
	}
	wantGolden(t, "rows.json", whole)
}

// steady numbers the ids of a text in the order in which they are first seen, and hides what else differs from run to run.
func steady(raw string, seen map[string]string) string {
	raw = uuids.ReplaceAllStringFunc(raw, func(id string) string {
		if seen[id] == "" {
			seen[id] = fmt.Sprintf("id-%d", len(seen)+1)
		}
		return seen[id]
	})
	return hidden.ReplaceAllString(raw, "hidden")
}

// wantGolden compares a value with a file in testdata, which -update-rows writes.
func wantGolden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name)
	if *updateRows {
		if err := os.WriteFile(file, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytes.TrimSpace(want)), string(got)); diff != "" {
		t.Errorf("differs (-%s +got):\n%s", file, diff)
	}
}
