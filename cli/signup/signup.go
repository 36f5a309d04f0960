// Package signup has the commands for sign-ups: run them from scripts, list, show and purge them.
package signup

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/cli/setting"
)

// Command is "cojoin signup".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "signup",
		Short: "Run scripted sign-ups, generate random ones, inspect and purge existing ones",
		Example: `  cojoin signup run examples/scenarios/*.yaml --parallel 8
  cojoin signup generate --count 100 --run
  cojoin signup list --state open
  cojoin signup schema > scenario.schema.json`,
	}
	cmd.AddCommand(newSignupRunCommand(), newSignupGenerateCommand(), newSignupRecordCommand(), newSignupListCommand(), newSignupInspectCommand(), newSignupPurgeCommand(), newSignupSchemaCommand())
	return cmd
}

type signupRunFlags struct {
	server          string
	count, parallel int
	json            bool
	junit, summary  string
	flags           []string
}

func newSignupRunCommand() *cobra.Command {
	var f signupRunFlags
	cmd := &cobra.Command{
		Use:   "run FILE…",
		Short: "Run scenario files and check their expectations",
		Long: `Run scenario files and check their expectations.

A file holds the inputs of each step and the expected answers; "cojoin signup schema" prints
its format. Runs need a server: by default the one that "cojoin dev" started.

Exit codes: 0 all expectations were met; 1 one wasn't, or the server can't be reached; 2 a file or the
command line is invalid.`,
		Example: `  cojoin signup run examples/scenarios/parent-card.yaml
  cojoin signup run examples/scenarios/*.yaml --parallel 8 --junit report.xml --summary summary.json
  cojoin signup run examples/scenarios/renewals/*.yaml
  cojoin signup run card.yaml --count 200 --parallel 8 --json > runs.jsonl
  cojoin signup run card.yaml --flag grow886=treatment --server https://join.example.com`,
		Args: atLeastOneFile,
		RunE: func(cmd *cobra.Command, files []string) error {
			scenarios, err := loadScenarios(files)
			if err != nil {
				return err
			}
			return runScenarios(cmd, scenarios, f)
		},
	}
	cmd.Flags().IntVar(&f.count, "count", 1, "number of runs of each file")
	runFlags(cmd, &f)
	return cmd
}

// runFlags adds the flags of commands that run scenarios.
func runFlags(cmd *cobra.Command, f *signupRunFlags) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "`ADDRESS` of the server (default: $"+setting.ServerVariable+", else "+setting.DefaultServer+")")
	flags.IntVar(&f.parallel, "parallel", 1, "number of concurrent runs")
	flags.BoolVar(&f.json, "json", false, "print one JSON object per run and line, instead of text")
	flags.StringVar(&f.junit, "junit", "", "write a JUnit report to this `FILE`")
	flags.StringVar(&f.summary, "summary", "", "write a JSON summary to this `FILE`")
	flags.StringArrayVar(&f.flags, "flag", nil, "force an experiment's arm, as key=arm; may be repeated")
}

func atLeastOneFile(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return console.Usagef("name a scenario file, e.g. examples/scenarios/parent-card.yaml")
	}
	return nil
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

// runScenarios runs every scenario count times, with parallel concurrent runs, and reports each run when it is done.
func runScenarios(cmd *cobra.Command, scenarios []*scenario.Scenario, f signupRunFlags) error {
	opts, err := f.options()
	if err != nil {
		return err
	}
	report := newSignupReport(cmd.OutOrStdout(), cmd.ErrOrStderr(), f.json, len(scenarios)*f.count)
	var (
		start = time.Now()
		wait  sync.WaitGroup
		turns = make(chan struct{}, f.parallel)
		ctx   = cmd.Context()
	)
	for _, s := range scenarios {
		for number := 1; number <= f.count && ctx.Err() == nil; number++ {
			turns <- struct{}{}
			wait.Go(func() {
				defer func() { <-turns }()
				report.begin(s.Name)
				report.add(s.Run(ctx, number, opts))
			})
		}
	}
	wait.Wait()
	report.summary(cmd.ErrOrStderr())
	if err := f.writeReports(report.results, time.Since(start)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return errors.New("interrupted before all runs were done")
	}
	if report.failed > 0 {
		return &console.SilentError{}
	}
	return nil
}

func (f signupRunFlags) writeReports(results []scenario.Result, took time.Duration) error {
	if f.junit != "" {
		if err := writeJUnit(f.junit, results, took); err != nil {
			return err
		}
	}
	if f.summary != "" {
		return writeSummary(f.summary, summarize(results, took))
	}
	return nil
}

func (f signupRunFlags) options() (scenario.Options, error) {
	if f.count < 1 || f.parallel < 1 {
		return scenario.Options{}, console.Usagef("--count and --parallel must be at least 1")
	}
	server, err := serverAddress(f.server)
	if err != nil {
		return scenario.Options{}, err
	}
	forced := map[string]string{}
	for _, pair := range f.flags {
		key, arm, ok := strings.Cut(pair, "=")
		if !ok || key == "" || arm == "" {
			return scenario.Options{}, console.Usagef("--flag %q is not key=arm, e.g. grow886=treatment", pair)
		}
		forced[key] = arm
	}
	return scenario.Options{Server: server.String(), Flags: maps.Clone(forced)}, nil
}

// serverAddress returns the server's address: that of the flag, else of the environment, else the default of "cojoin dev".
func serverAddress(flag string) (*url.URL, error) {
	address := cmp.Or(flag, os.Getenv(setting.ServerVariable), setting.DefaultServer)
	server, err := url.Parse(address)
	if err != nil || server.Host == "" || (server.Scheme != "http" && server.Scheme != "https") {
		return nil, console.Usagef("--server %q is not an address like %s", address, setting.DefaultServer)
	}
	return server, nil
}

// loadScenarios reads every file before the first run, so that a mistake in the last one is reported early.
func loadScenarios(files []string) ([]*scenario.Scenario, error) {
	var all []*scenario.Scenario
	var mistakes []error
	for _, file := range files {
		found, err := scenario.Load(file, scenario.Inputs{})
		if err != nil {
			if errors.Is(err, os.ErrNotExist) {
				err = fmt.Errorf("there is no file %s", file)
			}
			mistakes = append(mistakes, err)
			continue
		}
		all = append(all, found...)
	}
	if len(mistakes) > 0 {
		return nil, &console.UsageError{Err: errors.Join(mistakes...)}
	}
	return all, nil
}
