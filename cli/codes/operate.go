package codes

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
)

func newCodesActivateCommand() *cobra.Command {
	var file string
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use:   "activate BATCH",
		Short: "Operators: record that a batch's invoice is paid, so that its codes start working",
		Long: `Record that the invoice of a batch is paid. Its codes start working immediately, and the professional gets a mail. It
works with the server's configuration; a batch that is paid by card can't be activated by hand.`,
		Example: `  cojoin codes invoices
  cojoin codes activate 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				if err := console.Confirm(cmd, yes, "Has the payment for batch %s arrived?", args[0]); err != nil {
					return err
				}
				batch, err := c.Codes.Activate(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), batch)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "batch %s is active: %d codes, %s %s\n", batch.ID, batch.Size, batch.Total, batch.CurrencyCode)
				return err
			})
		},
	}
	setting.FileFlag(cmd, &file)
	console.YesFlag(cmd, &yes)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newCodesInvoicesCommand() *cobra.Command {
	var file string
	var as console.Format
	cmd := &cobra.Command{
		Use:     "invoices",
		Short:   "Operators: list the batches whose invoice isn't paid yet, oldest first",
		Example: "  cojoin codes invoices --csv",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Codes.Awaiting(ctx)
				if err != nil {
					return err
				}
				rows := make([][]string, len(list))
				for i, b := range list {
					rows[i] = []string{b.ID, console.Day(b.CreatedAt), b.Buyer, b.Practice, b.Email, fmt.Sprintf("%d × %s", b.Size, b.PackageName), b.Total, b.CurrencyCode}
				}
				header := []string{"batch", "ordered", "buyer", "practice", "e-mail", "codes", "total", "currency"}
				return console.WriteListing(cmd.OutOrStdout(), list, header, rows, as, "no unpaid invoices")
			})
		},
	}
	setting.FileFlag(cmd, &file)
	console.FormatFlags(cmd, &as)
	return cmd
}
