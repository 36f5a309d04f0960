package subscription

import (
	"time"
)

// RenewalConfig holds the clocks of renewing. A zero field means its default.
type RenewalConfig struct {
	// Notices are how long before the end of a term its payer is told, longest first. Default 30 and 7 days.
	Notices []time.Duration
	// Retries are when a renewal that was refused is tried again, counted from the end of the term, shortest
	// first. After the last one the subscription lapses. Default 1, 3 and 7 days.
	Retries []time.Duration
}
