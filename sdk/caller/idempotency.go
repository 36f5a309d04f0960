package caller

import "time"

// Idempotency says how calls that are sent twice are told apart from new ones. A zero field means its default.
type Idempotency struct {
	Wait  time.Duration // how long a duplicate waits for the first call's answer, and a step of a sign-up for the database; default 10 s
	Lease time.Duration // how long after its process died a call may be run by a duplicate; default 8 s. A call that runs renews it
	Keep  time.Duration // how long an answer is given again; default 24 h
}

// DefaultIdempotency holds what is used where an [Idempotency] says nothing.
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
