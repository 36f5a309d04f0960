package database_test

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// described lists everything in a database's schemas that affects operations, one line each, like a schema dump. It omits rights, which migrations
// don't grant. The system catalog is available on every machine, pg_dump isn't.
const described = `
WITH ns AS (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\_%' AND nspname <> 'information_schema'),
rel AS (SELECT c.* FROM pg_class c JOIN ns ON ns.oid = c.relnamespace)
SELECT format('%s %s: kind %s, persistence %s, options %s, row security %s', 'relation', oid::regclass, relkind, relpersistence, reloptions, relrowsecurity) FROM rel WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
UNION ALL SELECT format('column %s.%s: number %s, %s, not null %s, default %s, generated %s, identity %s, options %s', a.attrelid::regclass, a.attname, a.attnum,
	format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attoptions)
	FROM pg_attribute a JOIN rel ON rel.oid = a.attrelid AND rel.relkind IN ('r', 'p', 'v', 'm') LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT format('constraint %s of %s: %s, valid %s', conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated) FROM pg_constraint WHERE connamespace IN (SELECT oid FROM ns)
UNION ALL SELECT format('index %s, valid %s', pg_get_indexdef(i.indexrelid), i.indisvalid) FROM pg_index i JOIN rel ON rel.oid = i.indrelid WHERE rel.relkind <> 't'
UNION ALL SELECT format('trigger %s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) FROM pg_trigger t JOIN rel ON rel.oid = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL SELECT format('function %s', pg_get_functiondef(p.oid)) FROM pg_proc p JOIN ns ON ns.oid = p.pronamespace WHERE p.prokind IN ('f', 'p')
UNION ALL SELECT format('view %s: %s', oid::regclass, pg_get_viewdef(oid)) FROM rel WHERE relkind IN ('v', 'm')
UNION ALL SELECT format('type %s: %s', t.oid::regtype, array(SELECT enumlabel FROM pg_enum WHERE enumtypid = t.oid ORDER BY enumsortorder)) FROM pg_type t JOIN ns ON ns.oid = t.typnamespace WHERE t.typtype IN ('e', 'd')
UNION ALL SELECT format('statistics %s', pg_get_statisticsobjdef(s.oid)) FROM pg_statistic_ext s JOIN ns ON ns.oid = s.stxnamespace
UNION ALL SELECT format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid IN (SELECT oid FROM rel)
UNION ALL SELECT format('extension %s', extname) FROM pg_extension
ORDER BY 1`

// step is one part of an installation or upgrade.
type step = func(ctx context.Context, url string, pool *pgxpool.Pool) error

// migrated returns the schema of an empty database after the steps.
func migrated(t *testing.T, steps ...step) ([]string, error) {
	t.Helper()
	env := sdktest.New(t)
	if _, err := env.Pool.Exec(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	env.Pool.Reset()
	for _, step := range steps {
		if err := step(t.Context(), env.DatabaseURL, env.Pool); err != nil {
			return nil, err
		}
	}
	rows, err := env.Pool.Query(t.Context(), described)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return lines, nil
}

func with(files fs.FS) step {
	return func(ctx context.Context, url string, _ *pgxpool.Pool) error {
		return database.MigrateFiles(ctx, url, files, database.Migration{})
	}
}

func withJobs(ctx context.Context, _ string, pool *pgxpool.Pool) error {
	return jobs.Migrate(ctx, pool, database.Migration{})
}

// upgradeDiff compares a database that was installed with a release's migrations and upgraded to today's with one that is installed today.
func upgradeDiff(t *testing.T, released, today fs.FS) (string, error) {
	t.Helper()
	upgraded, err := migrated(t, with(released), withJobs, with(today), withJobs)
	if err != nil {
		return "", err
	}
	fresh, err := migrated(t, with(today), withJobs)
	return cmp.Diff(fresh, upgraded), err
}

// A database that was installed with the first release and upgraded, directly or through every release since, equals one that is installed today.
func TestUpgradedDatabaseEqualsAFreshOne(t *testing.T) {
	t.Parallel()
	all := fstest.MapFS{}
	err := fs.WalkDir(database.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(database.Files(), name)
		all[name] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := migrated(t, with(all), withJobs)
	if err != nil {
		t.Fatal(err)
	}
	var through []step
	released := fstest.MapFS{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		released[name] = all[name]
		through = append(through, with(maps.Clone(released)), withJobs)
	}
	for way, steps := range map[string][]step{
		"directly":              {through[0], through[1], with(all), withJobs},
		"through every release": through,
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			upgraded, err := migrated(t, steps...)
			if diff := cmp.Diff(fresh, upgraded); err != nil || diff != "" {
				t.Errorf("installed with the first release, then upgraded: %v (-fresh +upgraded):\n%s", err, diff)
			}
		})
	}
}

// The comparison reports each kind of difference.
func TestUpgradeThatDiffersIsFound(t *testing.T) {
	t.Parallel()
	const (
		table  = "-- +goose Up\nCREATE TABLE made_up (id int CONSTRAINT positive CHECK (id > 0));\n"
		wider  = "-- +goose Up\nALTER TABLE made_up DROP CONSTRAINT positive;\nALTER TABLE made_up ADD CONSTRAINT positive CHECK (id > -10) NOT VALID;\n"
		widest = "-- +goose Up\nALTER TABLE made_up DROP CONSTRAINT positive;\nALTER TABLE made_up ADD CONSTRAINT positive CHECK (id > -100) NOT VALID;\n"
		queue  = "-- +goose Up\n-- +goose StatementBegin\nDO $$ BEGIN IF to_regclass('river_job') IS NOT NULL THEN ALTER TABLE made_up ADD COLUMN job int; END IF; END $$;\n-- +goose StatementEnd\n"
	)
	for name, test := range map[string]struct {
		released, today map[string]string
		differs         bool
	}{
		"as it should be":              {map[string]string{"20270101000000": table}, map[string]string{"20270101000000": table, "20270201000000": wider, "20270301000000": widest}, false},
		"a released migration changed": {map[string]string{"20270101000000": table, "20270201000000": wider}, map[string]string{"20270101000000": table, "20270201000000": widest}, true},
		"two took each other's number": {map[string]string{"20270101000000": table, "20270201000000": wider, "20270301000000": widest},
			map[string]string{"20270101000000": table, "20270201000000": widest, "20270301000000": wider}, true},
		"it depends on existing data": {map[string]string{"20270101000000": table}, map[string]string{"20270101000000": table, "20270201000000": queue}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diff, err := upgradeDiff(t, later(test.released), later(test.today))
			if err != nil || (diff != "") != test.differs {
				t.Errorf("%v, (-fresh +upgraded):\n%s", err, diff)
			}
		})
	}
}
