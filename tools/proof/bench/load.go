package bench

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// work is one piece of load of a client; n counts the client's pieces.
type work func(ctx context.Context, client, n int) error

// closed runs every client without pauses for the given time, and returns the finished pieces per second. The first error ends it.
func closed(ctx context.Context, clients int, d time.Duration, w work) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for client := range clients {
		all.Go(func() {
			for n := 0; time.Since(start) < d && ctx.Err() == nil; n++ {
				if err := w(ctx, client, n); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	all.Wait()
	return float64(done.Load()) / time.Since(start).Seconds(), context.Cause(ctx)
}

// paced starts work at a fixed rate, whether or not earlier work is done. It measures each piece from its due time, so that queueing counts.
func paced(ctx context.Context, clients int, rate float64, d time.Duration, w work) (*latencies, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	took := &latencies{}
	gap := time.Duration(float64(clients) / rate * float64(time.Second))
	var all sync.WaitGroup
	start := time.Now()
	for client := range clients {
		all.Go(func() {
			due := start.Add(gap * time.Duration(client) / time.Duration(clients))
			for n := 0; due.Before(start.Add(d)) && ctx.Err() == nil; n++ {
				time.Sleep(time.Until(due))
				if err := w(ctx, client, n); err != nil {
					cancel(err)
					return
				}
				took.add(time.Since(due))
				due = due.Add(gap)
			}
		})
	}
	all.Wait()
	return took, context.Cause(ctx)
}

// latencies holds the durations of calls.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

// at returns the time within which the given share of all calls ended.
func (l *latencies) at(share float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) == 0 {
		return 0
	}
	slices.Sort(l.all)
	return l.all[min(len(l.all)-1, int(share*float64(len(l.all))))]
}

// median returns the middle value.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// forget discards the durations so far.
func (l *latencies) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = nil
}

func (l *latencies) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all)
}
