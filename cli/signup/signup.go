// Package signup has the commands for sign-ups: run them from scripts, list, show and purge them.
package signup

import (
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/scenario"
)

// Command is "cojoin signup".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "signup",
		Short: "Run scripted sign-ups, generate random ones, inspect and purge existing ones",
		Example: `  cojoin signup run examples/scenarios --parallel 8
  cojoin signup generate --count 100 --run
  cojoin signup list --state open
  cojoin signup schema > scenario.schema.json`,
	}
	cmd.AddCommand(newSignupRunCommand(), newSignupGenerateCommand(), newSignupRecordCommand(), newSignupListCommand(), newSignupInspectCommand(), newSignupPurgeCommand(), newSignupSchemaCommand())
	return cmd
}

func newSignupSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of scenario files",
		Example: "  cojoin signup schema > scenario.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(scenario.Schema)
			return err
		},
	}
}
