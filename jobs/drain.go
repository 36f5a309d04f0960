package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/job"
)

// takeDue takes the next job due at a given time. A job inserted without a time is always due: its scheduled_at comes from the database's clock, not
// the caller's.
const takeDue = `
UPDATE river_job SET state = 'running', attempt = attempt + 1, attempted_at = now(), attempted_by = array_append(coalesce(attempted_by, '{}'), 'drain')
WHERE id = (
	SELECT id FROM river_job
	WHERE state IN ('available', 'scheduled', 'retryable')
	  AND (scheduled_at <= $1 OR (state = 'available' AND scheduled_at = created_at))
	ORDER BY priority, scheduled_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, args`

const (
	complete   = "UPDATE river_job SET state = 'completed', finalized_at = now() WHERE id = $1"
	snooze     = "UPDATE river_job SET state = 'scheduled', scheduled_at = $2, attempt = greatest(attempt - 1, 0) WHERE id = $1"
	retryLater = "UPDATE river_job SET state = 'retryable', scheduled_at = $2, errors = array_append(coalesce(errors, '{}'), $3::jsonb) WHERE id = $1"
)

// Drain sweeps abandoned payments once, as a worker does periodically. Then it runs all jobs due at the given time one after another, and returns
// their number. A failed job is rescheduled for a minute later, and its error is part of the returned error. At the end it delivers events to the
// customer's application. It is for tests with their own clock and for `cojoin work --once`.
func Drain(ctx context.Context, client *sdk.Client, pool *pgxpool.Pool, now time.Time) (int, error) {
	done, failed := drain(ctx, client, pool, newRegistry(client, noop.NewTracerProvider()).work, now)
	return done, errors.Join(failed...)
}

// drain is [Drain] with the operation of each kind of job. It returns each error by itself.
func drain(ctx context.Context, client *sdk.Client, pool *pgxpool.Pool, work map[string]operate, now time.Time) (done int, failed []error) {
	if _, err := client.Payment.Sweep(ctx); err != nil {
		failed = append(failed, err)
	}
	for {
		var id int64
		var kind string
		var args []byte
		err := pool.QueryRow(ctx, takeDue, now).Scan(&id, &kind, &args)
		if errors.Is(err, pgx.ErrNoRows) {
			if err := deliverEvents(ctx, client); err != nil {
				failed = append(failed, err)
			}
			return done, failed
		}
		if err != nil {
			return done, append(failed, fmt.Errorf("jobs: drain: %w", err))
		}
		do, known := work[kind]
		if !known {
			do = func(context.Context, int64, []byte) error { return errors.New("no such kind of job") }
		}
		done++
		err = do(ctx, id, args)
		if later := (*job.Later)(nil); errors.As(err, &later) {
			if _, err := pool.Exec(ctx, snooze, id, now.Add(later.Pause)); err != nil {
				return done, append(failed, fmt.Errorf("jobs: drain: %w", err))
			}
			continue
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("job %s: %w", kind, err))
			err = putBack(ctx, pool, id, now.Add(time.Minute), err)
			if err != nil {
				return done, append(failed, err)
			}
			continue
		}
		if _, err := pool.Exec(ctx, complete, id); err != nil {
			return done, append(failed, fmt.Errorf("jobs: drain: %w", err))
		}
	}
}

// deliverEvents sends all due events to the customer's application.
func deliverEvents(ctx context.Context, client *sdk.Client) error {
	if _, err := client.Integration.Relay(ctx); err != nil {
		return err
	}
	endpoints, err := client.Integration.Sending(ctx)
	if err != nil {
		return err
	}
	for _, id := range endpoints {
		if err := deliverAll(ctx, client, id); err != nil {
			return err
		}
	}
	return nil
}

func putBack(ctx context.Context, pool *pgxpool.Pool, id int64, at time.Time, cause error) error {
	entry, err := json.Marshal(map[string]any{"at": at, "attempt": 1, "error": cause.Error(), "trace": ""})
	if err != nil {
		return fmt.Errorf("jobs: drain: %w", err)
	}
	_, err = pool.Exec(ctx, retryLater, id, at, entry)
	if err != nil {
		return fmt.Errorf("jobs: drain: %w", err)
	}
	return nil
}
