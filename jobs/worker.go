package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/job"
)

// Options of a [Worker]. The zero value works.
type Options struct {
	Log *slog.Logger // default: discards
	// Tracing creates a span for every job, in the trace of the call that inserted it. Default: none.
	Tracing trace.TracerProvider
	// Concurrency is the number of concurrent jobs. Default 10; keep it below the pool's size.
	Concurrency int
	// Sweep is how often the worker looks for payments whose answer is overdue. Default: the client's
	// PaymentConfig.SweepEvery.
	Sweep time.Duration
	// ExpireEvery and PurgeEvery are the intervals of the periodic jobs. Defaults 5 min and 1 h.
	ExpireEvery, PurgeEvery time.Duration
	// RemindEvery is how often the worker looks for invitees to remind and for unused codes about to expire. Default 1 h.
	RemindEvery time.Duration
	// RenewEvery is how often the worker looks for subscriptions that end or renew. Default 1 h.
	RenewEvery time.Duration
	// EventsEvery is how often the worker looks for events that the customer's application is to be told. Default 1 s.
	EventsEvery time.Duration
	// SettleEvery is how often the provider is asked whether captured money is settled. Default 24 h, and whenever a worker starts: what was asked
	// about within the last 20 h isn't asked about again.
	SettleEvery time.Duration
	// AuditEvery is how often the latest payments are compared with the provider's. Default 24 h: at midnight UTC, not as a worker starts, since the
	// provider is asked about each payment.
	AuditEvery time.Duration
	// StopTimeout is how long a stopping worker lets its jobs finish. Default 20 s.
	StopTimeout time.Duration
}

func (o Options) withDefaults(c *sdk.Client) Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Tracing == nil {
		o.Tracing = noop.NewTracerProvider()
	}
	if o.Concurrency == 0 {
		o.Concurrency = 10
	}
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&o.Sweep, c.Payment.SweepInterval()},
		{&o.ExpireEvery, 5 * time.Minute},
		{&o.PurgeEvery, time.Hour},
		{&o.RemindEvery, time.Hour},
		{&o.RenewEvery, time.Hour},
		{&o.EventsEvery, time.Second},
		{&o.SettleEvery, 24 * time.Hour},
		{&o.AuditEvery, 24 * time.Hour},
		{&o.StopTimeout, 20 * time.Second},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return o
}

// Worker runs the jobs of one database. Any number of workers may share a database.
type Worker struct {
	client *sdk.Client
	river  *river.Client[pgx.Tx]
	opts   Options
	stop   context.CancelFunc

	swept, dispatched chan struct{}
}

// New returns a worker; it does nothing until [Worker.Start].
func New(client *sdk.Client, pool *pgxpool.Pool, opts Options) (*Worker, error) {
	opts = opts.withDefaults(client)
	rc, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Logger:          opts.Log,
		Queues:          map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: opts.Concurrency}},
		Workers:         newRegistry(client, opts.Tracing).workers,
		SoftStopTimeout: opts.StopTimeout,
		// What a killed worker had in hand is somebody's link or receipt. Jobs that may run for longer aren't taken for lost: see limits.
		RescueStuckJobsAfter: 5 * time.Minute,
		// Only its owner may build an index again, and those that need it are dropped: see Migrate.
		ReindexerSchedule: river.NeverSchedule(),
		PeriodicJobs:      periodicJobs(opts.schedule()),
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Worker{client: client, river: rc, opts: opts}, nil
}

// scheduledJob is a job that is inserted at every interval: from the start of a worker on, or by the clock.
type scheduledJob struct {
	job   job.Job
	every time.Duration
	when  runs
}

// runs says when the intervals of a job begin.
type runs bool

const (
	fromStart runs = false
	byClock   runs = true // at the full intervals of UTC, however often workers are restarted
)

// schedule lists the periodic jobs.
func (o Options) schedule() []scheduledJob {
	return []scheduledJob{
		{job.ExpireJob{}, o.ExpireEvery, fromStart},
		{job.PurgeJob{}, o.PurgeEvery, fromStart},
		{job.InvitationReminderJob{}, o.RemindEvery, fromStart},
		{job.CodeExpiryJob{}, o.RemindEvery, fromStart},
		{job.RenewalJob{}, o.RenewEvery, fromStart},
		{job.SettleJob{}, o.SettleEvery, fromStart},
		{job.AuditJob{}, o.AuditEvery, byClock},
	}
}

// fullIntervals is the schedule of a job that runs [byClock].
type fullIntervals time.Duration

// Next implements [river.PeriodicSchedule].
func (every fullIntervals) Next(t time.Time) time.Time {
	return t.Truncate(time.Duration(every)).Add(time.Duration(every))
}

func periodicJobs(schedule []scheduledJob) []*river.PeriodicJob {
	periodic := make([]*river.PeriodicJob, len(schedule))
	for i, s := range schedule {
		schedule := river.PeriodicInterval(s.every)
		if s.when == byClock {
			schedule = fullIntervals(s.every)
		}
		periodic[i] = river.NewPeriodicJob(schedule, func() (river.JobArgs, *river.InsertOpts) {
			return s.job, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}
		}, &river.PeriodicJobOpts{ID: s.job.Kind(), RunOnStart: s.when == fromStart})
	}
	return periodic
}

// Start starts running jobs, sweeping payments and telling the customer's application what happened. The context's values are passed to the jobs, but its end doesn't
// stop the worker: call [Worker.Stop].
func (w *Worker) Start(ctx context.Context) error {
	if w.stop != nil {
		return errors.New("jobs: worker was already started")
	}
	ctx = context.WithoutCancel(ctx)
	if err := w.river.Start(ctx); err != nil {
		return fmt.Errorf("jobs: start: %w", err)
	}
	sweepCtx, stop := context.WithCancel(ctx)
	w.stop, w.swept, w.dispatched = stop, make(chan struct{}), make(chan struct{})
	go w.sweep(sweepCtx)
	go w.dispatch(sweepCtx)
	return nil
}

// sweep settles payments without an answer. It has its own ticker because River rescues a job
// only minutes after its worker was killed.
func (w *Worker) sweep(ctx context.Context) {
	defer close(w.swept)
	tick := time.NewTicker(w.opts.Sweep)
	defer tick.Stop()
	for {
		if n, err := w.client.Payment.Sweep(ctx); err != nil && ctx.Err() == nil {
			w.opts.Log.Error("payment sweep failed", "error", err)
		} else if n > 0 {
			w.opts.Log.Info("payments swept", "attempts", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Stop takes no new jobs and lets running ones finish, for as long as the context and Options.StopTimeout
// allow. Stopping twice, or before a start, is fine.
func (w *Worker) Stop(ctx context.Context) error {
	if w.stop == nil {
		return nil
	}
	w.stop()
	err := w.river.Stop(ctx)
	for _, ended := range []chan struct{}{w.swept, w.dispatched} {
		select {
		case <-ended:
		case <-ctx.Done():
			err = errors.Join(err, ctx.Err())
		}
	}
	if err != nil {
		return fmt.Errorf("jobs: stop: %w", err)
	}
	return nil
}
