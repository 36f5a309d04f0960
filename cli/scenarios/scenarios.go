// Package scenarios has the commands for scenario files: check them, format them, print their schema.
package scenarios

import (
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/scenario"
)

// Command is "cojoin scenarios".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "Check and format scenario files, and print their schema",
		Example: `  cojoin scenarios lint examples/scenarios
  cojoin scenarios fmt --check examples/scenarios
  cojoin scenarios schema > scenario.schema.json`,
	}
	cmd.AddCommand(newLintCommand(), newFormatCommand(), newSchemaCommand())
	return cmd
}

func newSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of scenario files",
		Long: `Print the JSON schema of scenario files. An editor with it completes and explains every key. A file names
its schema in the first line:

  # yaml-language-server: $schema=scenario.schema.json`,
		Example: "  cojoin scenarios schema > scenario.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(scenario.Schema)
			return err
		},
	}
}
