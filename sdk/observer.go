package sdk

import "time"

// Observer is told what operators watch as it happens. Its methods are called from many goroutines at
// once, must return at once, and get no personal data. Figures that every process would count for itself,
// though they are one for all, are read with [Client.Figures] instead.
type Observer interface {
	// GatewayCalled tells of a call to the payment provider: its name ("authorize"), what came of it, and
	// how long it took.
	GatewayCalled(call string, outcome GatewayOutcome, took time.Duration)
	// CodesTried tells of a price that was asked for with subscription codes, and whether all of them counted.
	CodesTried(good bool)
	// PaymentDecided tells of an attempt whose outcome became known, by its AttemptState.
	PaymentDecided(state string)
	// Hashed tells how long a password, answer or code waited for its turn to be hashed; not taken means
	// that it waited in vain.
	Hashed(waited time.Duration, taken bool)
}

// GatewayOutcome is what came of a call to the payment provider.
type GatewayOutcome string

// The outcomes of a call to the provider.
const (
	GatewayOutcomeOK       GatewayOutcome = "ok"
	GatewayOutcomeDeclined GatewayOutcome = "declined"
	GatewayOutcomeNotFound GatewayOutcome = "not_found"
	GatewayOutcomeUnknown  GatewayOutcome = "unknown" // it may have had its effect
	GatewayOutcomeFailed   GatewayOutcome = "failed"
)

// nobody is the observer where none is configured.
type nobody struct{}

func (nobody) GatewayCalled(string, GatewayOutcome, time.Duration) {}
func (nobody) CodesTried(bool)                                     {}
func (nobody) PaymentDecided(string)                               {}
func (nobody) Hashed(time.Duration, bool)                          {}
