package codes

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/codes"
)

// codeStates are the states that listings distinguish.
var codeStates = []string{"available", "issued", "reserved", "redeemed", "revoked", "expired"}

func codeStateFlag(cmd *cobra.Command, state *string) {
	cmd.Flags().StringVar(state, "state", "", "only codes in this `STATE`: "+strings.Join(codeStates, ", "))
	_ = cmd.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(codeStates, cobra.ShellCompDirectiveNoFileComp))
}

func codeStateKnown(state string) error {
	if state != "" && !slices.Contains(codeStates, state) {
		return console.Usagef("--state must be one of %s", strings.Join(codeStates, ", "))
	}
	return nil
}

// inState returns the codes in a state, or all of them if none is named.
func inState(issued []codes.BatchCode, state string) []codes.BatchCode {
	if state == "" {
		return issued
	}
	return slices.DeleteFunc(issued, func(c codes.BatchCode) bool { return codeState(c) != state })
}
