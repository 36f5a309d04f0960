package bench

import (
	"context"
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// The database budget of a whole sign-up: its six calls, of which the last logs in, and every job that follows.
//
// A call's statements are as few as they can be without rules moving into SQL. One statement reads rows that are needed together, and a row is
// written with its event and its key.
const (
	StatementBudget = 107 // rounded: River's periodic notifications vary it
	OwnBudget       = 89  // of them without begin, commit and River's
	CallsBudget     = 60  // of those, of the calls
	CommitBudget    = 10  // that wait for the disk, rounded: Postgres syncs once in a while by itself
	LogBudget       = 50  // KB of write-ahead log
	InPlaceBudget   = 65  // % of the updates, at least
)

// The figures that have a budget.
const (
	FigureStatements = "statements of a whole sign-up"
	FigureOwn        = "  without begin, commit and River's"
	FigureCalls      = "  of these, of its calls"
	FigureCommits    = "durable commits"
	FigureLog        = "write-ahead log"
	FigureInPlace    = "updates in place (HOT)"
)

// jobsPart is the part of a sign-up's cost outside its calls.
const jobsPart = "jobs"

// Cost counts, by Postgres' own counters, the database cost of whole sign-ups: the server's work for their calls, made one at a time, and the
// worker's for their jobs, also one at a time.
//
// Both run in processes that start and end for the measurement, because Postgres' statistics are complete only then. Cost measures such processes
// with one sign-up as well and subtracts that, so that starting and ending isn't counted.
func Cost(ctx context.Context, o Options) (f *Figures, err error) {
	w, err := newWorld(ctx, o, map[string]string{
		"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track": "top",
		"wal_writer_delay": "10s", "autovacuum": "off", // they write to disk at their own times
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close(ctx)) }()
	if _, err := w.pool.Exec(ctx, "CREATE EXTENSION pg_stat_statements"); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	c := &costs{world: w, journeys: newJourneys()}
	var few, many signupCost
	for _, made := range []struct {
		signups int
		cost    *signupCost
	}{{1, &few}, {1, &few}, {1 + o.Signups, &many}} { // the first run of all makes one-time rows
		o.Log("%d sign-ups", made.signups)
		if *made.cost, err = c.of(ctx, made.signups); err != nil {
			return nil, err
		}
	}
	return c.report(many.less(few)), nil
}

// costs measures the cost of sign-ups.
type costs struct {
	*world
	journeys *journeys
}

// signupCost is the cost of some sign-ups, in total and by part. Single calls have only statements and log.
type signupCost struct {
	all   counts
	parts map[string]counts
}

func (s signupCost) less(o signupCost) signupCost {
	out := signupCost{s.all.less(o.all), map[string]counts{}}
	for name, part := range s.parts {
		out.parts[name] = part.less(o.parts[name])
	}
	return out
}

// of makes sign-ups, all of them call by call, and runs their jobs.
func (c *costs) of(ctx context.Context, signups int) (out signupCost, err error) {
	out.parts = map[string]counts{}
	calls, err := c.during(ctx, func() error { return c.calls(ctx, signups, out.parts) })
	if err != nil {
		return out, err
	}
	jobs, err := c.during(ctx, func() error { return c.jobs(ctx) })
	out.parts[jobsPart] = jobs
	out.all = calls.plus(jobs)
	return out, err
}

// calls makes the calls on a server that starts and ends for them.
func (c *costs) calls(ctx context.Context, n int, parts map[string]counts) error {
	s, err := c.serve(ctx, "server", postgres.Database, connections, false)
	if err != nil {
		return err
	}
	caller := &caller{addr: s.addr}
	defer caller.close()
	signups := make([]*journeySignup, n)
	for i := range signups {
		signups[i] = c.journeys.begin(caller)
	}
	for _, name := range callNames {
		before, err := c.read(ctx)
		if err != nil {
			return err
		}
		for _, signup := range signups {
			if err := signup.one(ctx, name); err != nil {
				return err
			}
		}
		after, err := c.read(ctx)
		if err != nil {
			return err
		}
		parts[name] = after.less(before)
	}
	return c.end(s)
}

// jobs runs all jobs that the calls left, including those scheduled for later.
func (c *costs) jobs(ctx context.Context) error {
	if _, err := c.pool.Exec(ctx, "UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state = 'scheduled'"); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	_, err := fleet.Command(ctx, c.o.Binary, c.env(postgres.Database, connections), "work", "--once")
	return err
}
