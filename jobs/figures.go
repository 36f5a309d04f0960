package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// lateAfter is the delay after which an overdue job counts as stuck.
	lateAfter = 5 * time.Minute
	// longAfter is the time past its limit after which a running job counts as stuck. Its worker has most likely died.
	longAfter = 10 * time.Minute
)

// Figures are statistics of the queue.
type Figures struct {
	Waiting   int // due now or later
	Running   int
	Retrying  int // failed, to be retried later
	Stuck     int // overdue by 5 minutes, or running 10 minutes past the limit of its kind
	Discarded int // discarded in the last 24 hours
	// Lag is the waiting time of the oldest due job.
	Lag time.Duration
}

const countJobs = `
SELECT count(*) FILTER (WHERE state IN ('available', 'scheduled', 'pending')),
	count(*) FILTER (WHERE state = 'retryable'),
	count(*) FILTER (WHERE state IN ('available', 'scheduled', 'retryable') AND scheduled_at < now() - $1::interval),
	(SELECT count(*) FROM river_job WHERE state = 'discarded' AND finalized_at > now() - interval '1 day'),
	coalesce(extract(epoch FROM now() - min(scheduled_at) FILTER (WHERE state IN ('available', 'scheduled', 'retryable') AND scheduled_at < now())), 0)::float8
FROM river_job WHERE state IN ('available', 'scheduled', 'pending', 'retryable')`

const runningJobs = "SELECT kind, now() - attempted_at FROM river_job WHERE state = 'running'"

// ReadFigures counts the queue's jobs.
func ReadFigures(ctx context.Context, pool *pgxpool.Pool) (Figures, error) {
	var f Figures
	var lag float64
	err := pool.QueryRow(ctx, countJobs, lateAfter).Scan(&f.Waiting, &f.Retrying, &f.Stuck, &f.Discarded, &lag)
	if err != nil {
		return f, fmt.Errorf("jobs: figures: %w", err)
	}
	f.Lag = time.Duration(lag * float64(time.Second))
	rows, _ := pool.Query(ctx, runningJobs) // rows returns its error
	var kind string
	var runs time.Duration
	_, err = pgx.ForEachRow(rows, []any{&kind, &runs}, func() error {
		f.Running++
		if runs > limitOf(kind)+longAfter {
			f.Stuck++
		}
		return nil
	})
	if err != nil {
		return f, fmt.Errorf("jobs: figures of running jobs: %w", err)
	}
	return f, nil
}
