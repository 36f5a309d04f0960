package sdk

import (
	"context"
	"time"
)

// even makes an operation take the same time whatever it finds, so that its time tells nothing.
type even struct{ timer *time.Timer }

// evenTime starts the time; stop it where the operation ends early.
func evenTime(d time.Duration) even { return even{time.NewTimer(d)} }

func (e even) stop() { e.timer.Stop() }

// wait waits until the time is over, or the context ends.
func (e even) wait(ctx context.Context) error {
	select {
	case <-e.timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
