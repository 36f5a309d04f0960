package site

import "time"

// Clock tells the time. The default is the machine's clock in UTC.
type Clock interface{ Now() time.Time }

type SystemClock struct{}

func (SystemClock) Now() time.Time { return time.Now().UTC() }
