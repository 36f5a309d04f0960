package admission

import (
	"sync"
	"time"
)

// mostAddresses limits the memory of a [Window]. Further addresses in one window aren't counted.
const mostAddresses = 1 << 16

// Window counts calls by client address in this process. It is for calls too cheap to count in the database.
type Window struct {
	most int
	per  time.Duration

	mu    sync.Mutex
	ends  time.Time
	count map[string]int
}

// NewWindow returns a window that limits the calls of one address to the number most in each period per; below zero: no limit.
func NewWindow(most int, per time.Duration) *Window { return &Window{most: most, per: per} }

// Count counts a call. It returns zero for a call within the limit, or else the time to wait. An empty address has no limit.
func (w *Window) Count(address string, now time.Time) time.Duration {
	if w.most < 0 || address == "" {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !now.Before(w.ends) {
		w.ends, w.count = now.Add(w.per), map[string]int{}
	}
	if _, known := w.count[address]; !known && len(w.count) >= mostAddresses {
		return 0
	}
	w.count[address]++
	if w.count[address] <= w.most {
		return 0
	}
	return w.ends.Sub(now)
}
