package caller

import "time"

// LimitState is how a rate limit stands after an event was counted.
type LimitState struct {
	Limit     int           // events allowed in a window; 0 when there is no limit
	Remaining int           // of them still free
	Reset     time.Duration // until the window ends
}
