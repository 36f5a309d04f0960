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

// slot keeps one server or worker running: whenever it is killed, the next one starts, to be killed at the
// next point.
type slot struct {
	name   string
	dir    string // of its log
	argv   []string
	env    []string
	points *points
	// pauseAt is where some payments stand still for longer than their lease.
	pauseAt  payment.InterruptPoint
	database string // its URL
	// lives is how long every second process may live on average, to be killed at any moment; zero: each is killed at its point.
	lives time.Duration

	mu      sync.Mutex
	process *fleet.Process
	kills   int // at any moment
}

// run keeps the process running until the context ends. A process that ends in another way than by being
// killed at its point is an error: nothing here may take a server down.
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

// environment is a process's, under a name of its own.
func (s *slot) environment(generation int) []string {
	return append(s.env[:len(s.env):len(s.env)], fmt.Sprintf("DATABASE_URL=%s&application_name=%s.%d", s.database, s.name, generation))
}

// liveAWhile runs a process that is killed at no point of a payment, but at any moment.
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
	case <-time.After(rand.N(2 * s.lives)): //nolint:gosec // when, not a secret
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

// freeze stops the process for a while and lets it go on, as a long pause of a machine does: what it
// knows then is old.
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

// points hands out where processes are to be killed, and counts where they were.
type points struct {
	mu    sync.Mutex
	each  int                            // kills that are asked for
	left  map[payment.InterruptPoint]int // still to be handed out
	held  map[payment.InterruptPoint]int // by processes that run now
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

// next returns the next point in turn, or empty when enough processes were killed at each. One that another process waits at comes
// last: at a rare point two would wait while the others starve. When nothing else is left both wait there: which of
// them comes by isn't known before.
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

// tally is how often each point was killed at so far.
func (p *points) tally() map[payment.InterruptPoint]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.kills)
}

// complete reports whether every point has had its kills.
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
