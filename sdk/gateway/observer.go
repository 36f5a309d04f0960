package gateway

import "time"

// Observer receives events for metrics as they happen. Its methods are called concurrently,
// must return immediately, and get no personal data. Figures that are the same for all processes
// are read with operate.Client.Figures instead.
type Observer interface {
	// GatewayCalled tells of a call to the payment provider: its name ("authorize"), what came of it, and
	// how long it took.
	GatewayCalled(call string, outcome Outcome, took time.Duration)
	// CodesTried tells of a price that was asked for with subscription codes, and whether all of them counted.
	CodesTried(good bool)
	// PaymentDecided tells of an attempt whose outcome became known, by its AttemptState.
	PaymentDecided(state string)
	// Hashed tells how long a password, answer or code waited for its turn to be hashed; not taken means
	// that it waited in vain.
	Hashed(waited time.Duration, taken bool)
}

// Outcome is what came of a call to the payment provider.
type Outcome string

// The outcomes of a call to the provider.
const (
	OutcomeOK       Outcome = "ok"
	OutcomeDeclined Outcome = "declined"
	OutcomeNotFound Outcome = "not_found"
	OutcomeUnknown  Outcome = "unknown" // it may have had its effect
	OutcomeFailed   Outcome = "failed"
)

// Nobody is the observer where none is configured.
type Nobody struct{}

// GatewayCalled does nothing.
func (Nobody) GatewayCalled(string, Outcome, time.Duration) {}

// CodesTried does nothing.
func (Nobody) CodesTried(bool) {}

// PaymentDecided does nothing.
func (Nobody) PaymentDecided(string) {}

// Hashed does nothing.
func (Nobody) Hashed(time.Duration, bool) {}
