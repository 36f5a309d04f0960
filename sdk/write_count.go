package sdk

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Every changing call is counted for its address before anything else, and each count is a commit. Counts that
// come while one is on its way to the database wait for it and then go together, in one statement: the busier a
// process, the less a count costs, and a call that comes alone waits for nothing.

// writeCountTimeout is how long the database may take over a count.
const writeCountTimeout = 5 * time.Second

// errNotCounted is what a tally comes to where counting it was never finished.
var errNotCounted = errors.New("rate limit write: the call wasn't counted")

// writeCounts gathers the counts of one process. There is at most one statement on its way.
type writeCounts struct {
	mu      sync.Mutex
	busy    bool
	waiting *writeTally // what goes next; nil when nothing waits
}

// writeTally is what one statement counts.
type writeTally struct {
	calls map[string]int32 // by subject; nobody changes them any more once the tally is sent
	sent  time.Time
	// What came of it, to be read when done is closed: the counts after all of the tally's calls, by subject, or why there are none.
	done    chan struct{}
	counted map[string]db.CountEventsRow
	failed  error
}

// countWrite counts one call of a subject. The state is as if the calls of a tally had been counted one by one.
func (c *Client) countWrite(ctx context.Context, subject []byte) (LimitState, error) {
	key := string(subject)
	tally, place, alone := c.writes.join(key)
	if alone {
		c.sendWrites(ctx, tally)
	}
	select {
	case <-tally.done:
	case <-ctx.Done():
		return LimitState{}, ctx.Err()
	}
	if tally.failed != nil {
		return LimitState{}, tally.failed
	}
	row := tally.counted[key]
	return limitState(c.cfg.Limits.Writes, int(row.Count-tally.calls[key]+place), row.EndsAt.Sub(tally.sent))
}

// join adds a call to what goes next, and says which of its subject's calls in there it is, from 1, and whether the
// caller has to send it.
func (w *writeCounts) join(subject string) (tally *writeTally, place int32, send bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == nil {
		w.waiting = &writeTally{done: make(chan struct{}), calls: map[string]int32{}}
	}
	tally, send = w.waiting, !w.busy
	tally.calls[subject]++
	place = tally.calls[subject]
	if send {
		w.busy, w.waiting = true, nil
	}
	return tally, place, send
}

// next gives what came while a tally was on its way; nil when nothing did, and then nothing is on its way any more.
func (w *writeCounts) next() *writeTally {
	w.mu.Lock()
	defer w.mu.Unlock()
	tally := w.waiting
	w.waiting, w.busy = nil, tally != nil
	return tally
}

// sendWrites counts a tally, and has those counted that came meanwhile. A caller that gives up doesn't take the
// others' count with it.
func (c *Client) sendWrites(ctx context.Context, tally *writeTally) {
	ctx = context.WithoutCancel(ctx)
	defer func() {
		close(tally.done)
		if next := c.writes.next(); next != nil {
			go c.sendWrites(ctx, next)
		}
	}()
	bounded, cancel := context.WithTimeout(ctx, writeCountTimeout)
	defer cancel()
	tally.sent, tally.failed = c.now(), errNotCounted // should the next line not come to its end
	tally.counted, tally.failed = c.countEvents(bounded, c.q, limitWrites, c.cfg.Limits.Writes, tally.sent, tally.calls)
}
