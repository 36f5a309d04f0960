package signup

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// mostGenerated is the maximum number of sign-ups to generate.
const mostGenerated = 100_000

func newSignupGenerateCommand() *cobra.Command {
	var f runFlags
	var seed uint64
	var count int
	var dir string
	var run bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Generate random valid sign-ups: print them as scenarios, or run them",
		Long: `Generate random valid sign-ups: countries, families, packages, payment methods. The same seed generates the same
ones, so that a failure can be reproduced. Without --dir or --run they are printed as YAML, one
document each. Without --seed, a random seed is chosen and printed.`,
		Example: `  cojoin signup generate --count 3 --seed 7
  cojoin signup generate --count 100 --seed 7 --dir /tmp/signups
  cojoin signup generate --count 500 --run --parallel 8 --junit report.xml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if count < 1 || count > mostGenerated {
				return console.Usagef("--count must be from 1 to %d", mostGenerated)
			}
			if run && dir != "" {
				return console.Usagef("--run and --dir can't be combined: write the files, then run them with cojoin signup run")
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000) //nolint:gosec // printed, so that it can be used again
				fmt.Fprintf(cmd.ErrOrStderr(), "seed %d\n", seed)
			}
			made, err := scenario.Generate(seed, count)
			if err != nil {
				return err
			}
			switch {
			case run:
				f.count = 1
				r, err := f.runner(cmd)
				if err != nil {
					return err
				}
				inputs := make([]input, len(made))
				for i, g := range made {
					inputs[i] = input{file: g.File, scenarios: []*scenario.Scenario{g.Scenario}}
				}
				return r.run(cmd.Context(), inputs)
			case dir != "":
				return writeGenerated(cmd, dir, made)
			}
			for _, g := range made {
				fmt.Fprintf(cmd.OutOrStdout(), "---\n%s", g.YAML)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&count, "count", 1, "number of sign-ups")
	flags.Uint64Var(&seed, "seed", 0, "seed of the random generator (default: a new one)")
	flags.StringVar(&dir, "dir", "", "write each to a file in this `FOLDER`")
	flags.BoolVar(&run, "run", false, "run them against the server")
	addRunFlags(cmd, &f)
	return cmd
}

func writeGenerated(cmd *cobra.Command, dir string, made []scenario.Generated) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing secret: a folder of test data
		return fmt.Errorf("folder: %w", err)
	}
	for _, g := range made {
		if err := os.WriteFile(filepath.Join(dir, g.File), g.YAML, 0o644); err != nil { //nolint:gosec // as above
			return fmt.Errorf("scenario: %w", err)
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d scenario(s) in %s; run them with: cojoin signup run %s\n", len(made), dir, filepath.Join(dir, "*.yaml"))
	return nil
}
