package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/internal/seed"
)

// grown is a database of one size with its server.
type grown struct {
	name     string
	size     int
	lastHour int
	server   *server
	journeys *journeys
	callers  []*caller
	p50, p99 map[string][]float64 // milliseconds by call, of each round
	cost     []float64            // processor time of server and Postgres for one sign-up, in milliseconds
	scans    map[string]int64
}

// Growth puts the same load on a small and on a large database, in turn, and compares the duration of each call. It also counts the sequential scans
// of large tables: none is allowed on a request's path.
func Growth(ctx context.Context, o GrowthOptions) (f *Figures, err error) {
	w, err := newWorld(ctx, o.Options, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close(ctx)) }()
	sides := []*grown{{name: "small", size: o.Small}, {name: "large", size: o.Large, lastHour: o.LastHour}}
	for _, g := range sides {
		if err := w.grow(ctx, g); err != nil {
			return nil, err
		}
	}
	// Half of the small one's maximum: neither queues.
	most, err := closed(ctx, o.Clients, 2*o.Round, sides[0].whole)
	if err != nil {
		return nil, err
	}
	if _, err := closed(ctx, o.Clients, 2*o.Round, sides[1].whole); err != nil {
		return nil, err
	}
	if err := w.settle(ctx, sides); err != nil {
		return nil, err
	}
	for round := range o.Rounds {
		for i := range sides { // each goes first equally often
			if err := w.compare(ctx, sides[(i+round)%2], most/2); err != nil {
				return nil, err
			}
		}
	}
	f = &Figures{}
	f.note("rate", "%.1f whole sign-ups a second on each, by turns", most/2)
	for _, name := range callNames {
		reportGrowth(f, name, sides[0].p50[name], sides[1].p50[name], sides[0].p99[name], sides[1].p99[name])
	}
	cost := ratios(sides[1].cost, sides[0].cost)
	f.judge("processor time of server and Postgres, one sign-up", "≤ 1.2", cost <= 1.2, "%.1f → %.1f ms: %.2f", median(sides[0].cost), median(sides[1].cost), cost)
	for _, g := range sides {
		after, err := w.scans(ctx, g, min(grows, g.size/2))
		if err != nil {
			return nil, err
		}
		var read []string
		for _, table := range slices.Sorted(maps.Keys(after)) {
			if n := after[table] - g.scans[table]; n > 0 {
				read = append(read, fmt.Sprintf("%s %d", table, n))
			}
		}
		f.judge("tables of the "+g.name+" one that requests read whole", "none", len(read) == 0, "%d %s", len(read), strings.Join(read, ", "))
	}
	return f, nil
}

func reportGrowth(f *Figures, name string, small50, large50, small99, large99 []float64) {
	ratio := ratios(large50, small50)
	f.judge(name+", large / small", "≤ 1.2", ratio <= 1.2, "p50 %.1f → %.1f ms: %.2f; p99 %.1f → %.1f ms: %.2f",
		median(small50), median(large50), ratio, median(small99), median(large99), ratios(large99, small99))
}

// grow creates a database of the size, and a server on it.
func (w *world) grow(ctx context.Context, g *grown) error {
	database := "cojoin_" + g.name
	if err := w.migrate(ctx, database); err != nil {
		return err
	}
	pool, err := openPool(ctx, w.pg.DatabaseURL(database), 2, nil)
	if err != nil {
		return err
	}
	defer pool.Close()
	start, logged := time.Now(), 0
	err = seed.Fill(ctx, pool, seed.Size{Signups: g.size, LastHour: g.lastHour, Secret: w.secret}, func(done int) {
		if done-logged >= 200_000 {
			logged = done
			w.o.Log("%s: %d of %d", g.name, done, g.size)
		}
	})
	if err != nil {
		return err
	}
	var bytes int64
	if err := pool.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	w.o.Log("%s: %d sign-ups and %d within the last hour, %d MiB, made in %s", g.name, g.size, g.lastHour, bytes>>20, time.Since(start).Round(time.Second))
	if g.server, err = w.serve(ctx, g.name, database, connections, false); err != nil {
		return err
	}
	g.journeys, g.callers = newJourneys(), newCallers(g.server.addr, w.o.Clients)
	g.p50, g.p99 = map[string][]float64{}, map[string][]float64{}
	return nil
}

func (g *grown) whole(ctx context.Context, client, _ int) error {
	return g.journeys.begin(g.callers[client]).whole(ctx)
}

// compare runs one round on one side.
func (w *world) compare(ctx context.Context, g *grown, rate float64) error {
	g.journeys.forget()
	var made int
	used, err := w.meter(g.server).during(func() error {
		took, err := paced(ctx, w.o.Clients, rate, 2*w.o.Round, g.whole)
		made = took.count()
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range callNames {
		took := g.journeys.latency(name)
		g.p50[name] = append(g.p50[name], took.at(.5).Seconds()*1e3)
		g.p99[name] = append(g.p99[name], took.at(.99).Seconds()*1e3)
	}
	g.cost = append(g.cost, (used["server"]+used["Postgres"]).Seconds()*1e3/float64(made))
	return nil
}

// settle makes both databases like ones in long use: autovacuum has processed every table, including those that the filling left alone, and the
// copied rows are on disk. After a checkpoint, the first change of each page logs the whole page, on both sides: the rounds begin with that.
func (w *world) settle(ctx context.Context, sides []*grown) error {
	for _, g := range sides {
		pool, err := openPool(ctx, w.pg.DatabaseURL("cojoin_"+g.name), 1, nil)
		if err != nil {
			return err
		}
		defer pool.Close()
		if _, err := pool.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		if g.scans, err = w.scans(ctx, g, 0); err != nil {
			return err
		}
	}
	if _, err := w.pool.Exec(ctx, "CHECKPOINT"); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	return nil
}

// grows is the least size, in rows, of a table that grows with the sign-ups. No look-up table is that large.
const grows = 200

// scans counts the sequential scans of tables with at least that many rows. The count before the load covers all tables: some grow large enough only
// during it, and filling built indexes, each of which is a scan.
func (w *world) scans(ctx context.Context, g *grown, least int) (map[string]int64, error) {
	pool, err := openPool(ctx, w.pg.DatabaseURL("cojoin_"+g.name), 1, nil)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	rows, err := pool.Query(ctx, "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE n_live_tup >= $1", least)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer rows.Close()
	counts := map[string]int64{}
	for rows.Next() {
		var table string
		var n int64
		if err := rows.Scan(&table, &n); err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
		counts[table] = n
	}
	return counts, rows.Err()
}
