package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/sdk"
)

func newSubscriptionsMethodCommand() *cobra.Command {
	var file string
	var asJSON, stdin bool
	cmd := &cobra.Command{
		Use: "replace-method ID", Short: "Have a subscription renew with another payment method",
		Long: `Have a subscription renew with another payment method: its payer's card has expired, or was declined. All seats that
they pay for with it follow. The card's bank is asked whether the card is good; nothing is charged but a renewal that
was declined before, which is tried again soon after.

The method comes as a nonce: what the payment provider's page makes of a card or wallet, good for one use. No card
number is ever taken here. A payer does the same with PUT /v1/subscriptions/{id}/payment-method.`,
		Example: "  cojoin subscriptions replace-method 01a1fded-722b-71ab-a0d3-cf8351e72d0b --nonce-stdin < nonce.txt",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			nonce, err := readLine(cmd.Context(), cmd.InOrStdin())
			if err != nil {
				return err
			}
			return withClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				s, err := c.SetPaymentMethod(ctx, args[0], sdk.PaymentMethodInput{Nonce: sdk.Secret(nonce)}, sdk.CallMeta{Lang: "en"})
				if err != nil {
					return err
				}
				if asJSON {
					return writeJSON(cmd.OutOrStdout(), s)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "subscription %s renews with the new payment method, %s\n", s.ID, renewsAt(*s))
				return err
			})
		},
	}
	operatorFlags(cmd, &file, &asJSON)
	cmd.Flags().BoolVar(&stdin, "nonce-stdin", false, "read the nonce from standard input (required)")
	_ = cmd.MarkFlagRequired("nonce-stdin")
	return cmd
}
