package subjects_test

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/condition"
	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var updateConditions = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// unproven lists conditions that change no result here, with the reason to keep them. An erased row stays as it is; if its id goes into one
// of its columns, no such row can be made here. TestExportAndErase erases twice instead.
var unproven = map[string]string{
	"erase invitations: state = 'open'":            "a CHECK keeps an accepted invitation from being revoked",
	"families shown: c.kind = 'professional'":      "takes a second account in the place of the first one's maker: TestExportShowsChildren",
	"lock 5: o.renews_id IN (…)":                   "as in personPays",
	"lock 5: s.payer_account_id = who.account":     "as in personPays",
	"personPays: o.renews_id IN (…)":               "the order of a renewal differs in five columns from others: TestEraseWaitsForPayments",
	"personPays: s.payer_account_id = who.account": "the order of a renewal differs in five columns from others: TestEraseWaitsForPayments",
	"erase payment_methods: (t.token_hash, t.last_four, t.brand, t.expires_at, t.removed_at) IS DISTINCT FROM (sha256(convert_to(id::text, 'UTF8')), NULL, NULL, NULL, coalesce(removed_at, who.now))": "its id is in an erased row",
}

// Export and erasure reach one person's rows and no others: docs/how-to/test.md.
func TestEveryConditionOfPrivacyMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", subjects.PrivacyStatements(), unproven, *updateConditions)
}

// Every condition of a retention rule limits its deletion. A forecast covers years, and the rows here are closer together: TestDue.
func TestEveryConditionOfRetentionMatters(t *testing.T) {
	t.Parallel()
	deletions := subjects.RetentionStatements()
	maps.DeleteFunc(deletions, func(name, _ string) bool { return !strings.HasPrefix(name, "delete ") })
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/retention.txt", deletions, unprovenRetention, *updateConditions)
}

var unprovenRetention = map[string]string{
	"delete host_events, events of the customer's application: t.position < (…)":                     "rows here are days apart, not months: TestLastEventOfHostsStays",
	"delete page_files, files of earlier releases: t.published_at < (…)":                             "rows here are days apart, not months: TestPageFilesAreKeptFromTheirReplacement",
	"delete payment_audits, number of differences found by each daily audit of payments: t.at < (…)": "as above: TestLastAuditStays",
}

// The last audit's result and age are reported, however old it is.
func TestLastAuditStays(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if _, err := env.Pool.Exec(t.Context(), "UPDATE payment_audits SET at = $1; INSERT INTO payment_audits (at, differences) VALUES ($1::timestamptz - interval '1 day', 3)", pgx.QueryExecModeSimpleProtocol, env.Clock.Now().AddDate(-2, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Privacy.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := fixture.CountRows(t, env, "payment_audits"); n != 1 {
		t.Errorf("%d audits are kept, want the last one", n)
	}
	if _, err := env.Client.Operate.Figures(t.Context()); err != nil {
		t.Error(err)
	}
}

// Positions continue from the last event, so it stays however old it is.
func TestLastEventOfHostsStays(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	_, err := env.Pool.Exec(t.Context(), `INSERT INTO host_events (position, id, kind, subject, data, created_at)
		SELECT n, gen_random_uuid(), 'account.created', gen_random_uuid(), '{}', $1::timestamptz - interval '1 year' FROM generate_series(1, 3) AS n`, env.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Privacy.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows, err := env.Pool.Query(t.Context(), "SELECT position FROM host_events ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil || !slices.Equal(left, []int64{3}) {
		t.Errorf("events %v are left: %v", left, err)
	}
}
