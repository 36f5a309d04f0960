package subjects_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/engine/visitors"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Every table has an index for the rows that are due, so a purge stays fast in a large table.
func TestRetentionReadsNoWholeTable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for name, statement := range subjects.RetentionStatements() {
		if strings.HasPrefix(name, "forecast ") {
			continue // for operators: it may read a month of a table with rows of one day
		}
		err := pgx.BeginFunc(t.Context(), env.Pool, func(tx pgx.Tx) error {
			var raw []byte
			if err := tx.QueryRow(t.Context(), "EXPLAIN (FORMAT JSON) "+strings.NewReplacer("$1", "now()", "$2", "500").Replace(statement)).Scan(&raw); err != nil {
				return err
			}
			if strings.Contains(string(raw), `"Seq Scan"`) {
				t.Errorf("%s reads a whole table:\n%s", name, raw)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// happened inserts rows of append-only tables. Their references lead nowhere, so the test disables foreign keys.
var happened = map[string]string{
	"account_events":      "(id, account_id, kind, actor, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'created', 'owner', $1)",
	"registration_events": "(id, registration_id, kind, actor, step, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'created', 'registrant', 0, $1)",
	"code_batch_events":   "(id, batch_id, kind, actor, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'bought', 'operator', $1)",
	"payment_events":      "(id, attempt_id, event, from_state, to_state, fence, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'e', 'created', 'sent', 1, $1)",
	"payment_switches":    "(state, operator_name, reason, at) VALUES ('closed', 'tess', 'test', $1)",
	"operator_readings":   "(id, operator_name, what, rows, at) VALUES (gen_random_uuid(), 'tess', 'registrations', 1, $1)",
	"privacy_events":      "(id, operator_name, kind, rows, at) VALUES (gen_random_uuid(), 'tess', 'erased', 1, $1)",
}

// An append-only row is deleted by its rule only, when both the database's clock and the server's have reached the time.
func TestAppendOnlyRowsAreDeletedByRuleOnly(t *testing.T) {
	t.Parallel()
	for table, keep := range subjects.AppendOnly() {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			env.Clock.Set(time.Now().Add(24 * time.Hour)) // a wrong server clock ends nothing early
			var old, young time.Time
			if err := env.Pool.QueryRow(t.Context(), fmt.Sprintf("SELECT now() - interval '%s' - interval '1 minute', now() - interval '%s' + interval '1 hour'", keep, keep)).Scan(&old, &young); err != nil {
				t.Fatal(err)
			}
			err := pgx.BeginFunc(t.Context(), env.Pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), "SET LOCAL session_replication_role = replica"); err != nil {
					return err
				}
				for _, at := range []time.Time{old, old, young} {
					if _, err := tx.Exec(t.Context(), "INSERT INTO "+table+" "+happened[table], at); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, statement := range []string{"UPDATE " + table + " SET at = at", "DELETE FROM " + table, "TRUNCATE " + table} {
				if _, err := env.Pool.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
					t.Errorf("%s: %v", statement, err)
				}
			}
			purged, err := env.Client.Privacy.Purge(t.Context())
			if err != nil || purged.Events+purged.Readings != 2 {
				t.Errorf("purged %+v, %v; want two rows", purged, err)
			}
			left := column(t, env, "SELECT at::text FROM "+table)
			want := column(t, env, "SELECT $1::timestamptz::text", young)
			if diff := cmp.Diff(want, left); diff != "" {
				t.Errorf("left (-want +got):\n%s", diff)
			}
		})
	}
}

// Every table with protected rows has a rule, or keeps its rows forever. Its trigger and its rule have the same interval.
func TestTriggersMatchRules(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for function, want := range map[string]map[string]string{"refuse_change": subjects.AppendOnly(), "refuse_early_deletion": subjects.KeptWhole()} {
		rows, err := env.Pool.Query(t.Context(), "SELECT tgrelid::regclass::text, encode(tgargs, 'escape') FROM pg_trigger WHERE tgfoid = $1::regproc AND tgnargs > 0", function)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		var table, arguments string
		if _, err := pgx.ForEachRow(rows, []any{&table, &arguments}, func() error {
			got[table], _, _ = strings.Cut(arguments, `\000`)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("intervals of %s by table (-rule +trigger):\n%s", function, diff)
		}
	}
}

// Operators see the numbers of rows that the rules will remove, and the time of the next. The purge then removes those that were due.
func TestDue(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for n := range 3 {
		if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(n+1), caller.Meta{Lang: "en", IdempotencyKey: fmt.Sprintf("key-of-sign-up-%d", n)}); err != nil {
			t.Fatal(err)
		}
	}
	begun := env.Clock.Now()
	in := func(hours int) *time.Time {
		at := begun.Add(time.Duration(hours) * time.Hour)
		return &at
	}
	for _, step := range []struct {
		after time.Duration
		want  map[string]privacy.Due
	}{
		{0, map[string]privacy.Due{"idempotency_records": {Day: 0, Month: 3, NextAt: in(24)}}},
		{time.Hour, map[string]privacy.Due{"idempotency_records": {Day: 3, Month: 3, NextAt: in(24)}}},
		{25 * time.Hour, map[string]privacy.Due{"idempotency_records": {Now: 3, Day: 3, Month: 3}, "registrations": {Month: 3, NextAt: in(31 * 24)}}},
		{31*24*time.Hour - time.Minute, map[string]privacy.Due{"registrations": {Day: 3, Month: 3, NextAt: in(31 * 24)}}},
		{31*24*time.Hour + time.Minute, map[string]privacy.Due{"registrations": {Now: 3, Day: 3, Month: 3}}},
	} {
		env.Clock.Set(begun.Add(step.after))
		if err := env.Client.Operate.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		due, err := env.Client.Privacy.Due(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]privacy.Due{}
		for _, d := range due {
			if d.Kept == "" || d.What == "" || d.Removal == "" {
				t.Errorf("lacks a text: %+v", d)
			}
			if d.Month > 0 && d.Table != "rate_limits" {
				got[d.Table] = privacy.Due{Now: d.Now, Day: d.Day, Month: d.Month, NextAt: d.NextAt}
			}
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			raw, _ := json.Marshal(due)
			t.Errorf("after %s (-want +got):\n%s\n%s", step.after, diff, raw)
		}
		if _, err := env.Client.Privacy.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// No table with protected rows can be truncated, not even by its owner. TRUNCATE doesn't fire row triggers.
func TestProtectedTablesRejectTruncate(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	kept := column(t, env, `SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid
		WHERE p.proname IN ('refuse_change', 'refuse_early_deletion') AND tgtype & 8 > 0 ORDER BY 1`)
	if len(kept) != 13 {
		t.Errorf("%d tables keep their rows: %v", len(kept), kept)
	}
	for _, table := range kept {
		_, err := env.Pool.Exec(t.Context(), "TRUNCATE "+table+" CASCADE")
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("TRUNCATE %s: %v", table, err)
		}
	}
}

// Other rows go by the server's clock: a moment after their time, not at it.
func TestRowsAreDeletedAfterRetention(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	ago := func(keep time.Duration) []time.Time {
		edge := env.Clock.Now().Add(-keep)
		return []time.Time{edge.Add(-time.Second), edge}
	}
	for table, row := range map[string]struct {
		keep   time.Duration
		insert string
		count  func(privacy.Purged) int
	}{
		"mail_deliveries": {90 * 24 * time.Hour, "(key, kind, sent_at) VALUES (gen_random_uuid(), 'receipt', $1)", func(p privacy.Purged) int { return p.Mails }},
		"page_files":      {90 * 24 * time.Hour, "(name, content, published_at) VALUES ('assets/' || gen_random_uuid(), '', $1)", func(p privacy.Purged) int { return p.PageFiles }},
		"rate_limits":     {0, "(scope, subject, count, ends_at) VALUES ('write', gen_random_uuid()::text::bytea, 1, $1)", func(p privacy.Purged) int { return p.RateLimits }},
	} {
		for _, at := range ago(row.keep) {
			if _, err := env.Pool.Exec(t.Context(), "INSERT INTO "+table+" "+row.insert, at); err != nil {
				t.Fatal(err)
			}
		}
		purged, err := env.Client.Privacy.Purge(t.Context())
		if n := row.count(purged); err != nil || n != 1 {
			t.Errorf("%s: purged %+v, %v; want the older of two rows", table, purged, err)
		}
	}
}

// A page that is open during an upgrade finds its release's files for 90 more days, however old that release is.
func TestPageFilesAreKeptFromTheirReplacement(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Clock.Set(time.Now())
	publish := func(release string) {
		t.Helper()
		files := fstest.MapFS{"assets/page-" + release + ".js": {Data: []byte(release)}}
		if err := visitors.PublishPageFiles(t.Context(), env.Pool, files); err != nil {
			t.Fatal(err)
		}
	}
	after := func(days int, want ...string) {
		t.Helper()
		if _, err := env.Pool.Exec(t.Context(), "UPDATE page_files SET published_at = published_at - make_interval(days => $1)", days); err != nil {
			t.Fatal(err)
		}
		if _, err := env.Client.Privacy.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, column(t, env, "SELECT name FROM page_files ORDER BY name")); diff != "" {
			t.Errorf("%d days later (-want +got):\n%s", days, diff)
		}
	}
	publish("00000001")
	after(200, "assets/page-00000001.js")
	publish("00000002")
	after(89, "assets/page-00000001.js", "assets/page-00000002.js")
	publish("00000002") // migrated again: nothing was replaced
	after(2, "assets/page-00000002.js")
	publish("00000003")
	after(89, "assets/page-00000002.js", "assets/page-00000003.js")
	after(2, "assets/page-00000003.js")
}
