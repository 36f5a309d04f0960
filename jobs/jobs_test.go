package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// insert enqueues jobs, each in a transaction that ends with the given error.
func insert(t *testing.T, pool *pgxpool.Pool, end error, opts job.Options, all ...job.Job) {
	t.Helper()
	for _, task := range all {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			if err := jobs.NewInserter().InsertTx(t.Context(), tx, []job.QueuedJob{{Job: task, Options: opts}}); err != nil {
				t.Error(err)
			}
			return end
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
	}
}

// queue lists kind, state and arguments of every job.
func queue(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	return texts(t, pool, "SELECT kind || ' ' || state || ' ' || args FROM river_job ORDER BY id")
}

// texts returns the one column of a query's rows.
func texts(t *testing.T, pool *pgxpool.Pool, sql string) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestInsertTx(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rolledBack := errors.New("rolled back")
	insert(t, env.Pool, rolledBack, job.Options{}, job.PurgeJob{})
	insert(t, env.Pool, nil, job.Options{Unique: true}, job.CaptureJob{AttemptID: "a"}, job.CaptureJob{AttemptID: "a"}, job.CaptureJob{AttemptID: "b"})
	insert(t, env.Pool, nil, job.Options{At: time.Now().Add(time.Hour)}, job.ReconcileJob{AttemptID: "a"})
	want := []string{
		`payment_capture available {"attemptId": "a"}`, `payment_capture available {"attemptId": "b"}`, `payment_reconcile scheduled {"attemptId": "a"}`,
	}
	if diff := cmp.Diff(want, queue(t, env.Pool)); diff != "" {
		t.Errorf("queue (-want +got):\n%s", diff)
	}
	// After a job has run, the same job can be inserted again.
	if _, err := env.Pool.Exec(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = now() WHERE args = '{"attemptId": "a"}'`); err != nil {
		t.Fatal(err)
	}
	insert(t, env.Pool, nil, job.Options{Unique: true}, job.CaptureJob{AttemptID: "a"}, job.CaptureJob{AttemptID: "b"})
	want[0], want[2] = `payment_capture completed {"attemptId": "a"}`, `payment_reconcile completed {"attemptId": "a"}`
	if diff := cmp.Diff(append(want, `payment_capture available {"attemptId": "a"}`), queue(t, env.Pool)); diff != "" {
		t.Errorf("queue once these have run (-want +got):\n%s", diff)
	}
}

func TestDrain(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	now := env.Clock.Now()
	insert(t, env.Pool, nil, job.Options{}, job.ExpireJob{}, job.PurgeJob{})
	insert(t, env.Pool, nil, job.Options{At: now.Add(time.Minute)}, job.PurgeJob{})
	insert(t, env.Pool, nil, job.Options{At: now}, job.CaptureJob{AttemptID: "no id"}, job.CaptureJob{AttemptID: uuid.NewString()})
	n, err := jobs.Drain(t.Context(), env.Client, env.Pool, now)
	if n != 4 || err == nil || !strings.Contains(err.Error(), "attempt id") {
		t.Errorf("%d jobs, %v", n, err)
	}
	if n, err := jobs.Drain(t.Context(), env.Client, env.Pool, now); n != 0 || err != nil {
		t.Errorf("again: %d jobs, %v", n, err)
	}
	if n, err := jobs.Drain(t.Context(), env.Client, env.Pool, now.Add(time.Minute)); n != 3 || err == nil {
		t.Errorf("a minute later: %d jobs, %v", n, err)
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	done := make(chan error)
	for range 3 {
		go func() { done <- jobs.Migrate(context.WithoutCancel(t.Context()), env.Pool, database.Migration{}) }()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if ok, err := jobs.Migrated(t.Context(), env.Pool); !ok || err != nil {
		t.Errorf("migrated %t, %v", ok, err)
	}
	if _, err := env.Pool.Exec(t.Context(), "DELETE FROM river_migration WHERE version > 3"); err != nil {
		t.Fatal(err)
	}
	if ok, err := jobs.Migrated(t.Context(), env.Pool); ok || err != nil {
		t.Errorf("behind: migrated %t, %v", ok, err)
	}
}

// An older database loses the unused indexes, and only those.
func TestMigrateDropsUnusedIndexes(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	indexes := func() []string {
		return texts(t, env.Pool, "SELECT indexname::text FROM pg_indexes WHERE tablename = 'river_job' ORDER BY 1")
	}
	want := []string{"river_job_kind", "river_job_pkey", "river_job_prioritized_fetching_index", "river_job_state_and_finalized_at_index", "river_job_unique_idx"}
	if diff := cmp.Diff(want, indexes()); diff != "" {
		t.Errorf("a new database's indexes (-want +got):\n%s", diff)
	}
	if _, err := env.Pool.Exec(t.Context(), "CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata)"); err != nil {
		t.Fatal(err)
	}
	if ok, err := jobs.Migrated(t.Context(), env.Pool); !ok || err != nil { // the index doesn't matter to servers and workers
		t.Errorf("with an index of before: migrated %t, %v", ok, err)
	}
	if err := jobs.Migrate(t.Context(), env.Pool, database.Migration{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, indexes()); diff != "" {
		t.Errorf("indexes of the database that was migrated (-want +got):\n%s", diff)
	}
}

// The job tables' migration waits for other transactions, like the product's.
func TestMigrateWaitsForAReader(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	migrator, err := rivermigrate.New(riverpgxv5.New(env.Pool), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrator.Migrate(t.Context(), rivermigrate.DirectionDown, &rivermigrate.MigrateOpts{TargetVersion: 5}); err != nil {
		t.Fatal(err)
	}
	report, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = report.Rollback(t.Context()) }() // done already, unless the test failed
	if _, err := report.Exec(t.Context(), "SELECT 1 FROM river_job"); err != nil {
		t.Fatal(err)
	}
	calls := 0
	err = jobs.Migrate(t.Context(), env.Pool, database.Migration{LockTimeout: 50 * time.Millisecond, Tell: func(string) {
		calls++
		if err := report.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}})
	if err != nil || calls != 1 {
		t.Errorf("it waited %d times, %v", calls, err)
	}
	if ok, err := jobs.Migrated(t.Context(), env.Pool); !ok || err != nil {
		t.Errorf("migrated %t, %v", ok, err)
	}
}

// sent receives every mail.
type sent chan email.Message

func (s sent) Send(_ context.Context, m email.Message) error {
	s <- m
	return nil
}

func TestWorker(t *testing.T) {
	t.Parallel()
	mails := make(sent, 10)
	env := sdktest.New(t, sdktest.WithConnections(10), sdktest.WithConfig(func(c *sdk.Config) { c.Mailer = mails }))
	professional := insertProfessional(t, env)
	worker, err := jobs.New(env.Client, env.Pool, jobs.Options{Sweep: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Stop(t.Context()); err != nil {
		t.Errorf("stop before the start: %v", err)
	}
	if err := worker.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(t.Context()); err == nil {
		t.Error("a worker starts twice")
	}
	insert(t, env.Pool, nil, job.Options{}, email.ProfessionalWelcomeJob{ProfessionalID: professional})
	select {
	case m := <-mails:
		if m.Kind != email.ProfessionalWelcome || m.To != "pat@example.com" || !strings.Contains(m.Text, m.Link.Reveal()) {
			t.Errorf("mail %s to %s", m.Kind, m.To)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("no mail")
	}
	if err := worker.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := worker.Stop(t.Context()); err != nil {
		t.Errorf("stop again: %v", err)
	}
}

// A worker reschedules a mail that has to wait. That isn't a failure.
func TestWorkerReschedulesAMail(t *testing.T) {
	t.Parallel()
	mails := make(sent, 10)
	env := sdktest.New(t, sdktest.WithConnections(10), sdktest.WithConfig(func(c *sdk.Config) { c.Mailer = mails }))
	for range 3 {
		in := sdktest.ReadyProfessional(1)
		if _, err := env.Client.Professional.Create(t.Context(), in, caller.Meta{Lang: "en"}); err != nil {
			t.Fatal(err)
		}
	}
	startWorker(t, env, jobs.Options{})
	const waits = "FROM river_job WHERE state = 'scheduled' AND kind = 'mail_professional_welcome'"
	for deadline := time.After(time.Minute); len(mails) < 2 || len(texts(t, env.Pool, "SELECT kind "+waits)) < 1; {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			t.Fatalf("%d welcomes are mailed, want 2 and one that waits", len(mails))
		}
	}
	got := texts(t, env.Pool, "SELECT state || ', attempt ' || attempt || ', in ' || round(extract(epoch FROM scheduled_at - now()) / 60) || ' minutes, errors: ' || coalesce(array_length(errors, 1), 0) "+waits)
	if diff := cmp.Diff([]string{"scheduled, attempt 0, in 60 minutes, errors: 0"}, got); diff != "" {
		t.Errorf("the third (-want +got):\n%s", diff)
	}
}

func insertProfessional(t *testing.T, env *sdktest.Env) string {
	t.Helper()
	made, err := env.Client.Professional.Add(t.Context(), form.Professional{FirstName: "Pat", LastName: "Lee", Email: "pat@example.com"}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return made.ProfessionalID
}

func TestPage(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	insert(t, env.Pool, nil, job.Options{}, job.PurgeJob{})
	page, err := jobs.NewPage(t.Context(), env.Pool, "/jobs", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/jobs/": "<html", "/jobs/api/jobs?state=available": `"kind":"purge"`} {
		rec := httptest.NewRecorder()
		page.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		if rec.Code != http.StatusOK || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
}
