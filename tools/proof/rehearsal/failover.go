package main

import (
	"context"
	"errors"
	"fmt"
)

const (
	scenarioFile = "examples/scenarios/parent-card.yaml"
	replicas     = 3
	workers      = 2
)

// pair is a primary with a synchronous standby.
type pair struct{ primary, standby *cluster }

// newPair creates both: the standby is a base backup that keeps streaming.
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

// failOver cuts the primary off and promotes the standby.
func (p *pair) failOver(ctx context.Context) error {
	if err := p.primary.stop(true); err != nil {
		return err
	}
	return p.standby.query(ctx, "SELECT pg_promote()")
}

// failover replaces, kills and fails over under load, and compares the acknowledged sign-ups with the stored ones.
func failover(ctx context.Context, o options) (err error) {
	p, err := newPair(ctx, o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.primary.stop(false), p.standby.stop(false)) }()
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close(ctx)) }()
	c := &crew{release: newRelease(o, p.primary.url(p.standby), provider.URL)}
	return c.rehearse(ctx, o, scenarioFile, p.standby, provider, failoverEvents(ctx, c, p))
}

// failoverEvents returns the events in order.
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
