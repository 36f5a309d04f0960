package secret

import (
	"context"
	"runtime"
	"time"
)

// even pads an operation to the same duration for every result, so that the duration reveals nothing.
type even struct {
	end   time.Time
	timer *time.Timer
}

// sharpened is the last part of the wait, which polls instead of using a timer. An idle process checks its timers every millisecond, counted
// from the moment it became idle. With a timer alone, the end of the wait would reveal the end of the work.
const sharpened = 2 * time.Millisecond

// EvenTime starts the wait. Call Stop if the operation ends early.
func EvenTime(d time.Duration) even {
	return even{end: time.Now().Add(d), timer: time.NewTimer(d - sharpened)}
}

func (e even) Stop() { e.timer.Stop() }

// Wait waits for the end of the duration or of the context.
func (e even) Wait(ctx context.Context) error {
	select {
	case <-e.timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	for time.Now().Before(e.end) {
		runtime.Gosched()
	}
	return nil
}
