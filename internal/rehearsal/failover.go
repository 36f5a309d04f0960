package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/cojoin/cojoin/internal/fleet"
	"github.com/cojoin/cojoin/internal/sandbox"
)

const (
	scenarioFile = "examples/scenarios/parent-card.yaml"
	replicas     = 3
	workers      = 2
)

// pair is a primary with a standby that every commit waits for.
type pair struct{ primary, standby *cluster }

// newPair makes them: the standby is a base backup that goes on streaming.
func newPair(ctx context.Context, dir string) (*pair, error) {
	password := newPassword()
	var p pair
	var err error
	if p.primary, err = newCluster(ctx, dir, "primary", password); err != nil {
		return nil, err
	}
	if p.standby, err = newCluster(ctx, dir, "standby", password); err != nil {
		return nil, err
	}
	if err := p.primary.create(ctx); err != nil {
		return nil, err
	}
	// On the command line, not in the folder: the standby must not wait for itself once it is the primary.
	if err := p.primary.start(ctx, "wal_level=replica", "synchronous_standby_names=standby"); err != nil {
		return nil, err
	}
	source := fmt.Sprintf("host=127.0.0.1 port=%d user=cojoin application_name=standby", p.primary.port)
	if err := p.primary.use(ctx, "pg_basebackup", "-D", p.standby.dir, "-d", source, "--write-recovery-conf", "--create-slot", "--slot=standby", "--checkpoint=fast"); err != nil {
		return nil, err
	}
	if err := p.standby.start(ctx); err != nil {
		return nil, err
	}
	return &p, until(ctx, "every commit waits for the standby", func() error {
		var state string
		if err := p.primary.query(ctx, "SELECT coalesce(max(sync_state), 'absent') FROM pg_stat_replication", &state); err != nil {
			return err
		}
		if state != "sync" {
			return errors.New(state)
		}
		return nil
	})
}

// failOver takes the primary away without a word and promotes the standby.
func (p *pair) failOver(ctx context.Context) error {
	if err := p.primary.stop(true); err != nil {
		return err
	}
	return p.standby.query(ctx, "SELECT pg_promote()")
}

// phase is one event and how it went for the people who were signing up.
type phase struct {
	what    string
	took    time.Duration // the event itself
	answers map[int]int   // of 500 and above, before anything was sent again
	gap     time.Duration // the longest time in which nothing was written
	signups int
}

// failover rolls, kills and fails over under load, and compares what people were told with what is there.
func failover(ctx context.Context, o options) (err error) {
	p, err := newPair(ctx, o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.primary.stop(false), p.standby.stop(false)) }()
	ledger, err := sandbox.New(sandbox.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close(context.WithoutCancel(ctx))) }()
	provider := httptest.NewServer(ledger)
	defer provider.Close()
	running, stop := context.WithCancel(ctx)
	defer stop()
	c := &crew{release: newRelease(o, p.primary.url(p.standby), fleet.EncodeSecret(fleet.NewSecret()), provider.URL), balancer: newBalancer(running)}
	if _, err := c.release.command(ctx, "migrate"); err != nil {
		return err
	}
	if err := c.hireAll(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.dismiss()) }()
	front := httptest.NewServer(c.balancer)
	defer front.Close()
	if err := c.balancer.wait(ctx); err != nil {
		return err
	}
	people, err := newLoad(scenarioFile, front.URL)
	if err != nil {
		return err
	}
	people.begin(ctx, o.clients)
	phases, err := rehearsePhases(ctx, o, c, people, failoverEvents(ctx, c, p))
	tell("no more people; those who have begun finish")
	people.end()
	if err != nil {
		return errors.Join(err, failures(people.done()))
	}
	f, err := settle(ctx, p.standby, ledger, people.done())
	if err != nil {
		return err
	}
	f.phases = phases
	f.write()
	return f.broken()
}

// event is something that befalls the processes.
type event struct {
	what string
	do   func() error
}

// failoverEvents is the story, in order.
func failoverEvents(ctx context.Context, c *crew, p *pair) []event {
	return []event{
		{"nothing happens", func() error { return nil }},
		{"every server and worker is replaced", func() error { return c.replaceAll(ctx) }},
		{"a server is killed", func() error { return c.lose(ctx, "serve") }},
		{"a worker is killed", func() error { return c.lose(ctx, "work") }},
		{"the primary database is killed, the standby promoted", func() error { return p.failOver(ctx) }},
		{"every server and worker is replaced again", func() error { return c.replaceAll(ctx) }},
	}
}

// rehearsePhases lets the events happen, with people who sign up before, meanwhile and after.
func rehearsePhases(ctx context.Context, o options, c *crew, people *load, events []event) ([]phase, error) {
	var phases []phase
	for _, event := range events {
		tell("%s", event.what)
		c.balancer.since()
		before, began := len(people.done()), time.Now()
		if err := event.do(); err != nil {
			return phases, fmt.Errorf("%s: %w", event.what, err)
		}
		done := phase{what: event.what, took: time.Since(began)}
		if err := people.another(ctx, o.each); err != nil {
			return phases, fmt.Errorf("after that %s: %w", event.what, err)
		}
		done.answers, done.gap = c.balancer.since()
		done.signups = len(people.done()) - before
		phases = append(phases, done)
	}
	return phases, nil
}
