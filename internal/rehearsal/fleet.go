package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
)

// fleet starts servers and workers: real `cojoin` processes over one database.
type fleet struct {
	o      options
	env    []string
	number atomic.Int64
}

// drain is how long a leaving server takes calls: a little longer than the balancer's interval.
const drain = 2 * probeEvery

func newFleet(o options, database, secret, sandbox string) *fleet {
	f := &fleet{o: o, env: append(os.Environ(),
		"DATABASE_URL="+database, "COJOIN_SECRET="+secret, "COJOIN_ENVIRONMENT=development",
		"COJOIN_PAYMENT_PROVIDER=sandbox", "COJOIN_PAYMENT_SANDBOX_URL="+sandbox,
		"COJOIN_ADDR=127.0.0.1:0", "COJOIN_PRIVATE_ADDR=127.0.0.1:0", "COJOIN_DATABASE_CONNECTIONS=10", "COJOIN_DRAIN="+drain.String(),
		"COJOIN_TRUSTED_PROXIES=127.0.0.1/32",
	)}
	for _, limit := range []string{"writes", "duplicates", "payments", "logins", "loginAddress"} {
		f.env = append(f.env, "COJOIN_LIMITS_"+limit+"=off")
	}
	if o.quick {
		f.env = append(f.env, "COJOIN_CLOCKS_gatewayTimeout=4s", "COJOIN_CLOCKS_lease=6s", "COJOIN_CLOCKS_reconcileAfter=6s",
			"COJOIN_CLOCKS_reconcileEvery=1s", "COJOIN_CLOCKS_sweepEvery=1s", "COJOIN_CLOCKS_repeatLease=7s")
	}
	return f
}

// over is the fleet over another database, with the same secret and provider.
func (f *fleet) over(database string) *fleet {
	return &fleet{o: f.o, env: append(slices.Clone(f.env), "DATABASE_URL="+database)}
}

func newSecret() string {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return base64.StdEncoding.EncodeToString(secret)
}

// command runs one of the other commands to its end.
func (f *fleet) command(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, f.o.binary, args...) //nolint:gosec // our own command
	cmd.Env = f.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("cojoin %v: %w: %s", args, err, out)
	}
	return string(out), nil
}

// machine is a running server or worker.
type machine struct {
	name   string
	cmd    *exec.Cmd
	public *url.URL
	ended  chan struct{}
	err    error // how it ended
}

// start starts a `cojoin serve` or `cojoin work` and waits until it says that it does.
func (f *fleet) start(ctx context.Context, command string) (*machine, error) {
	m := &machine{name: fmt.Sprintf("%s-%d", command, f.number.Add(1)), ended: make(chan struct{})}
	m.cmd = exec.CommandContext(context.WithoutCancel(ctx), f.o.binary, command) //nolint:gosec // our own command
	m.cmd.Env = f.env
	log, err := os.OpenFile(filepath.Join(f.o.dir, m.name+".log"), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	said, err := m.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := m.cmd.Start(); err != nil {
		return nil, err
	}
	serving := make(chan string, 1)
	go func() {
		defer close(m.ended)
		defer func() { _ = log.Close() }()
		for lines := bufio.NewScanner(said); lines.Scan(); {
			fmt.Fprintln(log, lines.Text())
			var line struct{ Msg, Public string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && (line.Msg == "serving" || line.Msg == "working") {
				serving <- line.Public
			}
		}
		m.err = m.cmd.Wait()
	}()
	select {
	case address := <-serving:
		m.public, err = url.Parse(address)
		return m, err
	case <-m.ended:
		return nil, fmt.Errorf("%s ended before it was ready: %w", m.name, m.err)
	}
}

// leave stops a machine in order; it has to end well.
func (m *machine) leave() error {
	if err := m.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-m.ended
	if m.err != nil {
		return fmt.Errorf("%s ended badly: %w", m.name, m.err)
	}
	return nil
}

// kill ends a machine without a word.
func (m *machine) kill() error {
	err := m.cmd.Process.Kill()
	<-m.ended
	return err
}

// crew is every machine that runs, the servers behind a balancer.
type crew struct {
	fleet    *fleet
	balancer *balancer
	servers  []*machine
	workers  []*machine
}

// hire starts one more.
func (c *crew) hire(ctx context.Context, command string) error {
	m, err := c.fleet.start(ctx, command)
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

// replaceAll rolls a new version out: one after the other, a new one first.
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

// lose kills the first of them, and starts another one, as whoever looks after the machines does.
func (c *crew) lose(ctx context.Context, command string) error {
	of := &c.servers
	if command == "work" {
		of = &c.workers
	}
	lost := (*of)[0]
	*of = (*of)[1:]
	if err := lost.kill(); err != nil {
		return err
	}
	return c.hire(ctx, command)
}

// dismiss ends all of them.
func (c *crew) dismiss() error {
	var all []error
	for _, m := range append(c.servers, c.workers...) {
		all = append(all, m.leave())
	}
	c.servers, c.workers = nil, nil
	return errors.Join(all...)
}
