package chaos

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// slot keeps one server or worker running: whenever it is killed, the next one starts, to be killed at the
// next point.
type slot struct {
	name   string
	binary string
	args   []string
	env    []string
	log    string
	points *points
	// pauseAt is where some payments stand still for longer than their lease.
	pauseAt  sdk.InterruptPoint
	database string // its URL

	mu  sync.Mutex
	cmd *exec.Cmd
}

// run keeps the process running until the context ends. A process that ends in another way than by being
// killed at its point is an error: nothing here may take a server down.
func (s *slot) run(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(s.log, s.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	defer func() { _ = log.Close() }()
	failures := 0
	for generation := 1; ctx.Err() == nil; generation++ {
		point := s.points.next()
		cmd := exec.Command(s.binary, s.args...) //nolint:gosec,noctx // the command under test; it is killed its own way
		cmd.Stdout, cmd.Stderr = log, log
		cmd.Env = append(s.env[:len(s.env):len(s.env)], // each process under a name of its own
			fmt.Sprintf("DATABASE_URL=%s&application_name=%s.%d", s.database, s.name, generation), "COJOIN_DEV_PAUSE_AT="+string(s.pauseAt))
		if point != "" {
			cmd.Env = append(cmd.Env, "COJOIN_DEV_KILL_AT="+string(point))
		}
		if err := s.start(cmd); err != nil {
			return fmt.Errorf("chaos: %s: %w", s.name, err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			switch {
			case killed(err) && point != "":
				s.points.done(point)
				failures = 0
			case failures < 20: // it started while Postgres was down
				s.points.giveBack(point)
				failures++
				pause(ctx, 250*time.Millisecond)
			default:
				return fmt.Errorf("chaos: %s ends again and again (%w); see %s", s.name, err, log.Name())
			}
		case <-ctx.Done():
			s.points.giveBack(point)
			_ = cmd.Process.Signal(syscall.SIGCONT)
			_ = cmd.Process.Signal(syscall.SIGTERM)
			select {
			case err := <-ended:
				if err != nil {
					fmt.Fprintln(log, "stopped:", err)
				}
			case <-time.After(10 * time.Second):
				_ = cmd.Process.Kill()
				return errors.Join(fmt.Errorf("chaos: %s didn't stop in time", s.name), <-ended)
			}
		}
	}
	return nil
}

func (s *slot) start(cmd *exec.Cmd) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	s.cmd = cmd
	return nil
}

// freeze stops the process for a while and lets it go on, as a long pause of a machine does: what it
// knows then is old.
func (s *slot) freeze(ctx context.Context, d time.Duration) bool {
	s.mu.Lock()
	process := s.cmd
	s.mu.Unlock()
	if process == nil || process.Process.Signal(syscall.SIGSTOP) != nil {
		return false
	}
	pause(ctx, d)
	return process.Process.Signal(syscall.SIGCONT) == nil
}

func killed(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// points hands out where processes are to be killed, and counts where they were.
type points struct {
	mu    sync.Mutex
	left  map[sdk.InterruptPoint]int // still to be handed out
	held  map[sdk.InterruptPoint]int // by processes that run now
	order []sdk.InterruptPoint
	at    int
	kills map[sdk.InterruptPoint]int
}

func newPoints(order []sdk.InterruptPoint, each int) *points {
	p := &points{order: order, left: map[sdk.InterruptPoint]int{}, held: map[sdk.InterruptPoint]int{}, kills: map[sdk.InterruptPoint]int{}}
	for _, point := range order {
		p.left[point], p.kills[point] = each, 0
	}
	return p
}

// next gives the next point in turn; empty when all have had their share. One that another process waits at comes
// last: at a rare point two would wait while the others starve.
func (p *points) next() sdk.InterruptPoint {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, most := range []int{0, 1} {
		for range p.order {
			point := p.order[p.at%len(p.order)]
			p.at++
			if p.left[point] > 0 && p.held[point] <= most {
				p.left[point]--
				p.held[point]++
				return point
			}
		}
	}
	return ""
}

func (p *points) giveBack(point sdk.InterruptPoint) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if point != "" {
		p.left[point]++
		p.held[point]--
	}
}

func (p *points) done(point sdk.InterruptPoint) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kills[point]++
	p.held[point]--
}

// tally is how often each point was killed at so far.
func (p *points) tally() map[sdk.InterruptPoint]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.kills)
}

// complete reports whether every point has had its kills.
func (p *points) complete(each int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.kills {
		if n < each {
			return false
		}
	}
	return true
}
