// Package finance has the commands for the journal, deferred revenue and receipts.
package finance

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/ledger"
)

// Command is "cojoin finance".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "finance",
		Short: "Export the journal of a month, and show deferred revenue",
		Long: `For bookkeepers: the journal of a month in double entry, and deferred revenue by month. They have ids, document numbers and amounts, never
personal data. Both commands only read the database; a standby is enough.`,
		Example: `  cojoin finance export --month 2026-11 --output 2026-11.csv
  cojoin finance deferred --month 2026-12   as the month begins`,
	}
	cmd.AddCommand(newFinanceExportCommand(), newFinanceDeferredCommand())
	return cmd
}

// onMonth returns a command that reads data of a calendar month in UTC.
func onMonth(cmd *cobra.Command, of string, do func(c *sdk.Client, month ledger.Month) error) *cobra.Command {
	var month string
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		starts, err := time.Parse("2006-01", month)
		if err != nil {
			return console.Usagef("--month %q is not a month like 2026-11", month)
		}
		return stack.WithDatabase(cmd, func(_ context.Context, client *sdk.Client) error {
			err := do(client, ledger.MonthOf(starts))
			if errors.Is(err, audit.ErrNoJournal) {
				return console.Usagef("%w", err)
			}
			return err
		})
	}
	cmd.Flags().StringVar(&month, "month", "", of+": a `MONTH` such as 2026-11, in UTC")
	stack.DatabaseFlag(cmd)
	return cmd
}

// settledAfter is the time after a month's end until which its receipts may still get numbers.
const settledAfter = 48 * time.Hour

func warnOpenMonth(cmd *cobra.Command, month ledger.Month) {
	if time.Now().Before(month.Ends().Add(settledAfter)) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s isn't closed: export it again from %s on\n", month, console.Day(month.Ends().Add(settledAfter)))
	}
}
