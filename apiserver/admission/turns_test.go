package admission

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An address gets no more than its limit, and the others still get theirs.
func TestTurnsAreShared(t *testing.T) {
	t.Parallel()
	turns := NewTurns(64, 16)
	take := func(address string, often int) (got int) {
		for range often {
			if turns.Take(address, 64) {
				got++
			}
		}
		return got
	}
	got := map[string]int{"alone": take("a", 100), "with another": take("b", 100), "a third": take("c", 100)}
	for n := range 20 {
		got["each of twenty more"] = take(fmt.Sprint(n), 1)
	}
	want := map[string]int{"alone": 16, "with another": 16, "a third": 10, "each of twenty more": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	for range 16 {
		turns.Return("a")
	}
	if got := take("a", 100); got != leastTurns {
		t.Errorf("among many an address gets %d turns, want %d", got, leastTurns)
	}
	if take("", 100); turns.Taken() != 64 {
		t.Errorf("without an address, %d turns are taken, want all 64", turns.Taken())
	}
}

func TestTurnsExpire(t *testing.T) {
	t.Parallel()
	turns := NewTurns(8, 0)
	for n := range 6 {
		if !turns.Take("a", 6) {
			t.Fatalf("turn %d is refused", n)
		}
	}
	if turns.Take("b", 6) {
		t.Error("a seventh turn of six")
	}
	if !turns.Take("b", 8) {
		t.Error("an address with the full limit gets none of the last turns")
	}
	turns.Return("b")
	turns.Return("a")
	if !turns.Take("b", 6) {
		t.Error("a returned turn can't be taken")
	}
}

// A burst isn't saturation. Saturation ends with the first free turn.
func TestSaturation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns(4, 0)
		for range 3 {
			turns.Take("a", 4)
		}
		if turns.Saturated(time.Second) {
			t.Error("saturated immediately")
		}
		time.Sleep(time.Second)
		if !turns.Saturated(time.Second) {
			t.Error("not saturated after a second without a free turn")
		}
		turns.Return("a")
		if turns.Saturated(time.Second) {
			t.Error("saturated with a free turn")
		}
		turns.Take("a", 4)
		if turns.Saturated(time.Second) {
			t.Error("the time before counts, too")
		}
	})
}

func TestWindow(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := NewWindow(2, time.Minute)
	got := []time.Duration{
		w.Count("a", start), w.Count("a", start), w.Count("a", start.Add(20*time.Second)), w.Count("b", start), w.Count("", start),
		w.Count("a", start.Add(time.Minute)),
	}
	if diff := cmp.Diff([]time.Duration{0, 0, 40 * time.Second, 0, 0, 0}, got); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
	if off := NewWindow(-1, time.Minute); off.Count("a", start) != 0 {
		t.Error("a limit that is off limits")
	}
	for n := range mostAddresses + 10 {
		w.Count(fmt.Sprint(n), start.Add(2*time.Minute))
	}
	if len(w.count) != mostAddresses {
		t.Errorf("%d addresses are kept, want %d", len(w.count), mostAddresses)
	}
}
