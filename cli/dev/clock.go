package dev

import (
	"sync"
	"time"
)

// devClock is the machine's clock plus an offset that is set with /dev/clock.
type devClock struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Now implements [site.Clock].
func (c *devClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().UTC().Add(c.ahead)
}

// Set sets the time to t, from which it continues.
func (c *devClock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = time.Until(t)
}

// Reset returns to the machine's time.
func (c *devClock) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = 0
}
