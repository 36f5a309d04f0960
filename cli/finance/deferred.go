package finance

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// deferredMonth is the part of the deferred revenue that a month's days will earn.
type deferredMonth struct {
	Currency money.Currency `json:"currency"`
	Month    string         `json:"month"`
	Amount   string         `json:"amount"` // decimal
}

func newFinanceDeferredCommand() *cobra.Command {
	var cmd *cobra.Command
	cmd = onMonth(&cobra.Command{
		Use:   "deferred",
		Short: "Show deferred revenue as a month begins, by the months that will earn it",
		Long: `Show the paid and not yet earned amounts as a month begins, by currency and by the months that will earn them. The total is the balance of
the account deferred_revenue at that moment, if every earlier journal was booked.`,
		Example: `  cojoin finance deferred --month 2026-12
  cojoin finance deferred --month 2026-12 --json`,
	}, "as this begins", func(c *sdk.Client, month ledger.Month) error {
		deferred, err := c.Audit.Deferred(cmd.Context(), month)
		if err != nil {
			return err
		}
		list := []deferredMonth{}
		totals := map[money.Currency]int64{}
		for _, currency := range slices.Sorted(maps.Keys(deferred)) {
			months := make([]ledger.Month, 0, len(deferred[currency]))
			for m := range deferred[currency] {
				months = append(months, m)
			}
			slices.SortFunc(months, func(a, b ledger.Month) int { return strings.Compare(a.String(), b.String()) })
			for _, m := range months {
				totals[currency] += deferred[currency][m]
				list = append(list, deferredMonth{currency, m.String(), money.New(deferred[currency][m], currency).Decimal()})
			}
		}
		return console.Print(cmd, list, func(out io.Writer) error { return writeDeferred(out, list, totals) })
	})
	console.JSONFlag(cmd)
	return cmd
}

func writeDeferred(out io.Writer, list []deferredMonth, totals map[money.Currency]int64) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "nothing is deferred")
		return err
	}
	w := console.RightTable(out)
	for i, d := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t\n", d.Currency, d.Month, d.Amount)
		if i+1 == len(list) || list[i+1].Currency != d.Currency {
			fmt.Fprintf(w, "%s\tin all\t%s\t\n", d.Currency, money.New(totals[d.Currency], d.Currency).Decimal())
		}
	}
	return w.Flush()
}
