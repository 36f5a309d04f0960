package console

import (
	"time"

	"github.com/spf13/cobra"
)

// DayFlag parses a day in UTC; an empty string means the default.
func DayFlag(name, value string, otherwise time.Time) (time.Time, error) {
	if value == "" {
		return otherwise, nil
	}
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return day, Usagef("--%s must be a day like 2026-11-01", name)
	}
	return day, nil
}

// CompleteStates completes the values of --state.
func CompleteStates[S ~string](cmd *cobra.Command, states []S) {
	names := make([]string, len(states))
	for i, s := range states {
		names[i] = string(s)
	}
	_ = cmd.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}
