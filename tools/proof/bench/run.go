package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cojoin/cojoin/internal/postgres"
)

// Run puts all loads on one server, one after the other, and returns the figures. The error is of the run itself; the figures list missed aims.
func Run(ctx context.Context, o Options) (f *Figures, err error) {
	w, err := newWorld(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close(ctx)) }()
	s, err := w.serve(ctx, "server", postgres.Database, connections, true)
	if err != nil {
		return nil, err
	}
	l := &loads{world: w, server: s, figures: &Figures{}, journeys: newJourneys(), callers: newCallers(s.addr, o.Clients)}
	defer closeCallers(l.callers)
	for _, load := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"a step against the least that writes the same", l.steps},
		{"whole sign-ups against the processors' ceiling", l.wholes},
		{"half of that, whole sign-ups and single calls", l.half},
		{"a pool of two connections", l.tinyPool},
	} {
		if !strings.Contains(load.name, o.Only) {
			continue
		}
		o.Log("%s", load.name)
		if err := load.run(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", load.name, err)
		}
	}
	return l.figures, nil
}

// loads is the common state of the loads.
type loads struct {
	*world
	server   *server
	figures  *Figures
	journeys *journeys
	callers  []*caller
	signups  []*journeySignup // one for each client, ready to be priced

	wholeRate float64 // whole sign-ups a second
}

// ready creates a sign-up for each client, up to its price.
func (l *loads) ready(ctx context.Context) error {
	l.signups = make([]*journeySignup, l.o.Clients)
	return each(ctx, l.o.Clients, func(ctx context.Context, client int) error {
		s := l.journeys.begin(l.callers[client])
		l.signups[client] = s
		return s.enter(ctx)
	})
}

// each runs f once for each client, concurrently, and returns the first error.
func each(ctx context.Context, clients int, f func(context.Context, int) error) error {
	all, ctx := errgroup.WithContext(ctx)
	for client := range clients {
		all.Go(func() error { return f(ctx, client) })
	}
	return all.Wait()
}

// steps compares the step call with the bare handler and with pgbench, by turns.
func (l *loads) steps(ctx context.Context) error {
	if err := l.ready(ctx); err != nil {
		return err
	}
	bare, addr, err := l.bare(ctx, l.signups)
	if err != nil {
		return err
	}
	bareCallers := newCallers(addr, l.o.Clients)
	defer closeCallers(bareCallers)
	answer, err := l.prepareRows(ctx, l.signups[0].id, l.o.Clients)
	if err != nil {
		return err
	}
	rates, costs := map[string][]float64{}, map[string][]float64{}
	took := &latencies{}
	loadOf := func(name string, pid int, callers []*caller, took *latencies) func() error {
		m := l.meter(nil)
		m.pids["server"] = pid
		return func() error {
			var rate float64
			start := time.Now()
			used, err := m.during(func() (err error) {
				rate, err = closed(ctx, l.o.Clients, l.o.Round, func(ctx context.Context, client, _ int) error {
					begun := time.Now()
					err := l.signups[client].step(ctx, callers[client])
					if took != nil {
						took.add(time.Since(begun))
					}
					return err
				})
				return err
			})
			if err != nil {
				return err
			}
			calls := rate * time.Since(start).Seconds()
			rates[name] = append(rates[name], rate)
			for _, part := range []string{"server", "Postgres", "generator"} {
				costs[name+" "+part] = append(costs[name+" "+part], used[part].Seconds()*1e6/calls)
			}
			return nil
		}
	}
	product := loadOf("product", l.server.serve.PID(), l.callers, took)
	turns := []func() error{
		func() error {
			if l.o.Profiles == "" {
				return product()
			}
			_, err := l.profiled(ctx, "step", l.o.Round, product)
			return err
		},
		loadOf("bare", bare.PID(), bareCallers, nil),
	}
	compared := true
	for name, script := range pgbenchScripts(answer) {
		turns = append(turns, func() error {
			if !compared {
				return nil
			}
			tps, err := l.pgbench(ctx, name, script, l.o.Clients, l.o.Round)
			if errors.Is(err, errNoPgbench) {
				compared = false
				return nil
			}
			rates[name] = append(rates[name], tps)
			return err
		})
	}
	for round := range l.o.Rounds + 1 {
		if round == 1 { // the first round warms everything up
			clear(rates)
			clear(costs)
			took.forget()
		}
		slices.Reverse(turns) // so that the cleaning up after one load doesn't always burden the same other load
		for _, turn := range turns {
			if err := turn(); err != nil {
				return err
			}
		}
	}
	l.reportSteps(rates, costs, took, compared)
	return nil
}

