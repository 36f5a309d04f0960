package secret

import (
	"context"
	"runtime"
	"time"
)

// even makes an operation take the same time whatever it finds, so that its time tells nothing.
type even struct {
	end   time.Time
	timer *time.Timer
}

// sharpened is how long before the end the wait for it stops being a timer's. An idle process looks at its timers in
// steps of a millisecond that begin when it falls idle: the end of a timer alone would tell when the work was done.
const sharpened = 2 * time.Millisecond

// EvenTime starts the time; stop it where the operation ends early.
func EvenTime(d time.Duration) even {
	return even{end: time.Now().Add(d), timer: time.NewTimer(d - sharpened)}
}

func (e even) Stop() { e.timer.Stop() }

// Wait waits until the time is over, or the context ends.
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
