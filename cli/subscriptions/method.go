package subscriptions

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

func newSubscriptionsMethodCommand() *cobra.Command {
	var stdin bool
	cmd := &cobra.Command{
		Use: "replace-method ID", Short: "Change the payment method that a subscription renews with",
		Long: `Change the payment method that a subscription renews with, because its payer's card has expired or was declined. It
applies to all seats that the payer pays for with it. The card's bank verifies the card; nothing is charged except a
previously declined renewal, which is tried again soon after.

The method is passed as a nonce: the payment provider's page turns a card or wallet into one, valid for one use. This
command never takes a card number. A payer can do the same with PUT /v1/subscriptions/{id}/payment-method.`,
		Example: "  cojoin subscriptions replace-method 01a1fded-722b-71ab-a0d3-cf8351e72d0b --nonce-stdin < nonce.txt",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			nonce, err := console.ReadLine(cmd.Context(), cmd.InOrStdin())
			if err != nil {
				return err
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				s, err := c.Subscription.SetMethod(ctx, args[0], subscription.PaymentMethodInput{Nonce: secret.Secret(nonce)}, caller.Meta{Lang: "en"})
				if err != nil {
					return err
				}
				return console.Printf(cmd, s, "subscription %s renews with the new payment method, %s\n", s.ID, renewsAt(*s))
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().BoolVar(&stdin, "nonce-stdin", false, "read the nonce from standard input (required)")
	_ = cmd.MarkFlagRequired("nonce-stdin")
	return cmd
}
