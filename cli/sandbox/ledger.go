package sandbox

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/internal/sandbox"
)

func newSandboxLedgerCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "Show the charges at a sandbox",
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
			return console.Print(cmd, l, func(out io.Writer) error { return writeLedger(out, l) })
		},
	}
	console.JSONFlag(cmd)
	sandboxAddress(cmd, &address)
	return cmd
}

func writeLedger(out io.Writer, l sandbox.Ledger) error {
	if len(l.Transactions) == 0 {
		_, err := fmt.Fprintln(out, "No transactions yet.")
		return err
	}
	columns := []string{"id", "order", "type", "status", "amount", "currency", "paid with", "created"}
	err := console.WriteTable(out, l.Transactions, columns, func(t sandbox.Entry) []any {
		with := t.PaymentInstrument
		if t.CardLastFour != "" {
			with = t.CardType + " " + t.CardLastFour
		}
		return []any{t.ID, t.OrderID, t.Type, t.Status, t.Amount, t.Currency, with, t.CreatedAt}
	})
	if err != nil {
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
	var rows [][]any
	for _, t := range l.Transactions {
		for _, d := range t.Disputes {
			rows = append(rows, []any{d.ID, t.ID, d.Kind, d.Status, d.Amount, d.Currency, console.Day(d.ReplyBy)})
		}
	}
	columns := []string{"dispute", "transaction", "kind", "status", "amount", "currency", "reply by"}
	return console.WriteTable(out, rows, columns, func(row []any) []any { return row })
}