// ratios returns the median of a's rate to b's, round by round.
func ratios(a, b []float64) float64 {
	var all []float64
	for i := range min(len(a), len(b)) {
		all = append(all, a[i]/b[i])
	}
	return median(all)
}

func (l *loads) reportSteps(rates, costs map[string][]float64, took *latencies, compared bool) {
	f := l.figures
	f.note("step calls a second", "%.0f (p50 %s, p99 %s) at %d clients", median(rates["product"]), millis(took.at(.5)), millis(took.at(.99)), l.o.Clients)
	for _, name := range []string{"product", "bare"} {
		f.note("  processor time of a call, "+name, "server %.0f µs, Postgres %.0f µs, generator %.0f µs",
			median(costs[name+" server"]), median(costs[name+" Postgres"]), median(costs[name+" generator"]))
	}
	r := ratios(rates["product"], rates["bare"])
	f.judge("step / bare net/http handler, same SQL", "≥ 0.90", r >= .9, "%.2f (bare %.0f a second)", r, median(rates["bare"]))
	if !compared {
		f.note("step / pgbench on the same rows", "%v", errNoPgbench)
		return
	}
	r = ratios(rates["product"], rates["transaction"])
	f.judge("step / pgbench, same rows in a transaction", "≥ 0.60", r >= .6, "%.2f (pgbench %.0f a second)", r, median(rates["transaction"]))
	f.note("step / pgbench, same rows in one statement", "%.2f (pgbench %.0f a second)", ratios(rates["product"], rates["statement"]), median(rates["statement"]))
}

// wholes makes whole sign-ups at full speed, and compares their rate with the processors' capacity.
func (l *loads) wholes(ctx context.Context) error {
	m := l.meter(l.server)
	cores := float64(runtime.NumCPU())
	var rates, shares, left []float64
	perPart := map[string][]float64{}
	var memory int64
	for round := range l.o.Rounds + 1 {
		if round == 1 {
			rates, shares, left = nil, nil, nil
			clear(perPart)
			l.journeys.forget()
		}
		watched, stop := context.WithCancel(ctx)
		seen := make(chan error, 1)
		go func() {
			most, err := watchMemory(watched, m.pids["server"])
			memory = max(memory, most)
			seen <- err
		}()
		var rate float64
		var wall float64 // seconds of the load alone: its profile is read afterwards
		used, hashing, err := l.hashShare(ctx, m, "whole", func() (err error) {
			start := time.Now()
			rate, err = closed(ctx, l.o.Clients, 2*l.o.Round, l.whole)
			wall = time.Since(start).Seconds()
			return err
		})
		stop()
		if err := errors.Join(err, <-seen); err != nil {
			return err
		}
		made := rate * wall
		all := used["all"].Seconds() / made // of one sign-up, the hash within the server's
		free := max(0.1, cores-(used["machine"]-used["all"]).Seconds()/wall)
		rates, left = append(rates, rate), append(left, free)
		shares = append(shares, rate/(free/all))
		for _, part := range parts {
			perPart[part] = append(perPart[part], used[part].Seconds()*1e3/made)
		}
		server := used["server"].Seconds() * 1e3 / made
		perPart["hash"], perPart["beside"] = append(perPart["hash"], server*hashing), append(perPart["beside"], server*(1-hashing))
	}
	l.wholeRate = median(rates)
	l.reportWholes(perPart, median(shares), median(left), memory)
	return nil
}

// hashPackage is the package of a password's hash. It includes the zeroing of memory: argon2's own package zeroes as it allocates, ours as it frees
// memory.
const hashPackage = "argon2"

// whole is a client's whole sign-up.
func (l *loads) whole(ctx context.Context, client, _ int) error {
	return l.journeys.begin(l.callers[client]).whole(ctx)
}

