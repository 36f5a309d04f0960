package finance

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/audit"
)

// ReceiptsCommand is "cojoin receipts".
func ReceiptsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "receipts",
		Short:   "Verify past orders and their receipts",
		Example: "  cojoin receipts verify --since 2026-11-01",
	}
	cmd.AddCommand(newReceiptsVerifyCommand())
	return cmd
}

func newReceiptsVerifyCommand() *cobra.Command {
	var since string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Price every past order again from its stored input, and report any difference",
		Long: `Price every placed order again, from its stored input, catalog version and tax rates, and compare
the result with the order's steps and amounts, the displayed price, the redeemed codes
and the receipt. Nothing is changed. The exit code is 1 if anything differs. Orders older than
ten years less a month are left out: their receipts and prices are deleted, or will be soon.`,
		Example: `  cojoin receipts verify
  cojoin receipts verify --since 2026-11-01 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := parseSince(since)
			if err != nil {
				return err
			}
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				out := cmd.OutOrStdout()
				differences := []audit.ReceiptDifference{}
				result, err := client.Audit.VerifyReceipts(ctx, from, func(d audit.ReceiptDifference) {
					if console.AsJSON(cmd) {
						differences = append(differences, d)
						return
					}
					if d.Kept == "missing" {
						fmt.Fprintf(out, "order %s: its %s is missing\n", d.OrderID, d.Path)
						return
					}
					fmt.Fprintf(out, "order %s: %s is %s, but is calculated as %s\n", d.OrderID, d.Path, d.Kept, d.Worked)
				})
				if err != nil {
					return err
				}
				err = console.Printf(cmd, struct {
					audit.VerifiedReceipts
					Found []audit.ReceiptDifference `json:"found"`
				}{result, differences}, "%d order(s) and %d receipt(s) priced again: %d difference(s)\n", result.Orders, result.Receipts, result.Differences)
				if err != nil {
					return err
				}
				if result.Differences > 0 {
					return fmt.Errorf("%d difference(s) between orders and their recalculation", result.Differences)
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&since, "since", "", "orders placed from this `date` on, e.g. 2026-11-01 or an RFC 3339 time (default: all)")
	console.JSONFlag(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

// parseSince parses a date or a time; an empty string means the zero time.
func parseSince(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, console.Usagef("--since %q is neither a date like 2026-11-01 nor a time like 2026-11-01T09:00:00Z", s)
}
