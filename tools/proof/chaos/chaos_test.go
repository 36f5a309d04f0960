package chaos_test

import (
	"cmp"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/tools/proof/chaos"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

var (
	orders = flag.Int("chaos.orders", 40, "customers at least")
	kills  = flag.Int("chaos.kills", 1, "kills at each point")
	people = flag.Int("chaos.customers", 12, "customers at the same time")
	within = flag.Duration("chaos.within", 0, "how long customers come at most")
	lives  = flag.Duration("chaos.lives", 0, "how long every second server and worker lives on average, to be killed at any moment")
	keep   = flag.String("chaos.dir", "", "folder in which database and logs are kept; empty: they go")
	seed   = flag.Uint64("chaos.seed", 1, "seed of customers and faults")
)

// No customer is charged twice, without an order, or another amount than the displayed one. The customer's application has the right entitlements.
// Both hold whichever process is killed.
func TestPaidExactlyOnce(t *testing.T) {
	t.Parallel()
	dir := cmp.Or(*keep, t.TempDir())
	binary, err := fleet.Build(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	figures, err := chaos.Run(t.Context(), chaos.Options{
		Binary: binary, Dir: dir, Orders: *orders, Kills: *kills, PostgresKills: max(1, *kills), Freezes: max(2, *kills/2), HostKills: max(5, *kills),
		Customers: *people, Within: *within, Lives: *lives, Seed: *seed, Log: t.Logf,
	})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := figures.Write(&table); err != nil {
		t.Fatal(err)
	}
	t.Logf("in %s:\n%s", time.Since(started).Round(time.Second), table.String())
	if figures.Broken() {
		t.Error("a promise is broken")
	}
	if figures.Placed < *orders/2 {
		t.Errorf("%d orders were placed, of %d customers", figures.Placed, figures.Customers)
	}
}
