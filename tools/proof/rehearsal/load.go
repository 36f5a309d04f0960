package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cojoin/cojoin/cli/scenario"
)

// load signs people up, one after the other, with the client that scripts use. It repeats an unanswered call under the same key.
type load struct {
	scenario *scenario.Scenario
	server   string
	stop     chan struct{}
	all      sync.WaitGroup

	mu      sync.Mutex
	results []scenario.Result
	number  int
	more    chan struct{} // closed and replaced with every result
}

func newLoad(file, server string) (*load, error) {
	all, err := scenario.Load(file, scenario.Inputs{})
	if err != nil {
		return nil, err
	}
	return &load{scenario: all[0], server: server, stop: make(chan struct{}), more: make(chan struct{})}, nil
}

// begin starts the given number of concurrent clients.
func (l *load) begin(ctx context.Context, clients int) {
	for range clients {
		l.all.Go(func() {
			for {
				select {
				case <-l.stop:
					return
				case <-ctx.Done():
					return
				default:
				}
				l.mu.Lock()
				l.number++
				number := l.number
				l.mu.Unlock()
				got := l.scenario.Run(ctx, number, scenario.Options{Server: l.server})
				l.mu.Lock()
				l.results = append(l.results, got)
				close(l.more)
				l.more = make(chan struct{})
				l.mu.Unlock()
			}
		})
	}
}

// another waits for n more sign-ups to end.
func (l *load) another(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	goal := len(l.done()) + n
	for {
		l.mu.Lock()
		ended, more := len(l.results), l.more
		l.mu.Unlock()
		if ended >= goal {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return fmt.Errorf("%d sign-ups have ended, waiting for %d: %w", ended, goal, ctx.Err())
		}
	}
}

// end lets started sign-ups finish.
func (l *load) end() {
	close(l.stop)
	l.all.Wait()
}

func (l *load) done() []scenario.Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]scenario.Result(nil), l.results...)
}

// failures returns the failed sign-ups, all of them with retries.
func failures(results []scenario.Result) error {
	var all []error
	for _, r := range results {
		if r.OK {
			continue
		}
		last := r.Steps[len(r.Steps)-1]
		all = append(all, fmt.Errorf("sign-up %d ended at step %d (%s): status %d %s %v %v", r.Run, last.Step, last.Action, last.Status, last.Problem, last.Failures, r.Failures))
	}
	return errors.Join(all...)
}
