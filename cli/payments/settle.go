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

func newPaymentsSettleCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "settle",
		Short: "Update captured payments from the provider: settled, declined, disputed or refunded",
		Long: `Read the state of every due captured payment from the provider, in batches. A payment is due 20 hours after its last check, or an hour after
a failed one. Also read the refunds and disputes of the last ten days, including refunds made in the provider's control panel. Changes are stored, and
mailed to the payers. The workers do this once a day. Running it again changes nothing. The exit code is 1 if a payment couldn't be stored.`,
		Example: `  cojoin payments settle
  cojoin payments settle --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				report, err := c.Payment.Settle(ctx)
				if err != nil {
					return err
				}
				err = console.Print(cmd, report, func(out io.Writer) error { return writeSettlement(out, report) })
				if err == nil && report.Failed > 0 {
					err = &console.SilentError{}
				}
				return err
			})
		},
	}
	setting.OperatorFlags(cmd)
	return cmd
}

func writeSettlement(out io.Writer, r *payment.SettleReport) error {
	for _, state := range payment.AttemptStates {
		if n := r.Moved[state]; n > 0 {
			fmt.Fprintf(out, "%s: %d\n", state, n)
		}
	}
	_, err := fmt.Fprintf(out, "%d payments checked, %d refunds recorded, %d disputes new or changed, %d failed\n", r.Asked, r.Refunds, r.Disputes, r.Failed)
	return err
}
