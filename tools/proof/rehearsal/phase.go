package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"
)

// event is an accident or a change of the processes.
type event struct {
	what string
	do   func() error
}

// phase is one event with its effect on the people signing up.
type phase struct {
	what    string
	took    time.Duration // the event itself
	answers map[int]int   // 5xx replies, before any retry
	gap     time.Duration // the longest time without a write
	signups int
}

// rehearse starts all machines on a migrated database and runs the events while people sign up by the scenario. Then it prints the figures, and
// compares the acknowledged sign-ups with the database that is left.
func (c *crew) rehearse(ctx context.Context, o options, scenario string, left *cluster, provider *provider, events []event) (err error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	c.balancer = newBalancer()
	go c.balancer.watch(running)
	if _, err := c.release.command(ctx, "migrate"); err != nil {
		return err
	}
	if err := c.hireAll(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.dismiss()) }()
	return signUpMeanwhile(ctx, o, c.balancer, scenario, left, provider, events)
}

// signUpMeanwhile signs people up through a balancer, by the scenario, while the events happen.
func signUpMeanwhile(ctx context.Context, o options, b *balancer, scenario string, left *cluster, provider *provider, events []event) error {
	front := httptest.NewServer(b)
	defer front.Close()
	if err := b.wait(ctx); err != nil {
		return err
	}
	people, err := newLoad(scenario, front.URL)
	if err != nil {
		return err
	}
	people.begin(ctx, o.clients)
	phases, err := happen(ctx, o, b, people, events)
	logf("no more people; those who have begun finish")
	people.end()
	if err != nil {
		return errors.Join(err, failures(people.done()))
	}
	f, err := settle(ctx, left, provider.ledger, people.done())
	if err != nil {
		return err
	}
	f.phases = phases
	f.write()
	return f.broken()
}

// happen runs the events, with people signing up before, meanwhile and after.
func happen(ctx context.Context, o options, b *balancer, people *load, events []event) ([]phase, error) {
	var phases []phase
	for _, event := range events {
		logf("%s", event.what)
		b.since()
		before, began := len(people.done()), time.Now()
		if err := event.do(); err != nil {
			return phases, fmt.Errorf("%s: %w", event.what, err)
		}
		done := phase{what: event.what, took: time.Since(began)}
		if err := people.another(ctx, o.each); err != nil {
			return phases, fmt.Errorf("after that %s: %w", event.what, err)
		}
		done.answers, done.gap = b.since()
		done.signups = len(people.done()) - before
		phases = append(phases, done)
	}
	return phases, nil
}
