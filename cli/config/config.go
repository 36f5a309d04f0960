// Package config has the commands that show and check the configuration.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Command is "cojoin config".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show and check the configuration",
		Long: `Show and check the configuration of the server and the workers.

Settings come from a file (--config, else COJOIN_CONFIG, else cojoin.yaml if it exists), then from
environment variables, then from flags; a later one wins. A secret may be stored in a separate file: name that file
in the variable that ends in _FILE, e.g. COJOIN_SECRET_FILE.`,
		Example: `  cojoin config check --config cojoin.yaml
  cojoin config show --json`,
	}
	cmd.AddCommand(newConfigShowCommand(), newConfigCheckCommand(), newConfigBrandCommand(), newConfigReferenceCommand())
	return cmd
}

func newConfigShowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Print every setting, its value and its source",
		Example: "  cojoin config show",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, values, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ()})
			if console.AsJSON(cmd) {
				return showJSON(cmd.OutOrStdout(), values, err)
			}
			columns := []string{"setting", "value", "from", "meaning"}
			return errors.Join(console.List(cmd, values, "no settings", columns, func(v setting.Value) []any {
				return []any{v.Label(), shownValue(v), v.Source, v.Doc}
			}), err)
		},
	}
	setting.ListFlags(cmd)
	return cmd
}

// shownValue returns a setting's value for display. It never shows a secret, only whether it is set.
func shownValue(v setting.Value) string {
	if v.Secret && v.Value != "" {
		return secret.Redacted
	}
	return v.Value
}

func showJSON(out io.Writer, values []setting.Value, mistake error) error {
	type shown struct {
		Setting string `json:"setting"`
		Value   string `json:"value"`
		From    string `json:"from"`
	}
	all := make([]shown, len(values))
	for i, v := range values {
		all[i] = shown{v.Label(), shownValue(v), v.Source}
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	return mistake
}

func newConfigCheckCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Report every mistake in the configuration, and settings that are unsafe in production",
		Example: "  cojoin config check --config cojoin.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, values, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ()})
			if err != nil {
				return err
			}
			if err := doctor.Print(cmd, illegible(s.Brand)); err != nil {
				return err
			}
			if weak := append(doctor.Weaknesses(s, values), doctor.Leftovers(s.Leftovers(nil))...); len(weak) > 0 {
				return errors.Join(doctor.Print(cmd, weak), &console.SilentError{})
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the configuration is valid; to test its services, run: cojoin doctor")
			return nil
		},
	}
	setting.FileFlag(cmd)
	return cmd
}

func newConfigReferenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "reference",
		Short:   "Print the table of every setting, as Markdown",
		Long:    "Print the table of every setting: its name in the file, its variable, its flag, its default and its meaning.",
		Example: "  cojoin config reference > docs/configuration.md",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return setting.WriteReference(cmd.OutOrStdout())
		},
	}
}
