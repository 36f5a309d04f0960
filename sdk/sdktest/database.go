package sdktest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/price"
)

const (
	databasePrefix = "cojoin_test_"
	schemaPrefix   = "cojoin_schema_"
	// staleAfter is the age at which databases of earlier runs are dropped from a shared server.
	staleAfter = time.Hour
)

// fromTemplate makes the template database of all tests, once for each test binary. It returns the clause with which CREATE DATABASE copies it.
var fromTemplate = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	s, err := theServer()
	if err != nil {
		return "", err
	}
	if err := s.dropStale(ctx); err != nil {
		return "", err
	}
	how, schema := "", ""
	if s.exclusive {
		if s.copiesFiles(ctx) {
			how = " STRATEGY FILE_COPY"
		}
		kept, err := s.keptSchema(ctx)
		if err != nil {
			return "", err
		}
		schema = " TEMPLATE " + kept + how
	}
	name := newDatabaseName("template")
	if err := s.make(ctx, name, schema, fillTemplate); err != nil {
		return "", err
	}
	return " TEMPLATE " + name + how, nil
})

// keptSchema returns the name of a database with the migrations applied. It stays on the server for the next test binary, because the migrations take
// longer than many a package's tests. Changed migrations give a new database, and older ones are dropped.
func (s server) keptSchema(ctx context.Context) (string, error) {
	name, err := schemaName()
	if err != nil {
		return "", err
	}
	kept, err := s.databases(ctx, schemaPrefix)
	if err != nil || slices.Contains(kept, name) {
		return name, err
	}
	for _, other := range kept {
		if err := s.drop(ctx, other); err != nil {
			return "", err
		}
	}
	unfinished := newDatabaseName("schema") // an interrupted run must not leave the final name
	err = s.make(ctx, unfinished, "", func(ctx context.Context, target string) error {
		return database.Migrate(ctx, target, database.Migration{})
	})
	if err != nil {
		return "", err
	}
	return name, s.run(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
}

// schemaName returns the name of the database with the current migrations.
func schemaName() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(db.Migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(db.Migrations, path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("sdktest: migrations: %w", err)
	}
	return fmt.Sprintf("%s%x", schemaPrefix, sum.Sum(nil)[:12]), nil
}

// make creates a database and fills it.
func (s server) make(ctx context.Context, name, clause string, fill func(ctx context.Context, target string) error) error {
	if err := s.run(ctx, "CREATE DATABASE "+name+clause); err != nil {
		return err
	}
	target, err := s.database(name)
	if err != nil {
		return err
	}
	return fill(ctx, target)
}

// copiesFiles reports whether the server (PostgreSQL 15 or later) can copy a database's files instead of its pages through the log. That is a third
// of the work if a checkpoint costs nothing.
func (s server) copiesFiles(ctx context.Context) bool {
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var version int
	err = conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int").Scan(&version)
	return err == nil && version >= 150_000
}

// fillTemplate migrates the schemas to the latest version and applies the shipped catalog.
func fillTemplate(ctx context.Context, target string) error {
	if err := database.Migrate(ctx, target, database.Migration{}); err != nil {
		return err
	}
	pool, err := pgxpool.New(ctx, target)
	if err != nil {
		return fmt.Errorf("sdktest: template: %w", err)
	}
	defer pool.Close() // a template with a connection can't be copied
	if err := jobs.Migrate(ctx, pool, database.Migration{}); err != nil {
		return err
	}
	client, err := sdk.New(sdk.Config{Pool: pool, Clock: NewClock(Start), Secrets: testSecrets()})
	if err != nil {
		return err
	}
	_, err = client.Operate.ApplyCatalog(ctx, price.DefaultCatalogFile(), "shipped")
	return err
}

// newDatabase copies the template for a test and drops the copy after it.
func newDatabase(t testing.TB) string {
	t.Helper()
	template, err := fromTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return createDatabase(t, "copy", template)
}

// NewKeysDatabase creates a database for persons' keys only.
func NewKeysDatabase(t testing.TB) string {
	t.Helper()
	url := createDatabase(t, "keys", "")
	if err := database.MigrateKeys(t.Context(), url, database.Migration{}); err != nil {
		t.Fatal(err)
	}
	return url
}

// createDatabase creates a database for a test and drops it after the test.
func createDatabase(t testing.TB, kind, clause string) string {
	t.Helper()
	s, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	name := newDatabaseName(kind)
	if err := s.run(t.Context(), "CREATE DATABASE "+name+clause); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.drop(ctx, name); err != nil {
			t.Error(err)
		}
	})
	target, err := s.database(name)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// newDatabaseName includes the time, so that later runs can find stale databases.
func newDatabaseName(kind string) string {
	return databasePrefix + strings.ToLower(fmt.Sprintf("%d_%d_%s_%s", time.Now().Unix(), os.Getpid(), kind, rand.Text()[:10]))
}

// run runs one statement on the server's maintenance database.
func (s server) run(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return fmt.Errorf("sdktest: connect: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("sdktest: %s: %w", statement, err)
	}
	return nil
}

// drop drops a database. Another run may drop it at the same moment, so a missing database is no error.
func (s server) drop(ctx context.Context, name string) error {
	return s.run(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)")
}

// databases lists the databases with the prefix in their names.
func (s server) databases(ctx context.Context, prefix string) ([]string, error) {
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return nil, fmt.Errorf("sdktest: connect: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	found, err := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", prefix)
	if err != nil {
		return nil, fmt.Errorf("sdktest: databases: %w", err)
	}
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("sdktest: databases: %w", err)
	}
	return names, nil
}

// dropStale drops databases left by earlier runs.
func (s server) dropStale(ctx context.Context) error {
	names, err := s.databases(ctx, databasePrefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		seconds, _, _ := strings.Cut(strings.TrimPrefix(name, databasePrefix), "_")
		made, err := strconv.ParseInt(seconds, 10, 64)
		if !s.exclusive && (err != nil || time.Since(time.Unix(made, 0)) < staleAfter) {
			continue
		}
		if err := s.drop(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
