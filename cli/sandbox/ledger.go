package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func newSandboxLedgerCommand() *cobra.Command {
	var address string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "Show what was charged at a sandbox",
		Example: `  cojoin sandbox ledger
  cojoin sandbox ledger --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			l, err := c.Ledger(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(l)
			}
			return writeLedger(cmd.OutOrStdout(), l)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	sandboxAddress(cmd, &address)
	return cmd
}

func writeLedger(out io.Writer, l sandbox.Ledger) error {
	if len(l.Transactions) == 0 {
		_, err := fmt.Fprintln(out, "No transactions yet.")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tORDER\tTYPE\tSTATUS\tAMOUNT\tPAID WITH\tCREATED (UTC)")
	for _, t := range l.Transactions {
		with := t.PaymentInstrument
		if t.CardLastFour != "" {
			with = t.CardType + " " + t.CardLastFour
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s %s\t%s\t%s\n", t.ID, t.OrderID, t.Type, t.Status, t.Amount, t.Currency, with, t.CreatedAt.UTC().Format("2006-01-02 15:04:05"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := writeDisputes(out, l); err != nil {
		return err
	}
	for _, sum := range l.Captured {
		if _, err := fmt.Fprintf(out, "Captured: %s %s\n", sum.Amount, sum.Currency); err != nil {
			return err
		}
	}
	return nil
}

// writeDisputes lists the disputes of all transactions, if there are any.
func writeDisputes(out io.Writer, l sandbox.Ledger) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	heading := "DISPUTE\tTRANSACTION\tKIND\tSTATUS\tAMOUNT\tREPLY BY\n"
	for _, t := range l.Transactions {
		for _, d := range t.Disputes {
			fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s %s\t%s\n", heading, d.ID, t.ID, d.Kind, d.Status, d.Amount, d.Currency, d.ReplyBy.Format(time.DateOnly))
			heading = ""
		}
	}
	return w.Flush()
}