// hashShare measures the parts during a load of two rounds, and the share of hashing in the server's time.
func (l *loads) hashShare(ctx context.Context, m meter, name string, load func() error) (used spent, hashing float64, err error) {
	var file string
	used, err = m.during(func() (err error) {
		file, err = l.profiled(ctx, name, 2*l.o.Round, load)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	hashing, err = shareOf(ctx, file, hashPackage)
	return used, hashing, err
}

func (l *loads) reportWholes(perPart map[string][]float64, share, free float64, memory int64) {
	f := l.figures
	ms := func(part string) float64 { return median(perPart[part]) }
	hashed, beside := ms("hash"), ms("beside")
	sum := 0.0
	for _, part := range parts {
		sum += ms(part)
	}
	f.note("whole sign-ups a second", "%.1f at %d clients (six calls, payment, credentials)", l.wholeRate, l.o.Clients)
	f.note("  processor time of one", "%.1f ms = hash %.1f + server %.1f + worker %.1f + Postgres %.1f + sandbox %.1f + generator %.1f",
		sum, hashed, beside, ms("worker"), ms("Postgres"), ms("sandbox"), ms("generator"))
	f.note("  ceiling", "%d cores, %.2f of them left by other programs ÷ %.1f ms = %.1f a second", runtime.NumCPU(), free, sum, free/sum*1e3)
	f.judge("whole sign-ups / ceiling", "≥ 0.90", share >= .9, "%.2f", share)
	f.judge("server's processor time of one, beside the hash", "< 8 ms", beside < 8, "%.1f ms", beside)
	f.judge("server's resident memory, most", "< 128 MiB", memory < 128<<20, "%d MiB at %d clients", memory>>20, l.o.Clients)
	f.note("  calls at full load, p50 / p99", "%s", l.spread())
}

// spread returns each call's latencies as text.
func (l *loads) spread() string {
	var out string
	for i, name := range callNames {
		if i > 0 {
			out += ", "
		}
		took := l.journeys.latency(name)
		out += fmt.Sprintf("%s %s / %s", name, millis(took.at(.5)), millis(took.at(.99)))
	}
	return out + " ms"
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1e3) }

// half applies half of the maximum load: whole sign-ups, then quotes and steps alone.
func (l *loads) half(ctx context.Context) error {
	f, clients := l.figures, l.o.Clients
	if l.wholeRate == 0 {
		return errors.New("bench: half of a load needs the whole one before it: choose both by \"whole\"")
	}
	l.journeys.forget()
	var made *latencies
	used, hashing, err := l.hashShare(ctx, l.meter(l.server), "half", func() (err error) {
		made, err = paced(ctx, clients, l.wholeRate/2, 2*l.o.Round, l.whole)
		return err
	})
	if err != nil {
		return err
	}
	server := used["server"].Seconds() * 1e3 / float64(made.count())
	f.note("server's processor time of one at half load", "hash %.1f + beside it %.1f ms", server*hashing, server*(1-hashing))
	most := time.Duration(0)
	for _, name := range []string{"create", "family", "order", "quote"} {
		most = max(most, l.journeys.latency(name).at(.99))
	}
	f.judge("p99 of quote and step calls among whole sign-ups at half load", "< 25 ms", most < 25*time.Millisecond, "%s ms (%.1f sign-ups a second)", millis(most), l.wholeRate/2)
	f.note("  calls at half load, p50 / p99", "%s", l.spread())
	both := func(ctx context.Context, client, n int) error {
		if n%2 == 0 {
			return l.signups[client].price(ctx)
		}
		return l.signups[client].step(ctx, l.callers[client])
	}
	rate, err := closed(ctx, clients, l.o.Round, both)
	if err != nil {
		return err
	}
	took, err := paced(ctx, clients, rate/2, 2*l.o.Round, both)
	if err != nil {
		return err
	}
	p99 := took.at(.99)
	f.judge("p99 of quotes and steps alone at half load", "< 25 ms", p99 < 25*time.Millisecond, "%s ms, p50 %s ms (%.0f calls a second)", millis(p99), millis(took.at(.5)), rate/2)
	return nil
}

// tinyPool signs all clients up through a server with two connections.
func (l *loads) tinyPool(ctx context.Context) error {
	s, err := l.serve(ctx, "server-of-two", postgres.Database, 2, false)
	if err != nil {
		return err
	}
	callers := newCallers(s.addr, l.o.Clients)
	defer closeCallers(callers)
	every := max(1, l.o.Signups/l.o.Clients)
	start := time.Now()
	failed := each(ctx, l.o.Clients, func(ctx context.Context, client int) error {
		for range every {
			if err := l.journeys.begin(callers[client]).whole(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	n := every * l.o.Clients
	l.figures.judge(fmt.Sprintf("a pool of 2 connections and %d clients", l.o.Clients), "all finish", failed == nil, "%d whole sign-ups in %.1f s", n, time.Since(start).Seconds())
	if failed != nil {
		l.o.Log("pool of two: %v", failed)
	}
	return l.end(s)
}
