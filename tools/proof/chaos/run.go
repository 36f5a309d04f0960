package chaos

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

// settleLimit is the longest time without progress after faults have ended. As long as open payments are decided, the rest gets more time: a loaded
// machine needs far longer than an idle one.
const settleLimit = 6 * time.Minute

// patience is the time after which a customer gives up. It is long because a loaded machine restarts killed processes slowly.
const patience = 12 * time.Minute

// Run runs the suite and returns the figures. The error is of the suite itself; [Figures.Broken] reports broken promises.
func Run(ctx context.Context, o Options) (f *Figures, err error) {
	w, err := newWorld(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer cancel()
		err = errors.Join(err, w.close(end))
	}()
	running, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, len(w.slots))
	for _, s := range w.slots {
		go func() { ended <- s.run(running) }()
	}
	if err := w.ready(ctx); err != nil {
		return nil, err
	}
	renewing := w.renewTerms(running)
	happening := w.afterCapture(running)
	outcomes, err := w.trade(ctx)
	if err != nil {
		return nil, err
	}
	o.Log("%d sign-ups are decided for their customers; waiting for the rest", len(outcomes))
	w.provider.calmDown()
	w.commits.calmDown()
	w.app.calmDown()
	w.calm.Store(true)
	settled := w.settle(ctx)
	<-happening
	err = w.after.finish(ctx)
	settled += w.settle(ctx) // a refund, or a dispute found by the last sweep, still has to reach the customer's application
	stop()
	<-renewing
	for range w.slots {
		err = errors.Join(err, <-ended)
	}
	w.hush()
	w.hooks.all.Wait()
	if err != nil {
		return nil, err
	}
	f, err = w.compare(ctx, outcomes)
	if f != nil {
		f.ToSettle = settled
	}
	return f, err
}

// trade runs customers until there are enough of them and every kill has happened.
func (w *world) trade(ctx context.Context) ([]outcome, error) {
	trading, stop := context.WithCancel(ctx)
	defer stop()
	var troubles sync.WaitGroup
	var pgErr, appErr error
	troubles.Go(func() { pgErr = w.killPostgres(trading) })
	troubles.Go(func() { appErr = w.app.killAgainAndAgain(trading) })
	troubles.Go(func() { w.freeze(trading) })

	var mu sync.Mutex
	var outcomes []outcome
	var failed []error
	began := time.Now()
	enough := func() bool {
		if w.o.Within > 0 && time.Since(began) > w.o.Within {
			return true
		}
		mu.Lock()
		defer mu.Unlock()
		w.mu.Lock()
		pg, frozen := w.pgKills, w.freezes
		w.mu.Unlock()
		// Where payments are broken, some points are never reached. The figures list them.
		return len(failed) > 0 || ctx.Err() != nil || len(outcomes) >= 8*w.o.Orders || len(outcomes) >= w.o.Orders && pg >= w.o.PostgresKills && frozen >= w.o.Freezes &&
			w.app.killed() >= w.o.HostKills && w.serverPoints.complete() && w.workerPoints.complete()
	}
	next := w.draw()
	var customers sync.WaitGroup
	for range w.o.Customers {
		customers.Go(func() {
			for !enough() {
				s := next()
				got, err := w.serve(ctx, s)
				mu.Lock()
				outcomes = append(outcomes, got...)
				if err != nil {
					failed = append(failed, fmt.Errorf("%s: %w", s.name, err))
				}
				if n := len(outcomes); n/100 > (n-len(got))/100 {
					w.o.Log("%d orders; killed: %v %v", n, w.serverPoints.tally(), w.workerPoints.tally())
				}
				mu.Unlock()
			}
		})
	}
	customers.Wait()
	stop()
	troubles.Wait()
	return outcomes, errors.Join(append(failed, pgErr, appErr)...)
}

// serve runs one customer of a kind.
func (w *world) serve(ctx context.Context, s scenario) ([]outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n := w.newNumber()
	c := &customer{w: w, number: n, keep: n%2 == 0}
	if err := c.signUp(ctx); err != nil {
		return nil, err
	}
	got, err := s.run(ctx, w, c)
	for i := range got {
		got[i].kind = s.name
	}
	return got, err
}

// draw returns one scenario of each kind first, and then by weight.
func (w *world) draw() func() scenario {
	random := rand.New(rand.NewPCG(w.o.Seed, 2)) //nolint:gosec // an order of scenarios, not a secret
	total := 0
	for _, s := range scenarios {
		total += s.weight
	}
	var mu sync.Mutex
	first := 0
	return func() scenario {
		mu.Lock()
		defer mu.Unlock()
		if first < len(scenarios) {
			first++
			return scenarios[first-1]
		}
		at := random.IntN(total)
		for _, s := range scenarios {
			if at -= s.weight; at < 0 {
				return s
			}
		}
		return scenarios[0]
	}
}

// settle waits until nothing is open any more, and returns the time that took.
func (w *world) settle(ctx context.Context) time.Duration {
	started := time.Now()
	least, moved := math.MaxInt, started
	for time.Since(moved) < settleLimit && ctx.Err() == nil {
		var open int
		err := w.pool.QueryRow(ctx, `SELECT
			(SELECT count(*) FROM payment_attempts WHERE check_at IS NOT NULL OR state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'capture_failed'))
			+ (SELECT count(*) FROM registrations WHERE paying_since IS NOT NULL)
			+ (SELECT count(*) FROM `+endedTerms+`)
			+ `+unsentEvents).Scan(&open)
		if err == nil && open == 0 {
			return time.Since(started)
		}
		if err == nil && open < least {
			least, moved = open, time.Now()
		}
		pause(ctx, 100*time.Millisecond)
	}
	return time.Since(started)
}
