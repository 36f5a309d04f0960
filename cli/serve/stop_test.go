package serve

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A stopping worker waits for the jobs that it cancels. A job left as running in the database would wait for an hour.
func TestStoppingWorkerReleasesItsJobs(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(20))
	s := &setting.Config{ShutdownTimeout: 100 * time.Millisecond}
	worker, err := jobs.New(env.Client, env.Pool, jobs.Options{StopTimeout: s.ShutdownTimeout})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), env.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // the test is over
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE registrations"); err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	count := func(state string) (n int) {
		if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'expire' AND state = $1", state).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for count("running") == 0 {
		<-tick.C
	}
	if err := stopWorker(t.Context(), worker, s); err != nil {
		t.Error(err)
	}
	if running, back := count("running"), count("retryable")+count("available"); running != 0 || back != 1 {
		t.Errorf("%d jobs are left running and %d are put back, want the one that was cut off to be put back", running, back)
	}
}
