package bench_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/tools/proof/bench"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

var (
	round  = flag.Duration("load.round", 300*time.Millisecond, "how long each round of a load is")
	rounds = flag.Int("load.rounds", 1, "rounds of each load")
	folder = flag.String("load.profiles", "", "folder for the server's processor profiles")
	only   = flag.String("load.only", "", "a part of the name of the one load that is wanted; default: all")
	binary = flag.String("load.binary", "", "the cojoin command to measure; default: built now")
)

func TestMain(m *testing.M) {
	if was, err := bench.AsBare(context.Background()); was {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// options returns a run's options, with the measured binary.
func options(t *testing.T) bench.Options {
	t.Helper()
	o := bench.Options{
		Binary: *binary, Bare: []string{os.Args[0]}, Dir: t.TempDir(), Clients: 32,
		Round: *round, Rounds: *rounds, Signups: 32 * *rounds, Profiles: *folder, Only: *only, Log: t.Logf,
	}
	if o.Binary == "" {
		var err error
		if o.Binary, err = fleet.Build(t.Context(), o.Dir); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// show logs the figures as a table.
func show(t *testing.T, figures *bench.Figures, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := figures.Write(&table); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
}

var signups = flag.Int("cost.signups", 8, "sign-ups of which the cost is counted")

var (
	small = flag.Int("growth.small", 10_000, "sign-ups of the small database")
	large = flag.Int("growth.large", 0, "sign-ups of the large database; 0: growth isn't measured")

	lastHour = flag.Int("growth.hour", 0, "more sign-ups of the large database, paid within the last hour")
)

// Every query of a request uses an index in a database of any size, and is as fast in a large one. The latter is measured by `make bench-growth`.
func TestGrowth(t *testing.T) {
	o := bench.GrowthOptions{Options: options(t), Small: *small, Large: *large, LastHour: *lastHour}
	if o.Large == 0 { // as short as possible: its times are meaningless
		o.Small, o.Large, o.LastHour, o.Clients = 20, 300, 100, 4
	}
	figures, err := bench.Growth(t.Context(), o)
	show(t, figures, err)
	for _, size := range []string{"small", "large"} {
		if !figures.Met("tables of the " + size + " one that requests read whole") {
			t.Errorf("a request on the %s database read a table from end to end", size)
		}
	}
}

// Every load runs to its end without an error. Its figures are for `make bench`: a short round on a busy machine is meaningless.
func TestLoad(t *testing.T) {
	figures, err := bench.Run(t.Context(), options(t))
	show(t, figures, err)
	t.Logf("%d aim(s) missed", figures.Missed())
}

// A whole sign-up keeps to its database budget. These are counts, not times: they are the same on a busy machine.
func TestCost(t *testing.T) {
	o := options(t)
	o.Signups = *signups
	figures, err := bench.Cost(t.Context(), o)
	show(t, figures, err)
	for _, name := range []string{bench.FigureStatements, bench.FigureOwn, bench.FigureCalls, bench.FigureCommits, bench.FigureLog, bench.FigureInPlace} {
		if !figures.Met(name) {
			t.Errorf("%s: over the budget in cost.go", name)
		}
	}
}

var clients = flag.Int("crowd.clients", 32, "clients that sign up at the same moment; 256: as make bench-crowd does")

// No customer of a crowd is turned away after paying.
func TestCrowd(t *testing.T) {
	o := options(t)
	o.Clients = *clients
	figures, err := bench.Crowd(t.Context(), o)
	show(t, figures, err)
	if !figures.Met(bench.FigureCrowdPaid) {
		t.Error("a customer was turned away after paying")
	}
}

// A silent application and one that rejects events delay no event of a working application.
func TestEndpoints(t *testing.T) {
	figures, err := bench.Endpoints(t.Context(), options(t))
	show(t, figures, err)
	if !figures.Met(bench.FigureMissedEvents) {
		t.Error("an event didn't reach the application that answers")
	}
}
