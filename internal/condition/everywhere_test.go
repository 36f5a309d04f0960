package condition_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// statements is every statement with conditions outside the queries of sdk/internal/db, where TestEveryConditionMatters proves all of them. Keys are
// file and declaration, or the file where it composes statements. Values are the test that proves the conditions with rows, or the reason that no row
// can and the check in its place.
var statements = map[string]string{
	"cli/dev/tools.go: expireInvitation":                    "cli/dev TestEveryConditionOfDevelopmentMatters",
	"cli/dev/tools.go: expireSignup":                        "cli/dev TestEveryConditionOfDevelopmentMatters",
	"cli/dev/tools.go: paymentsAbout":                       "cli/dev TestEveryConditionOfDevelopmentMatters",
	"cli/doctor/database.go: blockers":                      "cli/doctor TestDoctorNamesLockHolder: real locks, as nobody can put a row into pg_locks",
	"cli/doctor/database.go: checkConnections":              "cli/doctor TestDoctorCountsClients: the server's real processes",
	"internal/postgres/start.go: prepare":                   "internal/postgres TestStart: without its condition the database is never made",
	"internal/seed/fill.go: copyBatch":                      "a database for measuring only; a condition on who asks, which saves time",
	"internal/seed/fill.go: forgetFirst":                    "a database for measuring only, which was empty before",
	"internal/seed/fill.go: prepare":                        "a database for measuring only; with other columns the copy of the table fails",
	"internal/seed/indexes.go: dropIndexes":                 "a database for measuring only; an index of a constraint can't be dropped",
	"internal/seed/last_hour.go: left":                      "a database for measuring only",
	"jobs/advance.go: nextScheduled":                        "jobs TestEveryConditionMatters",
	"jobs/drain.go: complete":                               "jobs TestEveryConditionMatters",
	"jobs/drain.go: retryLater":                             "jobs TestEveryConditionMatters",
	"jobs/drain.go: snooze":                                 "jobs TestEveryConditionMatters",
	"jobs/drain.go: takeDue":                                "jobs TestEveryConditionMatters",
	"jobs/figures.go: countJobs":                            "jobs TestEveryConditionMatters",
	"jobs/figures.go: runningJobs":                          "jobs TestEveryConditionMatters",
	"sdk/database/patience.go: holdersOf":                   "sdk/database TestMigrationGivesUp: real locks, as nobody can put a row into pg_locks; granted is for holders that wait themselves",
	"sdk/database/patience.go: oldTransactions":             "sdk/database TestMigrationRefusesOldTransactions: real transactions; prepared ones and Postgres' own processes aren't brought about",
	"sdk/database/patience.go: sql":                         "sdk/database TestMigrationWaitsForAReader: a real transaction",
	"sdk/database/rights.go: ReadLogin":                     "Postgres' own catalog: no row can be put there, and no test holds each condition",
	"sdk/database/rights.go: lacking":                       "as ReadLogin",
	"sdk/database/role.go: elsewhere":                       "sdk/database TestRolesAreRefusedWithoutTables: real schemas",
	"sdk/database/role.go: membersOf":                       "cli TestRolesAreMinimal: real roles",
	"sdk/database/role.go: productTables":                   "sdk/database TestRolesAreRefusedWithoutTables: real schemas",
	"sdk/internal/person/elsewhere.go: pickMade":            "sdk/internal/person TestEveryConditionMatters",
	"sdk/adapter/outbox/outbox.go: getMail":                 "sdk/adapter/outbox TestEveryConditionMatters",
	"sdk/adapter/outbox/outbox.go: listMails":               "sdk/adapter/outbox TestEveryConditionMatters",
	"sdk/internal/engine/subjects/privacy.go":               "sdk/internal/engine/subjects TestEveryConditionOfPrivacyMatters: all that they compose",
	"sdk/internal/engine/subjects/privacy_map.go":           "sdk/internal/engine/subjects TestEveryConditionOfPrivacyMatters: all that they compose",
	"sdk/internal/engine/subjects/retention.go: deletion":   "sdk/internal/engine/subjects TestEveryConditionOfRetentionMatters",
	"sdk/internal/engine/subjects/retention.go: forecast":   "sdk/internal/engine/subjects TestDue: counts over years, which no row of the proof is apart",
	"sdk/internal/engine/subjects/retention.go: retentions": "sdk/internal/engine/subjects TestEveryConditionOfRetentionMatters",
}

var (
	statement   = regexp.MustCompile(`\b(SELECT|UPDATE|DELETE FROM|INSERT INTO)\b`)
	conditional = regexp.MustCompile(`\b(WHERE|JOIN|HAVING|FILTER|CASE)\b`)
	proof       = regexp.MustCompile(`^(\S+) (Test\w+)`)
)

// Every statement outside the queries is in the list above, and its test exists.
func TestEveryStatementIsProven(t *testing.T) {
	t.Parallel()
	const root = "../.."
	var found []string
	read := func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if entry.IsDir() {
			switch name {
			case "sdk/internal/db", "sdk/internal/fixture", "sdk/sdktest", "internal/condition":
				return fs.SkipDir // tests only
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path) //nolint:gosec // a file of the checkout
		if err != nil || !conditional.Match(source) || !statement.Match(source) {
			return err
		}
		if _, whole := statements[name]; whole {
			found = append(found, name)
			return nil
		}
		found = append(found, statementsIn(t, name, source)...)
		return nil
	}
	for _, folder := range []string{"apiserver", "cli", "examples", "internal", "jobs", "sdk"} {
		if err := filepath.WalkDir(filepath.Join(root, folder), read); err != nil {
			t.Fatal(err)
		}
	}
	var listed []string
	for name, held := range statements {
		listed = append(listed, name)
		if by := proof.FindStringSubmatch(held); by != nil && !hasTest(t, filepath.Join(root, by[1]), by[2]) {
			t.Errorf("%s: there is no test %s in %s", name, by[2], by[1])
		}
	}
	slices.Sort(listed)
	slices.Sort(found)
	if diff := cmp.Diff(listed, slices.Compact(found)); diff != "" {
		t.Errorf("statements with conditions (-list +code):\n%s\nProve one with condition.New and Check, or name its test in this list", diff)
	}
}

// statementsIn returns "file: declaration" for each declaration of a file that holds a statement with a condition.
func statementsIn(t *testing.T, name string, source []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	var inside []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			inside = inside[:len(inside)-1]
			return false
		}
		inside = append(inside, n)
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			if err == nil && statement.MatchString(text) && conditional.MatchString(text) {
				found = append(found, name+": "+declared(inside))
			}
		}
		return true
	})
	return found
}

// declared returns the name of the constant, variable or function around a node.
func declared(inside []ast.Node) string {
	for _, n := range slices.Backward(inside) {
		switch n := n.(type) {
		case *ast.ValueSpec:
			return n.Names[0].Name
		case *ast.FuncDecl:
			return n.Name.Name
		}
	}
	return ""
}

func hasTest(t *testing.T, folder, test string) bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(paths, func(path string) bool {
		source, err := os.ReadFile(path) //nolint:gosec // a test of the checkout
		return err == nil && bytes.Contains(source, []byte(fmt.Sprintf("\nfunc %s(t *testing.T)", test)))
	})
}
