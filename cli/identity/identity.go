// Package identity has the commands for a database's identity: its secret, its database of persons' keys and its merchant.
package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/identity"
)

// Command is "cojoin identity".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "identity",
		Short: "Show and change the secret, the database of persons' keys and the merchant that belong to a database",
		Example: `  cojoin identity show
  cojoin identity accept --merchant abc123 --reason "moved to our own merchant account"`,
	}
	cmd.AddCommand(newShowCommand(), newAcceptCommand())
	return cmd
}

// shown is the output of "cojoin identity show --json".
type shown struct {
	Recorded   []identity.Entry `json:"recorded"`
	Mismatches []string         `json:"mismatches"`
}

func newShowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show the database's identity, and compare it with the configuration",
		Long: `Show the secret, the database of persons' keys and the merchant that belong to the database, with every change, its
operator and its reason. The exit code is 1 if the configuration differs. Secrets aren't printed.`,
		Example: `  cojoin identity show
  cojoin identity show --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithStack(cmd, func(ctx context.Context, st *stack.Stack) error {
				recorded, err := st.Client.Identity.List(ctx)
				if err != nil {
					return err
				}
				checked := st.Check(ctx)
				wrong := identity.Mismatches(checked)
				if checked != nil && len(wrong) == 0 {
					return checked
				}
				if err := show(cmd, recorded, wrong); err != nil {
					return err
				}
				if len(wrong) > 0 {
					return &console.SilentError{}
				}
				return nil
			})
		},
	}
	setting.OperatorFlags(cmd)
	return cmd
}

func show(cmd *cobra.Command, recorded []identity.Entry, wrong []*identity.MismatchError) error {
	if console.AsJSON(cmd) {
		out := shown{Recorded: recorded, Mismatches: []string{}}
		for _, w := range wrong {
			out.Mismatches = append(out.Mismatches, w.Error())
		}
		return console.WriteJSON(cmd.OutOrStdout(), out)
	}
	columns := []string{"what", "number", "version", "value", "since", "operator", "reason"}
	err := console.List(cmd, recorded, "nothing is recorded yet", columns, func(e identity.Entry) []any {
		number := ""
		if e.Kind == identity.Secret {
			number, e.Value = fmt.Sprint(e.Number), "sealed"
		}
		return []any{strings.ReplaceAll(string(e.Kind), "_", " "), number, e.Version, e.Value, e.At, e.Operator, e.Reason}
	})
	for _, mismatch := range wrong {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s. %s\n", mismatch.Error(), stack.MendIdentity(mismatch))
	}
	return err
}

func newAcceptCommand() *cobra.Command {
	var in identity.Change
	cmd := &cobra.Command{
		Use:   "accept",
		Short: "Record that another merchant or database of persons' keys belongs to the database from now on",
		Long: `Record an intended change, with your name and the reason. Stop servers and workers first, configure the new value, accept it, and start them
again: a server with the old value is no longer ready.

After another merchant or environment: payment methods that the old merchant keeps can't be charged any more;
payments that were made there are refunded, and their disputes answered, in its control panel.

--person-keys is for a database of persons' keys that was lost, or restored from a time before it was recorded. People whose keys aren't in it can't be read.

A secret isn't changed by this command: docs/how-to/rotate-secrets.md.`,
		Example: `  cojoin identity accept --merchant abc123 --environment production --reason "from the trial to production"
  cojoin identity accept --person-keys --reason "restored from the backup of 3 March"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if in.Merchant == "" && in.Environment == "" && !in.PersonKeys {
				return console.Usagef("name the change: --merchant, --environment or --person-keys")
			}
			return stack.WithStack(cmd, func(ctx context.Context, st *stack.Stack) error { return accept(ctx, cmd, st, in) })
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVar(&in.Merchant, "merchant", "", "the new merchant `ID`, as in payment.merchantId")
	cmd.Flags().StringVar(&in.Environment, "environment", "", "the provider's new `ENVIRONMENT`, as in payment.environment")
	cmd.Flags().BoolVar(&in.PersonKeys, "person-keys", false, "the database of personKeysUrl replaces the recorded one")
	cmd.Flags().StringVar(&in.Reason, "reason", "", "the reason, for later readers; at most 500 characters")
	return cmd
}

// follows are the consequences of a change.
var follows = map[identity.Kind]string{
	identity.Merchant: "payment methods that the old merchant keeps can't be charged any more. " +
		"Refund payments that were made there in its control panel, and answer their disputes there.",
	identity.Environment: "payment methods of the old environment can't be charged any more. Refund payments that were made there in its control panel.",
	identity.PersonKeys:  "people whose keys aren't in this database can't be read. cojoin doctor counts them among the newest.",
}

func accept(ctx context.Context, cmd *cobra.Command, st *stack.Stack, in identity.Change) error {
	changed, err := st.Client.Identity.Accept(ctx, in)
	var other *identity.NotConfiguredError
	switch {
	case errors.Is(err, identity.ErrReason):
		return console.Usagef("--reason: %w", err)
	case errors.As(err, &other):
		return console.Usagef("%w", err)
	case len(identity.Mismatches(err)) > 0:
		return stack.IdentityMistake(err, st.Settings)
	case err != nil:
		return err
	}
	if len(changed) == 0 {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "nothing to accept: the configuration already belongs to this database")
		return err
	}
	for _, kind := range changed {
		fmt.Fprintf(cmd.OutOrStdout(), "recorded: another %s. What follows: %s\n", strings.ReplaceAll(string(kind), "_", " "), follows[kind])
	}
	return nil
}
