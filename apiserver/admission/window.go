package admission

import (
	"sync"
	"time"
)

// mostAddresses bounds the memory of a [Window]. Where there are more in one window, those that came last aren't counted.
const mostAddresses = 1 << 16

// Window counts calls by client address in this process, for calls that are too cheap to be counted in the database.
type Window struct {
	most int
	per  time.Duration

	mu    sync.Mutex
	ends  time.Time
	count map[string]int
}

// NewWindow returns a window in which one address may make so many calls; below zero: any number.
func NewWindow(most int, per time.Duration) *Window { return &Window{most: most, per: per} }

// Count counts a call. It returns zero where the call is within the limit, else how long to wait. An empty address isn't limited.
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
