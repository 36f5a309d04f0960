package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/operate"
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
	cmd := &cobra.Command{
		Use:   "rekey",
		Short: "Re-encrypt everything that is protected by an old secret with the current one",
		Long: `Re-encrypt subscription codes, payment method tokens and persons' keys that are protected by one of oldSecrets with the
current secret, and recompute the hashes by which sign-ups, people and logins are found. It can run while the servers run, and may be repeated.

A row that none of the configured secrets opens is left unchanged and listed. The other rows are still re-encrypted, and the exit code is 1.
docs/how-to/rotate-secrets.md has the whole procedure.`,
		Example: "  cojoin secrets rekey --config /etc/cojoin.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				done, err := c.Operate.Rekey(ctx)
				if err != nil {
					return err
				}
				return printRekeyed(cmd, done)
			})
		},
	}
	setting.OperatorFlags(cmd)
	return cmd
}

// listedUnopened is the maximum number of ids to print of each kind; JSON has all of them.
const listedUnopened = 10

func printRekeyed(cmd *cobra.Command, done operate.Rekeyed) error {
	err := console.Printf(cmd, done, "re-encrypted: %d subscription codes, %d payment methods, %d persons' keys; hashed again: %d sign-ups, %d persons, %d usernames\n",
		done.Codes, done.PaymentMethods, done.Persons, done.Registrations, done.PersonHashes, done.Usernames)
	if err != nil {
		return err
	}
	if len(done.Unopened) == 0 {
		return nil
	}
	byKind := map[operate.UnopenedKind][]string{}
	for _, row := range done.Unopened {
		byKind[row.Kind] = append(byKind[row.Kind], row.ID)
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		ids, more := byKind[kind], ""
		if len(ids) > listedUnopened {
			ids, more = ids[:listedUnopened], ", … (--json lists all)"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "not opened: %s %d: %s%s\n", kind, len(byKind[kind]), strings.Join(ids, ", "), more)
	}
	return fmt.Errorf("none of the configured secrets opens %d row(s), which stay as they are; everything else is done. "+
		"They were written with another secret, or are damaged: if you have that secret, configure it as one of oldSecrets and run this again", len(done.Unopened))
}
