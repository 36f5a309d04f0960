package dev

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/apiserver/dev"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
)

// workers runs the jobs of a development server: a worker in the background, or all due jobs on request.
type workers struct {
	client *sdk.Client
	pool   *pgxpool.Pool
	clock  jobs.Clock
	start  func(context.Context) (*jobs.Worker, error)

	turn    chan struct{} // holds one value: the next caller's turn
	running *jobs.Worker
	ended   bool
}

// startWorkers starts the worker in the background.
func startWorkers(ctx context.Context, w workers) (*workers, error) {
	w.turn = make(chan struct{}, 1)
	w.turn <- struct{}{}
	var err error
	w.running, err = w.start(ctx)
	return &w, err
}

// stop ends the worker, after the run of another caller.
func (w *workers) stop(ctx context.Context) error {
	select {
	case <-w.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { w.turn <- struct{}{} }()
	w.ended = true
	return w.running.Stop(ctx)
}

// run moves the clock to a time and runs everything that becomes due on the way. The worker pauses: its jobs might end on a later day than they
// start. Concurrent callers wait for each other.
func (w *workers) run(ctx context.Context, to time.Time) (ran dev.Ran, err error) {
	select {
	case <-w.turn:
	case <-ctx.Done():
		return dev.Ran{}, ctx.Err()
	}
	defer func() { w.turn <- struct{}{} }()
	if w.ended {
		return dev.Ran{}, context.Canceled
	}
	steady := context.WithoutCancel(ctx) // a canceled call, too, ends one worker before it starts the next
	if err := w.running.Stop(steady); err != nil {
		return dev.Ran{}, err
	}
	defer func() {
		next, failed := w.start(steady)
		if failed == nil {
			w.running = next
		}
		err = errors.Join(err, failed)
	}()
	ran.Jobs, err = jobs.Advance(ctx, w.client, w.pool, w.clock, to)
	var failures jobs.Failures
	if !errors.As(err, &failures) {
		return ran, err
	}
	for _, failure := range failures {
		ran.Failed = append(ran.Failed, failure.Error())
	}
	return ran, nil
}
