package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/sdk"
)

func newSecretsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "secrets",
		Short:   "Replace the server's secret without losing what was kept under it",
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
		Short: "Write everything kept under an old secret anew under the current one",
		Long: `Write everything that is kept under one of oldSecrets anew under secret: subscription codes and tokens of payment
methods. It runs beside the servers and may be repeated. The whole procedure: docs/how-to/rotate-secrets.md.`,
		Example: "  cojoin secrets rekey --config /etc/cojoin.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				done, err := c.Rekey(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return writeJSON(cmd.OutOrStdout(), done)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "written anew: %d subscription codes, %d payment methods\n", done.Codes, done.PaymentMethods)
				return err
			})
		},
	}
	operatorFlags(cmd, &file, &asJSON)
	return cmd
}
