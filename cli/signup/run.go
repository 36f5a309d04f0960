package signup

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/cli/setting"
)

// runFlags are the flags of commands that run scenarios.
type runFlags struct {
	server                   string
	count, parallel, retries int
	timeout                  time.Duration
	failFast, json           bool
	junit, summary           string
	flags                    []string
}

func newSignupRunCommand() *cobra.Command {
	var f runFlags
	var selected selection
	var vars, envFiles []string
	var watching bool
	cmd := &cobra.Command{
		Use:   "run FILE|FOLDER|-…",
		Short: "Run scenario files and check their expectations",
		Long: `Run scenario files and check their expectations.

A file holds the inputs of each step and the expected answers; "cojoin signup schema" prints its format. A folder stands for
all .yaml files below it, without its folders named parts, whose files are included by others; - is standard input.
Runs need a server: by default the one that "cojoin dev" started.

Files that move the server's clock, or make it look at every payment, run after all others, one at a time, regardless of
--parallel. No other command may run scenarios against the same server meanwhile.

--filter selects by a text, or a regular expression, in the name or file. --tag selects the scenarios with one of the named
tags, and --tag '!slow' leaves out those with the tag. With --retries, a run that passes later is reported as "passed at try 2",
with its first failure. An invalid file is reported as one failed test; the others run.

Exit codes: 0 all expectations were met; 1 one wasn't, or the server can't be reached; 2 the command line is invalid, nothing
is selected, or a file is invalid and all runs passed.`,
		Example: `  cojoin signup run examples/scenarios/parent-card.yaml
  cojoin signup run examples/scenarios --parallel 8 --junit report.xml --summary summary.json
  cojoin signup run scenarios --tag renewal --tag '!slow' --filter card --fail-fast
  cojoin signup run card.yaml --var city=Boston --env-file staging.env --retries 1 --timeout 90s
  cojoin signup run card.yaml --watch
  cojoin signup generate --count 5 | cojoin signup run -
  cojoin signup run card.yaml --count 200 --parallel 8 --json > runs.jsonl
  cojoin signup run card.yaml --flag grow886=treatment --server https://join.example.com`,
		Args: atLeastOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			values, err := scenario.ReadInputs(envFiles, vars)
			if err != nil {
				return &console.UsageError{Err: err}
			}
			r, err := f.runner(cmd)
			if err != nil {
				return err
			}
			from := source{args: args, stdin: cmd.InOrStdin(), values: values}
			if watching {
				return r.watch(cmd.Context(), from, selected)
			}
			inputs, err := from.load()
			if err != nil {
				return err
			}
			return r.runSelected(cmd.Context(), inputs, selected)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 1, "number of runs of each scenario")
	flags.StringVar(&selected.filter, "filter", "", "only scenarios with this `TEXT`, or match of a regular expression, in their name or file")
	flags.StringArrayVar(&selected.tags, "tag", nil, "only scenarios with this `TAG`, or with !TAG without it; may be repeated")
	flags.StringArrayVar(&vars, "var", nil, "value of a variable of the files, as `key=value`; may be repeated")
	flags.StringArrayVar(&envFiles, "env-file", nil, "read variables from this `FILE` of lines NAME=value; may be repeated")
	flags.BoolVar(&watching, "watch", false, "run again the files that change, until Ctrl-C")
	addRunFlags(cmd, &f)
	return cmd
}

// addRunFlags adds the flags of commands that run scenarios.
func addRunFlags(cmd *cobra.Command, f *runFlags) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "`ADDRESS` of the server (default: $"+setting.ServerVariable+", else "+setting.DefaultServer+")")
	flags.IntVar(&f.parallel, "parallel", 1, "number of concurrent runs")
	flags.DurationVar(&f.timeout, "timeout", 0, "maximum `DURATION` of a run, e.g. 90s; a file's own timeout counts if it is shorter (default: none)")
	flags.IntVar(&f.retries, "retries", 0, "number of further tries of a failed run")
	flags.BoolVar(&f.failFast, "fail-fast", false, "begin no further run after a failed one")
	flags.BoolVar(&f.json, "json", false, "print one JSON object per run and line, instead of text")
	flags.StringVar(&f.junit, "junit", "", "write a JUnit report to this `FILE`")
	flags.StringVar(&f.summary, "summary", "", "write a JSON summary to this `FILE`")
	flags.StringArrayVar(&f.flags, "flag", nil, "force an experiment's arm, as key=arm; may be repeated")
}

func atLeastOneFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return console.Usagef("name a scenario file or a folder of them, e.g. examples/scenarios/parent-card.yaml")
	}
	return nil
}

// runner runs scenarios with a command's flags.
type runner struct {
	runFlags

	cmd  *cobra.Command
	opts scenario.Options
}

// runner checks the flags.
func (f runFlags) runner(cmd *cobra.Command) (*runner, error) {
	switch {
	case f.count < 1 || f.parallel < 1:
		return nil, console.Usagef("--count and --parallel must be at least 1")
	case f.retries < 0 || f.timeout < 0:
		return nil, console.Usagef("--retries and --timeout must not be negative")
	}
	server, err := serverAddress(f.server)
	if err != nil {
		return nil, err
	}
	forced, err := pairsOf("--flag", "key=arm", "grow886=treatment", f.flags)
	if err != nil {
		return nil, err
	}
	return &runner{f, cmd, scenario.Options{Server: server.String(), Flags: forced}}, nil
}

// runSelected runs the selected scenarios.
func (r *runner) runSelected(ctx context.Context, inputs []input, selected selection) error {
	inputs, err := selected.of(inputs)
	if err != nil {
		return err
	}
	return r.run(ctx, inputs)
}

// run runs every scenario and reports each run when it is done. The error is the outcome of the command.
func (r *runner) run(ctx context.Context, inputs []input) error {
	all := jobsOf(inputs, r.count)
	report := newReport(r.cmd.OutOrStdout(), r.cmd.ErrOrStderr(), r.json, len(all))
	for _, in := range inputs {
		if len(in.mistakes) > 0 {
			report.addInvalid(in)
		}
	}
	start := time.Now()
	report.notRun = inOrder(ctx, all, r.parallel, r.failFast, func(j job) bool {
		report.begin(j.scenario.Name)
		opts := r.opts
		opts.Waiting = func(w scenario.Wait) { report.waits(j.scenario.Name, w) }
		o := retry(ctx, r.retries, func() scenario.Result { return timed(ctx, j, r.timeout, opts) })
		o.at = j.scenario.At
		report.add(o)
		return o.OK
	})
	report.end()
	if err := r.writeReports(report, time.Since(start)); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted before all runs were done")
	case report.failed():
		return &console.SilentError{}
	case len(report.invalid) > 0:
		return &console.UsageError{Err: &console.SilentError{}}
	}
	return nil
}

func (f runFlags) writeReports(r *report, took time.Duration) error {
	if f.junit != "" {
		if err := writeJUnit(f.junit, junitOf(r, took)); err != nil {
			return err
		}
	}
	if f.summary != "" {
		return writeSummary(f.summary, summarize(r, took))
	}
	return nil
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
