package pg_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Two transactions that deadlock both succeed: one runs again. The writes, jobs and AfterCommit functions of its failed run have no effect. The
// deadlock may be the error of a statement, or of the commit, which sends the held-back statements.
func TestDeadlockedTransactionIsRetried(t *testing.T) {
	t.Parallel()
	for name, atCommit := range map[string]bool{"in a statement": false, "at the commit": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			c := fixture.Core(env)
			var runs, committed atomic.Int32
			var both, done sync.WaitGroup
			both.Add(2)
			lock := func(ctx context.Context, tx *pg.Tx, address string, now bool) error {
				if err := tx.LockEmails(ctx, []string{address}); err != nil || !now {
					return err
				}
				_, err := tx.Exec(ctx, "SET LOCAL deadlock_timeout = '10ms'") // sends the held-back statements
				return err
			}
			meet := func(first, second string) {
				var met sync.Once
				err := c.Tx(t.Context(), func(tx *pg.Tx) error {
					runs.Add(1)
					if err := lock(t.Context(), tx, first, true); err != nil {
						return err
					}
					met.Do(func() { both.Done(); both.Wait() })
					tx.AfterCommit(func() { committed.Add(1) })
					tx.Enqueue(job.CaptureJob{AttemptID: first}, job.Options{})
					if err := tx.InsertFamily(t.Context(), uuid.New(), nil, env.Clock.Now()); err != nil {
						return err
					}
					return lock(t.Context(), tx, second, !atCommit)
				})
				if err != nil {
					t.Error(err)
				}
			}
			done.Go(func() { meet("ana@example.com", "ben@example.com") })
			done.Go(func() { meet("ben@example.com", "ana@example.com") })
			done.Wait()
			got := map[string]int{
				"runs": int(runs.Load()), "committed": int(committed.Load()),
				"families": fixture.CountRows(t, env, "families"), "jobs": fixture.CountRows(t, env, "river_job"),
			}
			if diff := cmp.Diff(map[string]int{"runs": 3, "committed": 2, "families": 2, "jobs": 2}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A transaction that always fails is tried a bounded number of times. One that wasn't rolled back by Postgres runs once.
func TestRetriesAreLimited(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want int
	}{
		"a deadlock":              {fmt.Errorf("lock: %w", &pgconn.PgError{Code: "40P01"}), 5},
		"a serialization failure": {&pgconn.PgError{Code: "40001"}, 5},
		"a lock timeout":          {&pgconn.PgError{Code: "55P03"}, 1},
		"a refusal":               {fault.TokenInvalid, 1},
		"a lost connection":       {errors.New("conn closed"), 1}, // it may have committed
		"nothing":                 {nil, 1},
	} {
		runs, notices := 0, 0
		err := pg.Repeat(t.Context(), func() error { runs++; return test.err }, func(error) { notices++ })
		if !errors.Is(err, test.err) || runs != test.want || notices != test.want-1 {
			t.Errorf("%s: %d runs, %d notices, %v", name, runs, notices, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	runs := 0
	if err := pg.Repeat(gone, func() error { runs++; return &pgconn.PgError{Code: "40P01"} }, func(error) {}); err == nil || runs != 1 {
		t.Errorf("after the caller has left: %d runs, %v", runs, err)
	}
}
