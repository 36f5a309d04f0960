package payments

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/payment"
)

func newPaymentsDisputesCommand() *cobra.Command {
	filter := payment.DisputeFilter{Limit: 500}
	var all bool
	cmd := &cobra.Command{
		Use:   "disputes",
		Short: "List disputes by the last day for evidence",
		Long: `List the disputes that aren't decided, those whose evidence is due first. An inquiry moves no money; a chargeback has taken the money; a
pre-arbitration is a second round. Evidence is submitted in the provider's control panel; cojoin payments evidence writes it.`,
		Example: `  cojoin payments disputes
  cojoin payments disputes --all --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				filter.Open = !all
				list, err := c.Payment.Disputes(ctx, filter)
				if err != nil {
					return err
				}
				columns := []string{"dispute", "kind", "state", "reply by", "amount", "currency", "reason", "attempt"}
				return console.List(cmd, list, "no disputes", columns, func(d payment.Dispute) []any {
					return []any{d.ID, d.Kind, d.State, console.DayOf(d.ReplyBy), d.Amount, d.Currency, d.Reason, d.AttemptID}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	console.LimitFlag(cmd, &filter.Limit)
	cmd.Flags().BoolVar(&all, "all", false, "decided ones, too")
	return cmd
}

func newPaymentsEvidenceCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "evidence ID",
		Short: "Write the evidence about a disputed payment into one file",
		Long: `Write the evidence about a disputed payment into one text file, for the provider's control panel: the payer, the purchase and its time, the accepted
terms, the bank's answers about address, security code and identity, the receipt, the use of the account, and refunds. It holds personal data of the
payer, so the operator is recorded. Delete the file once it is submitted.`,
		Example: "  cojoin payments evidence 01a1fded-722b-71ab-a0d3-cf8351e72d0b --output evidence.txt",
		Args:    console.OneArg("name one attempt by its id; list the disputed ones with: cojoin payments disputes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				evidence, err := c.Audit.Evidence(ctx, args[0])
				if err != nil {
					return err
				}
				out, done, err := console.ExportTo(cmd, output)
				if err != nil {
					return err
				}
				_, err = io.WriteString(out, evidence)
				if err := done(err); err != nil || output == "" {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s written; delete it once it is submitted\n", output)
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this `FILE` instead of standard output")
	return cmd
}
