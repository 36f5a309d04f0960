package signups

import (
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/signup"
)

// Guard says which routes and sections are open in a state. The states are a sign-up's ([StepGuard]) or an invited
// parent's (invite.StepGuard).
type Guard[S ~string] struct {
	State    S                `json:"state"`
	Next     string           `json:"next"`     // the route that comes next
	Routes   []string         `json:"routes"`   // the routes that may be seen, Next among them
	Sections []signup.Section `json:"sections"` // the sections that may be changed
}

// GuardOf returns a state's guard. The table has every state, which CheckGuards ensures.
func GuardOf[S ~string](guards []Guard[S], state S) Guard[S] {
	for i := range guards {
		if guards[i].State == state {
			return guards[i]
		}
	}
	panic("sdk: no guard for state " + string(state))
}

// CheckGuards returns an error for an incomplete table, so that the program fails at start-up.
func CheckGuards[S ~string](guards []Guard[S], states []S) error {
	if len(guards) != len(states) {
		return fmt.Errorf("sdk: guards: %d states, want %d", len(guards), len(states))
	}
	for i, g := range guards {
		if g.State != states[i] {
			return fmt.Errorf("sdk: guards: state %d is %s, want %s", i, g.State, states[i])
		}
		if !slices.Contains(g.Routes, g.Next) {
			return fmt.Errorf("sdk: guards: %s leads to %s, which it may not see", g.State, g.Next)
		}
	}
	return nil
}
