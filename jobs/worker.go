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
	// Sweep is the interval of looking for payments with an overdue response. Default: the client's PaymentConfig.SweepEvery.
	Sweep time.Duration
	// ExpireEvery and PurgeEvery are the intervals of the periodic jobs. Defaults 5 min and 1 h.
	ExpireEvery, PurgeEvery time.Duration
	// RemindEvery is the interval of looking for invitees to remind and for unused codes about to expire. Default 1 h.
	RemindEvery time.Duration
	// RenewEvery is the interval of looking for subscriptions that end or renew. Default 1 h.
	RenewEvery time.Duration
	// EventsEvery is the interval of delivering events to the customer's application. Default 1 s.
	EventsEvery time.Duration
	// SettleEvery is the interval of looking up the settlement of captured money at the provider. Default 24 h, and at each start of a worker.
	// Payments looked up within the last 20 h are skipped.
	SettleEvery time.Duration
	// AuditEvery is the interval of comparing the latest payments with the provider's. Default 24 h: at midnight UTC, not at the start of a worker,
	// because it looks up each payment at the provider.
	AuditEvery time.Duration
	// StopTimeout is the time that a stopping worker gives its jobs to finish. Default 20 s.
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

// New returns a worker. It does nothing until [Worker.Start].
func New(client *sdk.Client, pool *pgxpool.Pool, opts Options) (*Worker, error) {
	opts = opts.withDefaults(client)
	rc, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Logger:          opts.Log,
		Queues:          map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: opts.Concurrency}},
		Workers:         newRegistry(client, opts.Tracing).workers,
		SoftStopTimeout: opts.StopTimeout,
		// A killed worker's jobs may hold a parent's link or receipt. Jobs with a longer limit aren't rescued earlier: see limits.
		RescueStuckJobsAfter: 5 * time.Minute,
		// Only the owner may rebuild an index, and those that need it are dropped: see Migrate.
		ReindexerSchedule: river.NeverSchedule(),
		PeriodicJobs:      periodicJobs(opts.schedule()),
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Worker{client: client, river: rc, opts: opts}, nil
}

// scheduledJob is a job inserted at every interval, from the start of a worker or by the clock.
type scheduledJob struct {
	job   job.Job
	every time.Duration
	when  runs
}

// runs is the start of a job's intervals.
type runs bool

const (
	fromStart runs = false
	byClock   runs = true // at full intervals of UTC, regardless of restarts
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

// fullIntervals is the schedule of a [byClock] job.
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

// Start starts running jobs, sweeping payments and delivering events to the customer's application. Jobs get the context's values, but its end
// doesn't stop the worker: call [Worker.Stop].
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

// sweep resolves payments without a response. It has its own ticker because River rescues a job only minutes after its worker was killed.
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

// Stop takes no new jobs and lets running ones finish, within the context and Options.StopTimeout. Stopping twice, or before a start, is safe.
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
