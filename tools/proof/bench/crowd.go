package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/internal/postgres"
)

// FigureCrowdPaid is the number of customers turned away after paying.
const FigureCrowdPaid = "turned away after paying"

// Crowd signs up all clients at the same moment, o.Rounds times each, up to their username. It reports the calls at which they were turned away. No
// customer is turned away after paying.
//
// A round is made as the widget makes it. For comparison a second round follows with a separate log-in, as the widget did before the reply to the
// credentials logged in.
func Crowd(ctx context.Context, o Options) (f *Figures, err error) {
	w, err := newWorld(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close(ctx)) }()
	s, err := w.serve(ctx, "server", postgres.Database, connections, true)
	if err != nil {
		return nil, err
	}
	callers := newCallers(s.addr, o.Clients)
	defer closeCallers(callers)
	f = &Figures{}
	j := newJourneys()
	var rates, before []float64
	for range o.Rounds {
		rate, err := crowd(ctx, callers, func(c *caller) error { return j.begin(c).whole(ctx) })
		if err != nil {
			return nil, err
		}
		rates = append(rates, rate)
		earlier := newJourneys()
		earlier.numbers.Store(j.numbers.Load())
		rate, err = crowd(ctx, callers, func(c *caller) error {
			signup := earlier.begin(c)
			return signup.each(ctx, signup.whole, signup.logIn)
		})
		if err != nil {
			return nil, err
		}
		before = append(before, rate)
		j.numbers.Store(earlier.numbers.Load())
	}
	f.note("clients at the same time", "%d", o.Clients)
	f.note("whole sign-ups", "%.0f/s", median(rates))
	f.note("whole sign-ups, each with a log-in of its own", "%.0f/s", median(before))
	paid := 0
	for _, name := range callNames {
		f.note("turned away at "+name, "%d", j.away(name))
		if name == "credentials" {
			paid += j.away(name)
		}
	}
	f.judge(FigureCrowdPaid, "0", paid == 0, "%d", paid)
	return f, nil
}

// crowd runs do concurrently for every caller, and returns the rate per second.
func crowd(ctx context.Context, callers []*caller, do func(*caller) error) (float64, error) {
	start := time.Now()
	failures := make(chan error, len(callers))
	for _, c := range callers {
		go func() { failures <- do(c) }()
	}
	var all error
	for range callers {
		all = errors.Join(all, <-failures)
	}
	if all != nil {
		return 0, fmt.Errorf("bench: crowd: %w", errors.Join(all, ctx.Err()))
	}
	return float64(len(callers)) / time.Since(start).Seconds(), nil
}
