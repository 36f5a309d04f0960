package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/site"
)

// Clock is a clock that [Advance] moves.
type Clock interface {
	site.Clock
	// Set sets the time.
	Set(now time.Time)
}

// Failures are the errors of failed jobs, each once, with its first time.
type Failures []error

// Error implements error.
func (f Failures) Error() string { return errors.Join(f...).Error() }

// Unwrap returns the errors.
func (f Failures) Unwrap() []error { return f }

// nextScheduled returns the earliest start of a job after one time and before another; NULL if there is none. It skips the jobs that [takeDue] takes at
// any time, and failed ones, which run again at the end of the day.
const nextScheduled = `
SELECT min(scheduled_at) FROM river_job
WHERE state IN ('available', 'scheduled') AND NOT (state = 'available' AND scheduled_at = created_at) AND scheduled_at > $1 AND scheduled_at < $2`

// Advance moves the client's clock to a time, and runs all that becomes due on the way, in order of time. It stops at the time of each scheduled job and
// in the last microsecond of each day in UTC. At each stop, at the start and at the end, it runs every periodic job once and then [Drain]. So each day's
// work is done on that day, and a year takes seconds. If the time isn't after the clock's, the clock stays and everything runs once.
//
// It returns the number of jobs, not counting the periodic ones. Failed jobs are retried at later stops and don't stop the clock; their errors are
// returned as [Failures]. Don't run a [Worker] on the same database meanwhile: its jobs might end on a later day than they start.
func Advance(ctx context.Context, client *sdk.Client, pool *pgxpool.Pool, clock Clock, to time.Time) (int, error) {
	work := newRegistry(client, noop.NewTracerProvider()).work
	periodic := (Options{}).withDefaults(client).schedule()
	var failures Failures
	seen := map[string]bool{}
	total, at := 0, clock.Now()
	for {
		failed := runEach(ctx, work, periodic)
		n, more := drain(ctx, client, pool, work, at)
		total += n
		if ctx.Err() != nil {
			return total, fmt.Errorf("jobs: advance: %w", ctx.Err())
		}
		for _, err := range append(failed, more...) {
			if !seen[err.Error()] {
				seen[err.Error()] = true
				failures = append(failures, fmt.Errorf("%s: %w", at.UTC().Format(time.RFC3339), err))
			}
		}
		if !at.Before(to) {
			break
		}
		var err error
		if at, err = nextStop(ctx, pool, at, to); err != nil {
			return total, err
		}
		clock.Set(at)
	}
	if len(failures) > 0 {
		return total, failures
	}
	return total, nil
}

// runEach runs each periodic job once.
func runEach(ctx context.Context, work map[string]operate, periodic []scheduledJob) (failed []error) {
	for _, s := range periodic {
		if err := work[s.job.Kind()](ctx, 0, []byte("{}")); err != nil {
			failed = append(failed, fmt.Errorf("job %s: %w", s.job.Kind(), err))
		}
	}
	return failed
}

// nextStop returns the next stop of [Advance] after a time.
func nextStop(ctx context.Context, pool *pgxpool.Pool, at, to time.Time) (time.Time, error) {
	const day = 24 * time.Hour
	stop := at.Add(time.Microsecond).Truncate(day).Add(day - time.Microsecond)
	if to.Before(stop) {
		stop = to
	}
	var scheduled *time.Time
	if err := pool.QueryRow(ctx, nextScheduled, at, stop).Scan(&scheduled); err != nil {
		return at, fmt.Errorf("jobs: advance: %w", err)
	}
	if scheduled != nil {
		return *scheduled, nil
	}
	return stop, nil
}
