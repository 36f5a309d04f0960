package signups_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var updateRows = flag.Bool("update-rows", false, "write testdata/rows.json and testdata/reports.json")

var wholeRows = []string{
	"account_events", "accounts", "children", "invitations", "order_prices", "orders", "payment_methods", "persons", "professionals", "registration_events", "registrations",
	"seats", "subscription_seats", "subscription_terms", "subscriptions",
}

// ofRenewals are columns filled only by renewals, ended seats or replaced payment methods. sdk/subscription tests them.
var ofRenewals = []string{"cancelled_at", "ended_as", "notices", "removed_at", "retry_at", "renewing_since", "tries"}

// unsteady parts differ from run to run: ids, hashes, keys and codes.
var (
	uuids  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	hidden = regexp.MustCompile(`\\\\x[0-9a-f]{8,}|\$argon2id\$[^"]*|••••-[0-9A-Z]{4}\b`)
)

// The rows of several people's sign-ups and purchases are compared as a whole, each value in its column. A forgotten column, or a value in the wrong
// one, differs from testdata/rows.json. After an intended change update the file with -update-rows and read the diff.
func TestRowsHaveEveryValue(t *testing.T) {
	t.Parallel()
	w := everyone(t)
	seen := map[string]string{}
	whole := map[string][]map[string]any{}
	opened := openedDrafts(t, w)
	for _, table := range wholeRows {
		key, known := map[string]string{"order_prices": "order_id", "subscription_terms": "order_id", "seats": "family_id, role"}[table]
		if !known {
			key = "id"
		}
		rows, err := w.Pool.Query(t.Context(), "SELECT to_jsonb(t)::text FROM "+table+" t ORDER BY "+key)
		if err != nil {
			t.Fatal(err)
		}
		filled := map[string]bool{}
		if table == "registrations" {
			expect(filled, "draft.", reflect.TypeFor[signups.Entered]())
			expect(filled, "choice.", reflect.TypeFor[signups.Choice]())
			delete(filled, "draft.parent.userId") // only answers contain it
		}
		for rows.Next() {
			var raw string
			if err := rows.Scan(&raw); err != nil {
				t.Fatal(err)
			}
			if table == "registrations" {
				raw = withOpened(t, w, raw, opened)
			}
			var row map[string]any
			if err := json.Unmarshal([]byte(raw), &row); err != nil {
				t.Fatal(err)
			}
			if raw, err = unsealed(t, w.Env, table, row); err != nil {
				t.Fatal(err)
			}
			row = nil
			if err := json.Unmarshal([]byte(steady(raw, seen)), &row); err != nil {
				t.Fatal(err)
			}
			note(filled, "", row)
			whole[table] = append(whole[table], row)
		}
		if err := rows.Err(); err != nil || len(whole[table]) == 0 {
			t.Fatalf("%s: %d rows, %v", table, len(whole[table]), err)
		}
		var empty []string
		for column, ever := range filled {
			if !ever && (!strings.HasPrefix(table, "subscription") && table != "payment_methods" || !slices.Contains(ofRenewals, column)) && column != "erased_at" && column != "expired_at" { // the last is for hosts: TestHostReceivesEveryEvent
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

// openedDrafts returns the entered data of each sign-up by id, unsealed from the column draft.
func openedDrafts(t *testing.T, w *fixture.Till) map[string]signups.Entered {
	t.Helper()
	q := db.New(w.Pool)
	rows, err := q.ListRegistrations(t.Context(), uuid.Max, 500)
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.Of(w.Client).Signup.OpenAll(t.Context(), q, rows)
	if err != nil {
		t.Fatal(err)
	}
	opened := map[string]signups.Entered{}
	for _, d := range all {
		opened[d.Row.ID.String()] = d.Entered
	}
	return opened
}

// withOpened returns a row of registrations with its draft in clear and the addresses behind its hashes.
func withOpened(t *testing.T, w *fixture.Till, raw string, opened map[string]signups.Entered) string {
	t.Helper()
	var row map[string]any
	if err := json.Unmarshal([]byte(raw), &row); err != nil {
		t.Fatal(err)
	}
	id, _ := row["id"].(string)
	if row["draft"] != nil {
		entered := opened[id]
		row["draft"] = entered
		people := fixture.Core(w.Env).People
		addresses := map[string]string{"email_hash": entered.Parent.Email}
		if entered.CoParent != nil {
			addresses["co_parent_email_hash"] = entered.CoParent.Email
		}
		for column, email := range addresses {
			if row[column] == fmt.Sprintf(`\x%x`, people.EmailHash(form.NormalizeEmail(email))) {
				row[column] = "of " + email
			}
		}
	}
	out, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// expect lists the fields of a document, so that a field missing everywhere counts as empty.
func expect(filled map[string]bool, prefix string, document reflect.Type) {
	for field := range document.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		switch {
		case field.Anonymous:
			expect(filled, prefix, inner)
		case inner.Kind() == reflect.Struct && inner != reflect.TypeFor[time.Time]():
			expect(filled, prefix+name+".", inner)
		default:
			filled[prefix+name] = false
		}
	}
}

// note records the filled columns of a row, and the filled fields of its documents draft and choice.
func note(filled map[string]bool, prefix string, row map[string]any) {
	for name, value := range row {
		column, holds := prefix+name, true
		switch value := value.(type) {
		case nil:
			holds = false
		case string:
			holds = value != ""
		case bool:
			holds = value
		case float64:
			holds = value != 0
		case map[string]any:
			if prefix != "" || name == "draft" || name == "choice" {
				note(filled, column+".", value)
			}
		case []any:
			holds = len(value) > 0
			for _, item := range value {
				if item, ok := item.(map[string]any); ok && prefix != "" {
					note(filled, column+".", item)
				}
			}
		}
		filled[column] = filled[column] || holds
	}
}

// unsealed returns a row with its sealed data in clear.
func unsealed(t *testing.T, env *sdktest.Env, table string, row map[string]any) (string, error) {
	t.Helper()
	key := map[string]string{"persons": "id", "children": "family_id"}[table]
	if key == "" {
		raw, err := json.Marshal(row)
		return string(raw), err
	}
	id := func(column string) uuid.UUID { return uuid.MustParse(fmt.Sprint(row[column])) }
	sealed, err := hex.DecodeString(strings.TrimPrefix(fmt.Sprint(row["sealed"]), "\\x"))
	if err != nil {
		return "", err
	}
	c := fixture.Core(env)
	under, err := c.People.Of(t.Context(), c.Q, id(key))
	if err != nil {
		return "", err
	}
	var content any
	if err := under.Open(table, id("id"), sealed, &content); err != nil {
		return "", err
	}
	row["sealed"] = content
	raw, err := json.Marshal(row)
	return string(raw), err
}

// steady numbers the ids of a text by first occurrence, and hides the other parts that differ from run to run.
func steady(raw string, seen map[string]string) string {
	raw = uuids.ReplaceAllStringFunc(raw, func(id string) string {
		if seen[id] == "" {
			seen[id] = fmt.Sprintf("id-%d", len(seen)+1)
		}
		return seen[id]
	})
	return hidden.ReplaceAllString(raw, "hidden")
}

// wantGolden compares a value with a file in testdata. -update-rows writes the file.
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
