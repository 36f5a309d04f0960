package gateway

import "time"

// Observer receives events for metrics as they happen. Its methods are called concurrently, must return immediately, and get no personal data.
// Figures that are the same for all processes come from operate.Client.Figures instead.
type Observer interface {
	// GatewayCalled reports a call to the payment provider: its name ("authorize"), outcome and duration.
	GatewayCalled(call string, outcome Outcome, took time.Duration)
	// CodesTried reports a price request with subscription codes. good is true if all of them were valid.
	CodesTried(good bool)
	// PaymentDecided reports an attempt with a known outcome, by its AttemptState.
	PaymentDecided(state string)
	// Hashed reports the time that a password, answer or code waited for its turn to be hashed. taken is false if it got no turn.
	Hashed(waited time.Duration, taken bool)
}

// Outcome is the outcome of a call to the payment provider.
type Outcome string

// The outcomes of a call to the provider.
const (
	OutcomeOK       Outcome = "ok"
	OutcomeDeclined Outcome = "declined"
	OutcomeNotFound Outcome = "not_found"
	OutcomeUnknown  Outcome = "unknown" // the call may have had its effect
	OutcomeFailed   Outcome = "failed"
)

// Nobody is the default observer, which ignores every event.
type Nobody struct{}

// GatewayCalled does nothing.
func (Nobody) GatewayCalled(string, Outcome, time.Duration) {}

// CodesTried does nothing.
func (Nobody) CodesTried(bool) {}

// PaymentDecided does nothing.
func (Nobody) PaymentDecided(string) {}

// Hashed does nothing.
func (Nobody) Hashed(time.Duration, bool) {}
