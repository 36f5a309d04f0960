package site

import "time"

// Clock returns the current time. The default is the machine's clock in UTC.
type Clock interface{ Now() time.Time }

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now returns the machine's time in UTC.
func (SystemClock) Now() time.Time { return time.Now().UTC() }
