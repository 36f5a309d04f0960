package db_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// baseline is the migration of the first release's schema. Earlier schemas had no release to break.
const baseline = "20261123000000"

var baselineAt = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// breaking lists statements that break the previous release, which still runs during a migration.
var breaking = map[string]*regexp.Regexp{
	"removes something that the last release reads or writes":                  regexp.MustCompile(`(?i)\bdrop\s+(table|column|type|function|view|schema|sequence|default)\b`),
	"renames something that the last release uses":                             regexp.MustCompile(`(?i)\brename\b`),
	"changes a column's type":                                                  regexp.MustCompile(`(?i)\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b`),
	"requires a value that the last release doesn't write (give it a default)": regexp.MustCompile(`(?i)\bset\s+not\s+null\b`),
	"empties a table": regexp.MustCompile(`(?im)(^|;)\s*truncate\b|\bdelete\s+from\b`), // the pattern ignores triggers on TRUNCATE
}

var (
	addColumn      = regexp.MustCompile(`(?is)\badd\s+(?:column\s+)(?:if\s+not\s+exists\s+)?(\w+)\s+([^,;]*)`)
	notNull        = regexp.MustCompile(`(?i)\bnot\s+null\b`)
	hasDefault     = regexp.MustCompile(`(?i)\b(default|generated)\b`)
	dropConstraint = regexp.MustCompile(`(?i)\bdrop\s+constraint\s+(?:if\s+exists\s+)?(\w+)`)
	addConstraint  = regexp.MustCompile(`(?is)alter\s+table\s+(\w+)\s+add\s+constraint\s+(\w+)([^;]*)`)
	lockedTable    = regexp.MustCompile(`(?i)\b(?:alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?|references\s+)(\w+)`)
	createTable    = regexp.MustCompile(`(?i)\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)`)
	createIndex    = regexp.MustCompile(`(?i)\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(?:only\s+)?(\w+)`)
	dropIndex      = regexp.MustCompile(`(?i)\bdrop\s+index\s+concurrently\s+if\s+exists\s+(\w+)`)
	downPart       = regexp.MustCompile(`(?m)^-- \+goose Down`)
	noTransaction  = regexp.MustCompile(`(?m)^-- \+goose NO TRANSACTION$`)
	sqlComment     = regexp.MustCompile(`(?m)--.*$`)
)

// contracts matches the comment that names the last release to use a removed column or table, e.g. "-- contract:
// 1.2.0 was the last to read accounts.nickname". It lifts the rules for its file.
var contracts = regexp.MustCompile(`(?m)^-- contract: \d+\.\d+\.\d+ was the last to .+$`)

// smallTable matches the comment that justifies building an index while its table can't be written, e.g. "-- index
// catalog_versions_at: a table of some dozen rows".
var smallTable = regexp.MustCompile(`(?m)^-- index (\w+): .+$`)

// indexFaults lists indexes that block all writes to a table during their build, or that stay invalid after a
// failed one.
func indexFaults(migration, up string, created map[string]bool) (faults []string) {
	excused, dropped := map[string]bool{}, map[string]bool{}
	for _, index := range smallTable.FindAllStringSubmatch(migration, -1) {
		excused[index[1]] = true
	}
	for _, index := range dropIndex.FindAllStringSubmatch(up, -1) {
		dropped[index[1]] = true
	}
	outside := noTransaction.MatchString(migration)
	for _, index := range createIndex.FindAllStringSubmatch(up, -1) {
		concurrently, name, table := index[1] != "", index[2], index[3]
		switch {
		case !concurrently && !created[table] && !excused[name]:
			faults = append(faults, name+": nobody may write to "+table+" while it is built: CREATE INDEX CONCURRENTLY, or say why that is short (-- index "+name+": …)")
		case concurrently && !outside:
			faults = append(faults, name+": CONCURRENTLY needs \"-- +goose NO TRANSACTION\" at the file's beginning")
		case concurrently && !dropped[name]:
			faults = append(faults, name+": a build that failed leaves it invalid: DROP INDEX CONCURRENTLY IF EXISTS "+name+" before it")
		}
	}
	// Without a transaction, a file that stopped halfway runs again from its beginning.
	if rest := createIndex.ReplaceAllString(dropIndex.ReplaceAllString(up, ""), ""); outside && otherStatement.MatchString(rest) {
		faults = append(faults, "without a transaction a migration holds indexes alone: "+otherStatement.FindString(rest))
	}
	return faults
}

var otherStatement = regexp.MustCompile(`(?i)\b(create|alter|drop|insert|update|delete|do)\s+\w+`)

