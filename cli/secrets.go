package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
)

func newSecretsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "secrets",
		Short:   "Rotate the server's secret without losing the data that it protects",
		Example: `  cojoin secrets rekey --config /etc/cojoin.yaml`,
	}
	cmd.AddCommand(newSecretsRekeyCommand())
	return cmd
}

func newSecretsRekeyCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rekey",
		Short: "Re-encrypt everything that is protected by an old secret with the current one",
		Long: `Re-encrypt subscription codes, payment method tokens and persons' keys that are protected by one of oldSecrets with the
current secret, and make the hashes again by which sign-ups, people and logins are found. It can run while the servers run, and may be repeated. docs/how-to/rotate-secrets.md has the whole procedure.`,
		Example: "  cojoin secrets rekey --config /etc/cojoin.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				done, err := c.Operate.Rekey(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), done)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "re-encrypted: %d subscription codes, %d payment methods, %d persons' keys; hashed again: %d sign-ups, %d persons, %d usernames\n",
					done.Codes, done.PaymentMethods, done.Persons, done.Registrations, done.PersonHashes, done.Usernames)
				return err
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	return cmd
}
