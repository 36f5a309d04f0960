package console

import (
	"cmp"
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

// JSONFlag adds --json.
func JSONFlag(cmd *cobra.Command) { cmd.Flags().Bool("json", false, "print JSON") }

// AsJSON reports whether --json is set.
func AsJSON(cmd *cobra.Command) bool {
	is, _ := cmd.Flags().GetBool("json")
	return is
}

// ListFlags adds --json and --csv, for List.
func ListFlags(cmd *cobra.Command) {
	JSONFlag(cmd)
	cmd.Flags().Bool("csv", false, "print CSV")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}

// PageFlags adds --before and --limit, for a list that is read page by page. before is the id, or the position, of the
// previous page's last entry.
func PageFlags[K string | int64](cmd *cobra.Command, things string, before *K, limit *int) {
	switch before := any(before).(type) {
	case *string:
		cmd.Flags().StringVar(before, "before", "", "only "+things+" older than this `ID`")
	case *int64:
		cmd.Flags().Int64Var(before, "before", 0, "only "+things+" before this `POSITION`")
	}
	LimitFlag(cmd, limit)
}

// LimitFlag adds --limit. Its default is the limit's value, or else 50.
func LimitFlag(cmd *cobra.Command, limit *int) {
	cmd.Flags().IntVar(limit, "limit", cmp.Or(*limit, 50), "maximum number, up to 500")
}

// OneArg returns the check for exactly one argument. mistake is the text of the usage error.
func OneArg(mistake string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return Usagef("%s", mistake)
		}
		return nil
	}
}