// faultsOf lists the statements of a migration that break the previous release.
func faultsOf(migration string) []string {
	var faults []string
	if downPart.MatchString(migration) {
		faults = append(faults, "has a down part, which nobody runs: roll back by starting the release before, which runs on this schema")
	}
	if contracts.MatchString(migration) {
		return faults
	}
	up := sqlComment.ReplaceAllString(migration, "")
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
	faults = append(faults, indexFaults(migration, up, created)...)
	locked := map[string]bool{}
	for _, table := range lockedTable.FindAllStringSubmatch(up, -1) {
		if !created[table[1]] {
			locked[table[1]] = true
		}
	}
	if len(locked) > 1 {
		faults = append(faults, fmt.Sprintf("locks %s together: while it holds one, those who hold the other wait for it. Give each a migration of its own",
			strings.Join(slices.Sorted(maps.Keys(locked)), ", ")))
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

// Migrations only expand the schema: the previous release runs on it (docs/how-to/upgrade.md).
func TestMigrationsOnlyExpand(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations: %v", len(files), err)
	}
	for _, file := range files {
		number, _, _ := strings.Cut(filepath.Base(file), "_")
		if at, err := time.Parse("20060102150405", number); err != nil || at.Before(baselineAt) {
			t.Errorf("%s: its number isn't the time at which it was written: date -u +%%Y%%m%%d%%H%%M%%S", file)
		}
		if number == baseline {
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
		"ALTER TABLE a DROP COLUMN b;":                                                    1,
		"DROP TABLE a;":                                                                   1,
		"ALTER TABLE a RENAME COLUMN b TO c;":                                             1,
		"ALTER TABLE a ALTER COLUMN b TYPE bigint;":                                       1,
		"ALTER TABLE a ALTER COLUMN b SET NOT NULL;":                                      1,
		"ALTER TABLE a ADD COLUMN b text NOT NULL;":                                       1,
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c int NOT NULL;": 1,
		"ALTER TABLE a DROP CONSTRAINT b;":                                                1,
		"ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0);":                                   1,
		"ALTER TABLE a ADD COLUMN b text;\nALTER TABLE c ADD COLUMN d text;":              1,
		"ALTER TABLE a ADD COLUMN b uuid REFERENCES c;":                                   1,
		"CREATE TABLE a (b uuid REFERENCES c);\nALTER TABLE c ADD COLUMN d text;":         0,
		"DELETE FROM a;": 1,
		"TRUNCATE a;":    1,
		"CREATE TRIGGER b BEFORE TRUNCATE ON a FOR EACH STATEMENT EXECUTE FUNCTION c();":        0,
		"CREATE TABLE a (b int NOT NULL);\nALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);":       0,
		"ALTER TABLE a DROP CONSTRAINT b;\nALTER TABLE a ADD CONSTRAINT b CHECK (c) NOT VALID;": 0,
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '';":                                  0,
		"ALTER TABLE a ADD COLUMN b text;\n-- +goose Down":                                      1,
		"-- contract: 1.2.0 was the last to read a.b\nALTER TABLE a DROP COLUMN b;":             0,
		"-- DROP TABLE is what we don't do.\nALTER TABLE a ADD COLUMN b text;":                  0,
		"CREATE INDEX c ON a (b);":                                  1,
		"CREATE UNIQUE INDEX c ON a (b);":                           1,
		"CREATE INDEX CONCURRENTLY c ON a (b);":                     1,
		"-- index c: a table of ten rows\nCREATE INDEX c ON a (b);": 0,
		"CREATE TABLE a (b int);\nCREATE INDEX c ON a (b);":         0,
	} {
		if got := faultsOf("-- +goose Up\n" + migration); len(got) != want {
			t.Errorf("%s: %q, want %d faults", migration, got, want)
		}
	}
}

func TestLargeIndexesAreBuiltConcurrently(t *testing.T) {
	t.Parallel()
	const outside = "-- +goose NO TRANSACTION\n-- +goose Up\n"
	for migration, want := range map[string]int{
		outside + "DROP INDEX CONCURRENTLY IF EXISTS c;\nCREATE INDEX CONCURRENTLY c ON a (b);":                                  0,
		outside + "CREATE INDEX CONCURRENTLY c ON a (b);":                                                                        1,
		outside + "DROP INDEX CONCURRENTLY IF EXISTS c;\nCREATE INDEX CONCURRENTLY c ON a (b);\nALTER TABLE a ADD COLUMN d int;": 1,
	} {
		if got := faultsOf(migration); len(got) != want {
			t.Errorf("%s: %q, want %d faults", migration, got, want)
		}
	}
}

// Our migration runner builds such an index, while its lock holds off other migrators.
func TestIndexBuildAllowsWrites(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	conf, err := pgx.ParseConfig(env.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	database := stdlib.OpenDB(*conf)
	t.Cleanup(func() { _ = database.Close() })
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		t.Fatal(err)
	}
	const migration = `-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS accounts_kind_state;
CREATE INDEX CONCURRENTLY accounts_kind_state ON accounts (kind, state);
`
	if faults := faultsOf(migration); len(faults) > 0 {
		t.Errorf("refused: %q", faults)
	}
	files := fstest.MapFS{"0001_index.sql": {Data: []byte(migration)}}
	p, err := goose.NewProvider(goose.DialectPostgres, database, files, goose.WithSessionLocker(locker), goose.WithTableName("goose_beside_writes"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time as after a failed build
		if _, err := p.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		var valid bool
		if err := env.Pool.QueryRow(t.Context(), "SELECT indisvalid FROM pg_index WHERE indexrelid = 'accounts_kind_state'::regclass").Scan(&valid); err != nil || !valid {
			t.Errorf("valid %v, %v", valid, err)
		}
		if _, err := env.Pool.Exec(t.Context(), "DELETE FROM goose_beside_writes WHERE version_id = 1"); err != nil {
			t.Fatal(err)
		}
	}
}
