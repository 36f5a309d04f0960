package scenarios

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

func newLintCommand() *cobra.Command {
	var pairs, envFiles []string
	cmd := &cobra.Command{
		Use:   "lint FILE|FOLDER|-…",
		Short: "Find the mistakes of scenario files without running them",
		Long: `Find the mistakes of scenario files without running them: unknown keys, names, placeholders and steps, values of
a wrong type, broken JSON paths and regular expressions, captures that are used too early, includes
and matrices that don't fit. Each mistake is one line with its file, line and column, and the cure.

A folder stands for its .yaml files, without those in folders named parts, which are checked where they are included.
The file - is standard input.

Exit codes: 0 no mistake; 2 a mistake.`,
		Example: `  cojoin scenarios lint examples/scenarios
  cojoin scenarios lint card.yaml --var city=Boston
  cojoin signup record --har journey.har | cojoin scenarios lint -`,
		Args: files,
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := scenario.ReadInputs(envFiles, pairs)
			if err != nil {
				return &console.UsageError{Err: err}
			}
			return lint(cmd, args, in)
		},
	}
	console.JSONFlag(cmd)
	cmd.Flags().StringArrayVar(&pairs, "var", nil, "replace a var of the files, as name=value; may be repeated")
	cmd.Flags().StringArrayVar(&envFiles, "env-file", nil, "read vars from this `FILE` of lines NAME=value; may be repeated")
	return cmd
}

// files requires an argument.
func files(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return console.Usagef("name a scenario file or a folder, e.g. examples/scenarios")
	}
	return nil
}

// lint prints the mistakes of all files.
func lint(cmd *cobra.Command, args []string, in scenario.Inputs) error {
	paths, err := scenario.AllFiles(args)
	if err != nil {
		return &console.UsageError{Err: err}
	}
	all, wrong, runs := scenario.Mistakes{}, 0, 0
	for _, path := range paths {
		found, err := scenario.LoadFrom(path, cmd.InOrStdin(), in)
		mistakes := scenario.MistakesOf(path, err)
		all = append(all, mistakes...)
		runs += len(found)
		if len(mistakes) > 0 {
			wrong++
		}
	}
	if err := console.Print(cmd, all, func(out io.Writer) error {
		for _, m := range all {
			if _, err := fmt.Fprintf(out, "%s: %s\n", m.At, m.Text); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if len(all) > 0 {
		return console.Usagef("%d mistake(s) in %d of %d file(s)", len(all), wrong, len(paths))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d file(s) without a mistake, %d scenario(s)\n", len(paths), runs)
	return nil
}
