package subscription

import (
	"time"
)

// RenewalConfig holds the schedules of renewals. A nil field means its default.
type RenewalConfig struct {
	// Notices are the times before a term's end at which its payer gets a mail, longest first. Default 30 and 7 days.
	Notices []time.Duration
	// Retries are the times after a term's end at which a declined renewal is retried, shortest first. After the last one the subscription lapses.
	// Default 1, 3 and 7 days.
	Retries []time.Duration
}
