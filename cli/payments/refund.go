package payments

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/payment"
)

func newPaymentsRefundCommand() *cobra.Command {
	var yes bool
	var in payment.RefundInput
	cmd := &cobra.Command{
		Use: "refund ID", Short: "Refund a payment, or a part of it",
		Long: `Refund a payment: all that is left of it, or the named amount. An unsettled payment is voided as a whole; a settled one is refunded. The payer
gets a mail with a credit note. Once everything is refunded the subscription ends, unless you keep it; a refund of a part leaves it as it is.

The same command again refunds nothing more: it is the same refund. To refund the same amount for the same reason once more, use another --key. It
requires confirmation, unless you add --yes.`,
		Example: `  cojoin payments refund 01a1fded-722b-71ab-a0d3-cf8351e72d0b --reason "asked within 14 days"
  cojoin payments refund 01a1fded-722b-71ab-a0d3-cf8351e72d0b --amount 20.00 --reason "late start" --yes
  cojoin payments refund 01a1fded-722b-71ab-a0d3-cf8351e72d0b --reason goodwill --keep-subscription`,
	}
	console.YesFlag(cmd, &yes)
	cmd.Flags().StringVar(&in.Amount, "amount", "", "refund this `AMOUNT`, e.g. 20.00 (default: all that is left)")
	cmd.Flags().StringVar(&in.Reason, "reason", "", "the reason, for the books; not shown to the payer")
	cmd.Flags().BoolVar(&in.KeepSubscription, "keep-subscription", false, "the subscription goes on although everything is refunded (once the payment is captured)")
	cmd.Flags().StringVar(&in.Key, "key", "", "name of this refund: another one for the same amount and reason needs another `KEY`")
	return onAttempt(cmd, func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error) {
		before, err := c.Payment.Attempt(ctx, id)
		if err != nil {
			return nil, err
		}
		if before.State == payment.AttemptRefunded || before.State == payment.AttemptVoided {
			return before, nil
		}
		if in.Reason == "" {
			return nil, console.Usagef("give the reason with --reason: it is written into the books")
		}
		switch {
		case in.Amount != "":
			err = console.Confirm(cmd, yes, "This refunds %s of %s %s. Refund it?", in.Amount, before.Amount, before.Currency)
		case in.KeepSubscription:
			err = console.Confirm(cmd, yes, "This refunds what is left of %s %s, and the subscription goes on. Refund it?", before.Amount, before.Currency)
		default:
			err = console.Confirm(cmd, yes, "This refunds what is left of %s %s and ends the subscription. Refund it?", before.Amount, before.Currency)
		}
		if err != nil {
			return nil, err
		}
		return c.Payment.Refund(ctx, id, in)
	})
}
