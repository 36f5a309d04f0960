package sdktest

import (
	"sync"
	"time"
)

// Start is the initial time of a test's clock: a Tuesday, with the shipped offer window closed.
var Start = time.Date(2026, 6, 2, 9, 30, 0, 0, time.UTC)

// Clock is a clock that moves only by [Clock.Set] and [Clock.Advance]. It is safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock set to the given time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now implements [site.Clock].
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves the clock to a time, forward or back.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
