package db_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var update = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition")

// unproven lists conditions that no row needs, each with the reason for keeping it.
var unproven = map[string]string{
	"ListInvitations: cardinality(@email_hashes::bytea[]) = 0":   "no list without members is tried: sdk/internal/engine/invites TestRevokeAndInviteAgain lists without an address",
	"ListProfessionals: cardinality(@email_hashes::bytea[]) = 0": "as in ListInvitations: sdk/internal/engine/professionals TestProfessionals",
	"ListLedgerOrders: NOT a.pays_again":                         "takes an attempt, its events and an order that was cancelled: sdk/internal/engine/subscriptions TestPayAgainForEndedSubscription",
	"InsertPerson: @new_key::bytea IS NOT NULL":                  "a parent's key is there since their sign-up began, and without it nobody could join: sdk/internal/engine/checkouts TestCreateAccounts",
	"InsertChild: @new_key::bytea IS NOT NULL":                   "the first child brings the key, and without it no second could follow: sdk/internal/engine/checkouts TestCreateAccounts",
	"ListDueAttempts: unsettled":                                 "true of what has a time to check: makes the planner use the index of what is unsettled",
	"ListUnsettledAttempts: a.unsettled":                         "true of the states that are asked for: makes the planner use the index of what is unsettled",
	"ListComingEnds: live":                                       "true of what is active: makes the planner use the index of what is live",
	"ListDueRenewals: s.live":                                    "true of what is chargeable: makes the planner use the index of what is live",
	"ClaimHostDeliveries: c.state = 'pending'":                   "true of the first that waits: makes the planner use the index of what is due",
	"ClaimIdempotencyKey: r.outcome IS NULL":                     "a CHECK says that a record with a lease has no outcome: kept, as the lease's meaning is that there is none yet",
	"ForgetLapsedCall: outcome IS NULL":                          "as in ClaimIdempotencyKey",
	"LockRegistrationsNaming: (state = 'open' OR state IN ('paid', 'expired') AND purged_at IS NULL)": "true of all that name somebody: makes the planner use the indexes of those that aren't purged",
	"LockRegistrationsNaming: state IN ('paid', 'expired')":                                           "as above: names an index",
	"LockRegistrationsNaming: purged_at IS NULL":                                                      "as above: names an index",
	"ReleaseOrderCodes: c.state IN ('reserved', 'redeemed')":                                          "a CHECK says that only these belong to an order: kept, as it says what is released",
}

var (
	queryName = regexp.MustCompile(`(?m)^-- name: (\w+) .*$`)
	argument  = regexp.MustCompile(`(?:@|sqlc\.n?arg\()(\w+)`)
)

// Every condition of every query matters: without it, the query would change or return a row of the test data that
// it now leaves out. The files in testdata/condition list conditions and rows: docs/how-to/test.md.
func TestEveryConditionMatters(t *testing.T) {
	t.Parallel()
	prover := condition.New(t, sdktest.New(t).Pool)
	sent := map[string]string{} // by name
	for _, text := range generatedQueries(t) {
		sent[queryName.FindStringSubmatch(text)[1]] = text
	}
	files, err := filepath.Glob("queries/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file) //nolint:gosec // a file of this folder
		if err != nil {
			t.Fatal(err)
		}
		statements, names := map[string]string{}, queryName.FindAllStringSubmatch(string(raw), -1)
		for i, written := range queryName.Split(string(raw), -1)[1:] {
			name := names[i][1]
			if text, ok := sent[name]; ok {
				statements[name] = withNames(t, name, text, written)
				delete(sent, name)
			}
		}
		table := strings.TrimSuffix(filepath.Base(file), ".sql")
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			prover.Check(t, "testdata/condition/"+table+".txt", statements, unproven, *update)
		})
	}
	if len(sent) > 0 {
		t.Errorf("these queries are in no file: %v", slices.Sorted(maps.Keys(sent)))
	}
}

// withNames replaces the numbered arguments of a generated query with the names in its source, which are in the
// same order.
func withNames(t *testing.T, query, generated, written string) string {
	t.Helper()
	names := argument.FindAllStringSubmatch(sqlComment.ReplaceAllString(written, ""), -1)
	if n := len(placeholder.FindAllString(generated, -1)); n != len(names) {
		t.Errorf("%s has %d arguments in its source and %d in the generated file; run: make gen", query, len(names), n)
		return generated
	}
	return placeholder.ReplaceAllStringFunc(generated, func(string) string {
		name := names[0][1]
		names = names[1:]
		return "@" + name
	})
}
