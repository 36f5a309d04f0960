package sandbox

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/internal/sandbox"
)

func newSandboxSettleCommand() *cobra.Command {
	var address, to string
	cmd := &cobra.Command{
		Use:   "settle [TRANSACTION]",
		Short: "Settle captured sales at a sandbox, like a provider every night",
		Long: `Settle captured sales at a sandbox, like a provider every night.

With a transaction's id, only that one is moved, to the status of --to. No webhook is sent: Braintree sends none when
cards and wallets are settled.`,
		Example: `  cojoin sandbox settle
  cojoin sandbox settle k3x9w2ab --to settlement_declined`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			id := ""
			if len(args) == 1 {
				id = args[0]
			} else if to != "" {
				return console.Usagef("--to needs the id of a transaction; cojoin sandbox ledger shows them")
			}
			n, err := c.Settle(cmd.Context(), id, to)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Settled: %d\n", n)
			return err
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "status of the one transaction: "+joinWords(sandbox.SettlementStatuses)+" (default settled)")
	sandboxAddress(cmd, &address)
	return cmd
}

func newSandboxRefundCommand() *cobra.Command {
	var address, amount string
	cmd := &cobra.Command{
		Use:   "refund TRANSACTION",
		Short: "Refund a settled sale at a sandbox, like an operator in the provider's control panel",
		Example: `  cojoin sandbox refund k3x9w2ab
  cojoin sandbox refund k3x9w2ab --amount 20.00`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			e, err := c.Refund(cmd.Context(), args[0], amount)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Refunded: %s %s, in transaction %s\n", e.Amount, e.Currency, e.ID)
			return err
		},
	}
	cmd.Flags().StringVar(&amount, "amount", "", "the amount, such as 20.00 (default: all that is left)")
	sandboxAddress(cmd, &address)
	return cmd
}

func newSandboxDisputeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dispute",
		Short: "Dispute a captured sale at a sandbox, like a payer's bank",
		Example: `  cojoin sandbox dispute open k3x9w2ab
  cojoin sandbox dispute decide disputek3x9w2ab1 won`,
	}
	cmd.AddCommand(newSandboxDisputeOpenCommand(), newSandboxDisputeDecideCommand())
	return cmd
}

func newSandboxDisputeOpenCommand() *cobra.Command {
	var n sandbox.NewDispute
	var address string
	cmd := &cobra.Command{
		Use:   "open TRANSACTION",
		Short: "Open a dispute",
		Example: `  cojoin sandbox dispute open k3x9w2ab
  cojoin sandbox dispute open k3x9w2ab --kind retrieval`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			n.TransactionID = args[0]
			d, err := c.OpenDispute(cmd.Context(), n)
			if err != nil {
				return err
			}
			return writeDispute(cmd, d)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&n.Kind, "kind", sandbox.DisputeChargeback, joinWords(sandbox.DisputeKinds))
	flags.StringVar(&n.Reason, "reason", "fraud", "the bank's reason, such as fraud or product_not_received")
	flags.StringVar(&n.Amount, "amount", "", "the disputed amount (default: the whole sale)")
	sandboxAddress(cmd, &address)
	return cmd
}

func newSandboxDisputeDecideCommand() *cobra.Command {
	var address string
	statuses := sandbox.DisputeStatuses[1:] // not open
	cmd := &cobra.Command{
		Use:   "decide DISPUTE STATUS",
		Short: "Move a dispute to another status",
		Long:  "Move a dispute to another status, like the payer's bank, or time: " + joinWords(statuses) + ".",
		Example: `  cojoin sandbox dispute decide disputek3x9w2ab1 won
  cojoin sandbox dispute decide disputek3x9w2ab1 lost`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 || !slices.Contains(statuses, args[1]) {
				return console.Usagef("name a dispute and a status: %s\nrun: %s --help", joinWords(statuses), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			d, err := c.DecideDispute(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			return writeDispute(cmd, d)
		},
	}
	sandboxAddress(cmd, &address)
	return cmd
}

func writeDispute(cmd *cobra.Command, d sandbox.Dispute) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "Dispute %s: %s, %s, %s %s\n", d.ID, d.Kind, d.Status, d.Amount, d.Currency)
	return err
}
