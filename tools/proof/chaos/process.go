package chaos

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// slot keeps one server or worker running. Each time it is killed, the next one starts, to be killed at the next point.
type slot struct {
	name   string
	dir    string // of its log
	argv   []string
	env    []string
	points *points
	// pauseAt is a point where some payments stop for longer than their lease.
	pauseAt  payment.InterruptPoint
	database string // its URL
	// lives is the average lifetime of every second process, which is killed at any moment; zero: each is killed at its point.
	lives time.Duration

	mu      sync.Mutex
	process *fleet.Process
	kills   int // those at any moment
}

// run keeps the process running until the context ends. It returns an error if the process ends otherwise than by a kill at its point: nothing here
// may take a server down.
func (s *slot) run(ctx context.Context) error {
	failures := 0
	for generation := 1; ctx.Err() == nil; generation++ {
		if s.lives > 0 && generation%2 == 0 {
			if err := s.liveAWhile(ctx, generation); err != nil {
				return err
			}
			continue
		}
		point := s.points.next()
		env := append(s.environment(generation), "COJOIN_DEV_PAUSE_AT="+string(s.pauseAt))
		if point != "" {
			env = append(env, "COJOIN_DEV_KILL_AT="+string(point))
		}
		process, err := s.start(env)
		if err != nil {
			return err
		}
		select {
		case <-process.Ended():
			switch {
			case process.Killed() && point != "":
				s.points.done(point)
				failures = 0
			case failures < 20: // it started while Postgres was down
				s.points.giveBack(point)
				failures++
				pause(ctx, 250*time.Millisecond)
			default:
				return fmt.Errorf("chaos: %s ends again and again: %w", s.name, process.Err())
			}
		case <-ctx.Done():
			s.points.giveBack(point)
			if err := process.Stop(); err != nil {
				return err
			}
		}
	}
	return nil
}

// environment returns the environment of a process, with a unique application name.
func (s *slot) environment(generation int) []string {
	return append(s.env[:len(s.env):len(s.env)], fmt.Sprintf("DATABASE_URL=%s&application_name=%s.%d", s.database, s.name, generation))
}

// liveAWhile runs a process and kills it at any moment, not at a point of a payment.
func (s *slot) liveAWhile(ctx context.Context, generation int) error {
	process, err := s.start(s.environment(generation))
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return process.Stop()
	case <-process.Ended(): // it started while Postgres was down
		pause(ctx, 250*time.Millisecond)
	case <-time.After(rand.N(2 * s.lives)): //nolint:gosec // a duration, not a secret
		process.Kill()
		s.mu.Lock()
		s.kills++
		s.mu.Unlock()
	}
	return nil
}

func (s *slot) killed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kills
}

func (s *slot) start(env []string) (*fleet.Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	s.process, err = fleet.Start(fleet.Program{Name: s.name, Dir: s.dir, Argv: s.argv, Env: env})
	return s.process, err
}

// freeze stops the process for a while and resumes it, like a long pause of a machine. Its state is stale then.
func (s *slot) freeze(ctx context.Context, d time.Duration) bool {
	s.mu.Lock()
	process := s.process
	s.mu.Unlock()
	if process == nil || !process.Freeze() {
		return false
	}
	pause(ctx, d)
	return process.Thaw()
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// points assigns the points at which to kill processes, and counts the kills.
type points struct {
	mu    sync.Mutex
	each  int                            // kills required at each point
	left  map[payment.InterruptPoint]int // still to be assigned
	held  map[payment.InterruptPoint]int // assigned to running processes
	order []payment.InterruptPoint
	at    int
	kills map[payment.InterruptPoint]int
}

func newPoints(order []payment.InterruptPoint, each int) *points {
	p := &points{order: order, each: each, left: map[payment.InterruptPoint]int{}, held: map[payment.InterruptPoint]int{}, kills: map[payment.InterruptPoint]int{}}
	for _, point := range order {
		p.left[point], p.kills[point] = each, 0
	}
	return p
}

// next returns the next point in turn, or empty when every point has its kills. A point that another process waits at comes last: two processes would
// wait at a rare point while the others starve. When nothing else is left, both wait there, because either may reach it first.
func (p *points) next() payment.InterruptPoint {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, isDue := range []func(payment.InterruptPoint) bool{
		func(point payment.InterruptPoint) bool { return p.left[point] > 0 && p.held[point] == 0 },
		func(point payment.InterruptPoint) bool { return p.left[point] > 0 },
		func(point payment.InterruptPoint) bool { return p.kills[point] < p.each },
	} {
		for range p.order {
			point := p.order[p.at%len(p.order)]
			p.at++
			if isDue(point) {
				p.left[point]--
				p.held[point]++
				return point
			}
		}
	}
	return ""
}

func (p *points) giveBack(point payment.InterruptPoint) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if point != "" {
		p.left[point]++
		p.held[point]--
	}
}

func (p *points) done(point payment.InterruptPoint) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kills[point]++
	p.held[point]--
}

// tally returns the number of kills at each point so far.
func (p *points) tally() map[payment.InterruptPoint]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.kills)
}

// complete reports whether every point has its kills.
func (p *points) complete() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.kills {
		if n < p.each {
			return false
		}
	}
	return true
}
