package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/catalog"
	"github.com/cojoin/cojoin/cli/codes"
	"github.com/cojoin/cojoin/cli/config"
	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/dev"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/events"
	"github.com/cojoin/cojoin/cli/finance"
	"github.com/cojoin/cojoin/cli/identity"
	"github.com/cojoin/cojoin/cli/invite"
	"github.com/cojoin/cojoin/cli/payments"
	"github.com/cojoin/cojoin/cli/pro"
	"github.com/cojoin/cojoin/cli/sandbox"
	"github.com/cojoin/cojoin/cli/scenarios"
	"github.com/cojoin/cojoin/cli/serve"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/cli/signup"
	"github.com/cojoin/cojoin/cli/subscriptions"
	"github.com/cojoin/cojoin/sdk/fault"
)

// Exit codes. With them a script can distinguish its own mistakes (2) from the service's refusals (1).
const (
	exitOK      = 0
	exitFailed  = 1 // the command failed, or an expectation wasn't met
	exitUsage   = 2 // the command line, or a file that it names, is invalid
	exitLogin   = 3 // not logged in, or no longer
	exitPending = 4 // a payment is still being confirmed: run the command again
)

// run runs one command line and returns the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runUntil(ctx, args, in, out, errOut)
}

// runUntil is run with a context.
func runUntil(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRootCommand()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var silent *console.SilentError
	if !errors.As(err, &silent) {
		fmt.Fprintln(errOut, "cojoin: "+inWords(err).Error())
	}
	return exitCodeOf(err)
}

// inWords formats broken rules for people, one per line.
func inWords(err error) error {
	var invalid *fault.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	lines := make([]error, len(invalid.Violations))
	for i, v := range invalid.Violations {
		lines[i] = fmt.Errorf("%s: %s", v.Field, v.Text)
	}
	return errors.Join(lines...)
}

func exitCodeOf(err error) int {
	var pending *console.PendingError
	switch {
	case isUsage(err):
		return exitUsage
	case session.IsMissing(err):
		return exitLogin
	case errors.As(err, &pending):
		return exitPending
	}
	return exitFailed
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "cojoin",
		Short: "Sign-up and checkout for co-parents: run it, check it, script it",
		Example: `    cojoin dev                                              run everything on this machine
  cojoin signup run examples/scenarios/parent-card.yaml   run a scripted sign-up
  cojoin doctor                                           check the configuration and its services`,
		Long: `Sign-up and checkout for co-parents: run it, check it, script it; and, for professionals, buy and issue codes.

Exit codes: 0 success; 1 failure; 2 usage error, or an invalid input file; 3 not logged in; 4 a payment is still being
confirmed.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return console.Usagef("%w\nrun: %s --help", err, cmd.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	for _, g := range commandGroups() {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			refuseUnknown(c)
			root.AddCommand(c)
		}
	}
	return root
}

// refuseUnknown makes a command that only has subcommands reject an unknown one; cobra would show its help and
// report success.
func refuseUnknown(c *cobra.Command) {
	for _, sub := range c.Commands() {
		refuseUnknown(sub)
	}
	if c.HasSubCommands() && !c.Runnable() {
		c.Args = cobra.NoArgs
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

type commandGroup struct {
	id, title string
	commands  []*cobra.Command
}

// commandGroups lists every command, in the order of the help.
func commandGroups() []commandGroup {
	return []commandGroup{
		{"run", "Run it:", []*cobra.Command{dev.Command(), serve.Command(), serve.WorkCommand(), newMigrateCommand(), newInstallCommand(), newUninstallCommand(), sandbox.Command()}},
		{"try", "Script it, price it:", []*cobra.Command{signup.Command(), scenarios.Command(), catalog.QuoteCommand(), newBenchCommand()}},
		{"practise", "For professionals:", []*cobra.Command{session.LoginCommand(), session.LogoutCommand(), session.WhoamiCommand(), session.Command(), codes.Command(), invite.Command()}},
		{"operate", "Operate it:", []*cobra.Command{catalog.Command(), events.Command(), finance.Command(), newFunnelCommand(), identity.Command(), newPasswordsCommand(), payments.Command(), newPrivacyCommand(), pro.Command(), finance.ReceiptsCommand(), subscriptions.RenewalsCommand(), newSecretsCommand(), subscriptions.Command(), config.Command(), doctor.Command()}},
		{"describe", "Describe it:", []*cobra.Command{newErrorsCommand(), newOpenAPICommand(), newReferenceCommand(), newVersionCommand()}},
	}
}

// isUsage reports whether an error is a mistake on the command line. Cobra has no type for its own.
func isUsage(err error) bool {
	var usage *console.UsageError
	if errors.As(err, &usage) {
		return true
	}
	for _, beginning := range []string{"unknown command ", "accepts ", "requires at least ", "required flag", "if any flags in the group", "at least one of the flags"} {
		if strings.HasPrefix(err.Error(), beginning) {
			return true
		}
	}
	return false
}
