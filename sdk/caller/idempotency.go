package caller

import "time"

// Idempotency configures the handling of calls that are sent twice. A zero field means its default.
type Idempotency struct {
	Wait  time.Duration // time for which a duplicate waits for the first call's response, and a step of a sign-up for the database; default 10 s
	Lease time.Duration // time after which a duplicate may take over the call of a dead process; default 8 s. A running call renews it
	Keep  time.Duration // time for which a response is stored and repeated; default 24 h
}

// DefaultIdempotency returns the defaults.
func DefaultIdempotency() Idempotency { return Idempotency{}.WithDefaults() }

// WithDefaults returns the configuration with defaults in place of zero values.
func (i Idempotency) WithDefaults() Idempotency {
	if i.Wait == 0 {
		i.Wait = 10 * time.Second
	}
	if i.Lease == 0 {
		i.Lease = 8 * time.Second
	}
	if i.Keep == 0 {
		i.Keep = 24 * time.Hour
	}
	return i
}
