package admission

import (
	"sync"
	"time"
)

// leastTurns is the number of turns that every address may hold, regardless of the number of addresses.
const leastTurns = 4

// Turns shares a number of turns among client addresses. A call holds one turn while it runs.
type Turns struct {
	total, perAddress int

	mu        sync.Mutex
	taken     int
	held      map[string]int
	fullSince time.Time // zero while ordinary calls get turns
}

// NewTurns returns total turns, of which one address may hold perAddress at a time; zero or less: all.
func NewTurns(total, perAddress int) *Turns {
	total = max(total, 1)
	if perAddress <= 0 {
		perAddress = total
	}
	return &Turns{total: total, perAddress: min(perAddress, total), held: map[string]int{}}
}

// Take takes a turn for an address. It returns false if the number of taken turns has reached most, or if the address holds its share. The share is
// half of all turns divided by the number of addresses that hold one, at least four and at most [NewTurns]' perAddress. Thus the other half
// remains for addresses without a turn. An empty address has no share of its own.
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

// share returns the number of turns that an address may hold now.
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

// ordinary returns the number of taken turns from which ordinary calls are rejected: three quarters. The rest is for paid sign-ups.
func (t *Turns) ordinary() int { return max(t.total-t.total/4, 1) }

// Taken returns the number of taken turns.
func (t *Turns) Taken() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

// Saturated reports whether three quarters of the turns have been taken without interruption for that time.
func (t *Turns) Saturated(forSo time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.fullSince.IsZero() && time.Since(t.fullSince) >= forSo
}
