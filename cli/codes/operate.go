package codes

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/codes"
)

func newCodesActivateCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "activate BATCH",
		Short: "Operators: record that a batch's invoice is paid, so that its codes start working",
		Long: `Record that the invoice of a batch is paid. Its codes start working immediately, and the professional gets a mail. It
works with the server's configuration; a batch that is paid by card can't be activated by hand.`,
		Example: `  cojoin codes invoices
  cojoin codes activate 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				if err := console.Confirm(cmd, yes, "Has the payment for batch %s arrived?", args[0]); err != nil {
					return err
				}
				batch, err := c.Codes.Activate(ctx, args[0])
				if err != nil {
					return err
				}
				return console.Printf(cmd, batch, "batch %s is active: %d codes, %s %s\n", batch.ID, batch.Size, batch.Total, batch.CurrencyCode)
			})
		},
	}
	setting.FileFlag(cmd)
	console.YesFlag(cmd, &yes)
	console.JSONFlag(cmd)
	return cmd
}

func newCodesInvoicesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "invoices",
		Short:   "Operators: list the batches whose invoice isn't paid yet, oldest first",
		Example: "  cojoin codes invoices --csv",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Codes.Awaiting(ctx)
				if err != nil {
					return err
				}
				columns := []string{"batch", "ordered", "buyer", "practice", "e-mail", "codes", "total", "currency"}
				return console.List(cmd, list, "no unpaid invoices", columns, func(b codes.AwaitingBatch) []any {
					return []any{b.ID, console.Day(b.CreatedAt), b.Buyer, b.Practice, b.Email, fmt.Sprintf("%d × %s", b.Size, b.PackageName), b.Total, b.CurrencyCode}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	return cmd
}
