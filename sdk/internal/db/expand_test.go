package db_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// released is the newest migration of the first release; what came before it had nothing to break.
const released = 91

// breaking is what the last release, which still runs while a new one migrates, can't live with.
var breaking = map[string]*regexp.Regexp{
	"takes away what the last release reads or writes":                         regexp.MustCompile(`(?i)\bdrop\s+(table|column|type|function|view|schema|sequence|default)\b`),
	"renames what the last release knows by its name":                          regexp.MustCompile(`(?i)\brename\b`),
	"changes a column's type":                                                  regexp.MustCompile(`(?i)\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b`),
	"asks for a value that the last release doesn't write (give it a default)": regexp.MustCompile(`(?i)\bset\s+not\s+null\b`),
	"empties a table": regexp.MustCompile(`(?i)\b(truncate|delete\s+from)\b`),
}

var (
	addColumn      = regexp.MustCompile(`(?is)\badd\s+(?:column\s+)(?:if\s+not\s+exists\s+)?(\w+)\s+([^,;]*)`)
	notNull        = regexp.MustCompile(`(?i)\bnot\s+null\b`)
	hasDefault     = regexp.MustCompile(`(?i)\b(default|generated)\b`)
	dropConstraint = regexp.MustCompile(`(?i)\bdrop\s+constraint\s+(?:if\s+exists\s+)?(\w+)`)
	addConstraint  = regexp.MustCompile(`(?is)alter\s+table\s+(\w+)\s+add\s+constraint\s+(\w+)([^;]*)`)
	createTable    = regexp.MustCompile(`(?i)\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)`)
	sqlComment     = regexp.MustCompile(`(?m)--.*$`)
)

// contracts says of what may be taken away which release was the last to use it, e.g.
// "-- contract: 1.2.0 was the last to read accounts.nickname". It lifts the rules for its file.
var contracts = regexp.MustCompile(`(?m)^-- contract: \d+\.\d+\.\d+ was the last to .+$`)

// faultsOf says what in a migration the last release can't live with.
func faultsOf(migration string) []string {
	up, _, _ := strings.Cut(migration, "-- +goose Down")
	if contracts.MatchString(up) {
		return nil
	}
	up = sqlComment.ReplaceAllString(up, "")
	var faults []string
	for what, pattern := range breaking {
		if found := pattern.FindString(up); found != "" {
			faults = append(faults, what+": "+found)
		}
	}
	for _, column := range addColumn.FindAllStringSubmatch(up, -1) {
		if notNull.MatchString(column[2]) && !hasDefault.MatchString(column[2]) {
			faults = append(faults, "the last release doesn't write the new column "+column[1]+": give it a default")
		}
	}
	added := map[string]bool{}
	created := map[string]bool{}
	for _, table := range createTable.FindAllStringSubmatch(up, -1) {
		created[table[1]] = true
	}
	for _, constraint := range addConstraint.FindAllStringSubmatch(up, -1) {
		added[constraint[2]] = true
		if !created[constraint[1]] && !strings.Contains(strings.ToUpper(constraint[3]), "NOT VALID") {
			faults = append(faults, constraint[2]+" is checked on every row while nobody may write: add NOT VALID, validate in a later migration")
		}
	}
	for _, constraint := range dropConstraint.FindAllStringSubmatch(up, -1) {
		if !added[constraint[1]] {
			faults = append(faults, "drops "+constraint[1]+" and adds no wider one under its name")
		}
	}
	return faults
}

// Migrations only expand: the release before runs on their schema (docs/how-to/upgrade.md).
func TestMigrationsOnlyExpand(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d migrations: %v", len(files), err)
	}
	for _, file := range files {
		number, err := strconv.Atoi(strings.SplitN(filepath.Base(file), "_", 2)[0])
		if err != nil {
			t.Fatal(err)
		}
		if number <= released {
			continue
		}
		raw, err := os.ReadFile(file) //nolint:gosec // our own migrations
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faultsOf(string(raw)) {
			t.Errorf("%s: %s", file, fault)
		}
	}
}

func TestBreakingMigrationsAreFound(t *testing.T) {
	t.Parallel()
	for migration, want := range map[string]int{
		"ALTER TABLE a DROP COLUMN b;":                                                          1,
		"DROP TABLE a;":                                                                         1,
		"ALTER TABLE a RENAME COLUMN b TO c;":                                                   1,
		"ALTER TABLE a ALTER COLUMN b TYPE bigint;":                                             1,
		"ALTER TABLE a ALTER COLUMN b SET NOT NULL;":                                            1,
		"ALTER TABLE a ADD COLUMN b text NOT NULL;":                                             1,
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c int NOT NULL;":       1,
		"ALTER TABLE a DROP CONSTRAINT b;":                                                      1,
		"ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0);":                                         1,
		"DELETE FROM a;":                                                                        1,
		"CREATE TABLE a (b int NOT NULL);\nALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);":       0,
		"ALTER TABLE a DROP CONSTRAINT b;\nALTER TABLE a ADD CONSTRAINT b CHECK (c) NOT VALID;": 0,
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '';":                                  0,
		"ALTER TABLE a ADD COLUMN b text;\n-- +goose Down\nALTER TABLE a DROP COLUMN b;":        0,
		"-- contract: 1.2.0 was the last to read a.b\nALTER TABLE a DROP COLUMN b;":             0,
		"-- DROP TABLE is what we don't do.\nCREATE INDEX c ON a (b);":                          0,
	} {
		if got := faultsOf("-- +goose Up\n" + migration); len(got) != want {
			t.Errorf("%s: %q, want %d faults", migration, got, want)
		}
	}
}
