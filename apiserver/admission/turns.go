package admission

import (
	"sync"
	"time"
)

// leastTurns is how many turns every address may hold, however many addresses want one.
const leastTurns = 4

// Turns shares a number of turns among client addresses. A call holds one while it is worked on.
type Turns struct {
	total, perAddress int

	mu        sync.Mutex
	taken     int
	held      map[string]int
	fullSince time.Time // zero while an ordinary call gets a turn
}

// NewTurns returns turns of which one address may hold at most perAddress at a time; zero or less: all.
func NewTurns(total, perAddress int) *Turns {
	total = max(total, 1)
	if perAddress <= 0 {
		perAddress = total
	}
	return &Turns{total: total, perAddress: min(perAddress, total), held: map[string]int{}}
}

// Take takes a turn for an address, while fewer than most are taken in all. It reports false, and takes none, where there are too many in
// all or where the address holds its share: half of all turns divided by the addresses that hold one, within [NewTurns]' bound. So one address
// never holds more than its bound, and many together leave half to those who have none yet. An empty address isn't bounded by itself.
func (t *Turns) Take(address string, most int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken >= min(most, t.total) {
		if t.taken >= t.ordinary() && t.fullSince.IsZero() {
			t.fullSince = time.Now()
		}
		return false
	}
	if address != "" && t.held[address] >= t.share(address) {
		return false
	}
	t.taken++
	t.held[address]++
	if t.taken >= t.ordinary() && t.fullSince.IsZero() {
		t.fullSince = time.Now()
	}
	return true
}

// share returns how many turns an address may hold now.
func (t *Turns) share(address string) int {
	if t.perAddress == t.total {
		return t.total
	}
	addresses := len(t.held)
	if t.held[address] == 0 {
		addresses++
	}
	return min(t.perAddress, max(leastTurns, t.total/(2*addresses)))
}

// Return frees a turn.
func (t *Turns) Return(address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken--
	if t.held[address]--; t.held[address] <= 0 {
		delete(t.held, address)
	}
	if t.taken < t.ordinary() {
		t.fullSince = time.Time{}
	}
}

// ordinary is how many turns may be taken before calls of people who haven't come far are refused.
func (t *Turns) ordinary() int { return max(t.total-t.total/4, 1) }

// Taken returns how many turns are taken.
func (t *Turns) Taken() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

// Saturated reports whether three quarters of the turns have been taken without a break for so long.
func (t *Turns) Saturated(forSo time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.fullSince.IsZero() && time.Since(t.fullSince) >= forSo
}
