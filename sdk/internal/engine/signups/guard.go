package signups

import (
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/signup"
)

// Guard lists the routes and sections that are open in a state. The states are a sign-up's ([StepGuard]) or an invited parent's (invite.StepGuard).
type Guard[S ~string] struct {
	State    S                `json:"state"`
	Next     string           `json:"next"`     // the next route
	Routes   []string         `json:"routes"`   // the open routes, including Next
	Sections []signup.Section `json:"sections"` // the sections open to changes
}

// GuardOf returns a state's guard. CheckGuards ensures that the table has every state.
func GuardOf[S ~string](guards []Guard[S], state S) Guard[S] {
	for i := range guards {
		if guards[i].State == state {
			return guards[i]
		}
	}
	panic("sdk: no guard for state " + string(state))
}

// CheckGuards returns an error for an incomplete table, so that the program fails at startup.
func CheckGuards[S ~string](guards []Guard[S], states []S) error {
	if len(guards) != len(states) {
		return fmt.Errorf("sdk: guards: %d states, want %d", len(guards), len(states))
	}
	for i, g := range guards {
		if g.State != states[i] {
			return fmt.Errorf("sdk: guards: state %d is %s, want %s", i, g.State, states[i])
		}
		if !slices.Contains(g.Routes, g.Next) {
			return fmt.Errorf("sdk: guards: %s leads to %s, a closed route for it", g.State, g.Next)
		}
	}
	return nil
}
