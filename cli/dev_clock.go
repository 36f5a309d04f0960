package main

import (
	"sync"
	"time"
)

// devClock is the machine's clock, moved by as much as /dev/clock says.
type devClock struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Now implements [sdk.Clock].
func (c *devClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().UTC().Add(c.ahead)
}

// Set makes the time pass on from t.
func (c *devClock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = time.Until(t)
}

// Reset goes back to the machine's time.
func (c *devClock) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = 0
}
