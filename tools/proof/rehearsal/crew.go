package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync/atomic"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// release is one version of the product on a database, with a secret and a provider.
type release struct {
	binary string
	dir    string // of the logs
	env    []string
	number *atomic.Int64 // of processes, over all releases
}

// drain is the time in which a stopping server accepts calls: a little longer than the balancer's interval.
const drain = 2 * probeEvery

// newRelease returns an installation with a new secret.
func newRelease(o options, database, provider string) *release {
	r := &release{binary: o.binary, dir: o.dir, number: &atomic.Int64{}, env: append(fleet.Settings(database, fleet.EncodeSecret(fleet.NewSecret()), provider),
		"COJOIN_ADDR=127.0.0.1:0", "COJOIN_PRIVATE_ADDR=127.0.0.1:0", "COJOIN_DATABASE_CONNECTIONS=10", "COJOIN_DRAIN="+drain.String(),
		"COJOIN_TRUSTED_PROXIES=127.0.0.1/32",
	)}
	for _, limit := range []string{"writes", "duplicates", "payments", "logins", "loginAddress"} {
		r.env = append(r.env, "COJOIN_LIMITS_"+limit+"=off")
	}
	if o.quick {
		r.env = append(r.env, "COJOIN_CLOCKS_gatewayTimeout=4s", "COJOIN_CLOCKS_lease=6s",
			"COJOIN_CLOCKS_reconcileEvery=1s", "COJOIN_CLOCKS_sweepEvery=1s", "COJOIN_CLOCKS_repeatLease=7s")
	}
	return r
}

// over returns the release on another database, with the same secret and provider.
func (r *release) over(database string) *release { return r.with("DATABASE_URL=" + database) }

// with returns the release with further settings.
func (r *release) with(settings ...string) *release {
	other := *r
	other.env = append(slices.Clone(r.env), settings...)
	return &other
}

// of returns the same installation with another release's command.
func (r *release) of(binary string) *release {
	other := *r
	other.binary = binary
	return &other
}

// command runs another command to its end.
func (r *release) command(ctx context.Context, args ...string) (string, error) {
	return fleet.Command(ctx, r.binary, r.env, args...)
}

// machine is a running server or worker.
type machine struct {
	*fleet.Process
	public *url.URL // of a server
}

// start starts `cojoin serve` or `cojoin work` and waits until it is ready.
func (r *release) start(ctx context.Context, command string) (*machine, error) {
	process, err := fleet.Start(fleet.Program{
		Name: fmt.Sprintf("%s-%d", command, r.number.Add(1)), Dir: r.dir, Argv: []string{r.binary, command}, Env: r.env,
	})
	if err != nil {
		return nil, err
	}
	at, err := process.Serving(ctx)
	if err != nil {
		return nil, err
	}
	m := &machine{Process: process}
	m.public, err = url.Parse(at.Public)
	return m, err
}

// leave stops a machine in order. It returns an error if the process failed.
func (m *machine) leave() error { return errors.Join(m.Stop(), m.Err()) }

// crew is every running machine, the servers behind a balancer.
type crew struct {
	release  *release
	balancer *balancer
	servers  []*machine
	workers  []*machine
}

// hire starts one more machine.
func (c *crew) hire(ctx context.Context, command string) error {
	m, err := c.release.start(ctx, command)
	if err != nil {
		return err
	}
	if command == "serve" {
		c.servers = append(c.servers, m)
		c.balancer.add(m.public)
	} else {
		c.workers = append(c.workers, m)
	}
	return nil
}

// hireAll starts the full number of machines.
func (c *crew) hireAll(ctx context.Context) error {
	for command, n := range map[string]int{"serve": replicas, "work": workers} {
		for range n {
			if err := c.hire(ctx, command); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaceAll rolls a new version out, one by one: each new machine starts before an old one stops.
func (c *crew) replaceAll(ctx context.Context) error {
	for _, old := range c.servers {
		if err := c.hire(ctx, "serve"); err != nil {
			return err
		}
		c.servers = c.servers[1:]
		if err := old.leave(); err != nil {
			return err
		}
	}
	for _, old := range c.workers {
		if err := c.hire(ctx, "work"); err != nil {
			return err
		}
		c.workers = c.workers[1:]
		if err := old.leave(); err != nil {
			return err
		}
	}
	return nil
}

// lose kills the first machine and starts another, as an orchestrator does.
func (c *crew) lose(ctx context.Context, command string) error {
	of := &c.servers
	if command == "work" {
		of = &c.workers
	}
	lost := (*of)[0]
	*of = (*of)[1:]
	lost.Kill()
	return c.hire(ctx, command)
}

// dismiss stops all machines.
func (c *crew) dismiss() error {
	var all []error
	for _, m := range append(c.servers, c.workers...) {
		all = append(all, m.leave())
	}
	c.servers, c.workers = nil, nil
	return errors.Join(all...)
}
