package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// SwitchInvalid is the fault of a switch without a reason or with one that is too long, with an unknown state, or with a negative time.
var SwitchInvalid = fault.New(fault.Invalid, "payment_switch_invalid", nil)

// SwitchInput sets the payments guard by hand.
type SwitchInput struct {
	State  GuardState
	Reason string
	// For is the duration of the switch. Zero: until the next switch, or an hour for [GuardOpen], which then keeps payments from being tightened.
	For time.Duration
}

// Switch is one decision of an operator on the payments guard.
type Switch struct {
	State    GuardState `json:"state"`
	Operator string     `json:"operator"`
	Reason   string     `json:"reason"`
	At       time.Time  `json:"at"`
	Until    *time.Time `json:"until,omitempty"`
}

// GuardReport is the state of the payments guard with its figures, and the operators' switches.
type GuardReport struct {
	Guard
	Switches []Switch `json:"switches"` // newest first
}
