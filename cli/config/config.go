// Package config has the commands that show and check the configuration.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

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
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Print every setting, its value and where it comes from",
		Example: "  cojoin config show",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, values, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
			if asJSON {
				return showJSON(cmd.OutOrStdout(), values, err)
			}
			if shown := showTable(cmd.OutOrStdout(), values); shown != nil {
				return shown
			}
			return err
		},
	}
	setting.FileFlag(cmd, &file)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// shownValue returns a setting's value for display. It never shows a secret, only whether it is set.
func shownValue(v setting.Value) string {
	if v.Secret && v.Value != "" {
		return secret.Redacted
	}
	return v.Value
}

func showTable(out io.Writer, values []setting.Value) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SETTING\tVALUE\tFROM\tMEANING")
	for _, v := range values {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", v.Label(), shownValue(v), v.Source, v.Doc)
	}
	return w.Flush()
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
	var file string
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Report every mistake in the configuration, and what is unsafe in production",
		Example: "  cojoin config check --config cojoin.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, values, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
			if err != nil {
				return err
			}
			if err := doctor.Tell(cmd.OutOrStdout(), illegible(s.Brand), false); err != nil {
				return err
			}
			if weak := append(doctor.Weaknesses(s, values), doctor.Leftovers(s.Leftovers(nil))...); len(weak) > 0 {
				return errors.Join(doctor.Tell(cmd.OutOrStdout(), weak, false), &console.SilentError{})
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the configuration is valid; to test what it refers to, run: cojoin doctor")
			return nil
		},
	}
	setting.FileFlag(cmd, &file)
	return cmd
}

func newConfigReferenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "reference",
		Short:   "Print the table of every setting, as Markdown",
		Long:    "Print the table of every setting: its name in the file, its variable, its flag, its default and what it means.",
		Example: "  cojoin config reference > docs/configuration.md",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return setting.WriteReference(cmd.OutOrStdout())
		},
	}
}
