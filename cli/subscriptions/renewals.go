package subscriptions

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// RenewalsCommand is "cojoin renewals".
func RenewalsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "renewals",
		Short: "Renew due subscriptions, or show future renewals",
		Example: `  cojoin renewals run --at 2027-01-31 --dry-run   the charges by then
  cojoin renewals run                             renew due subscriptions`,
	}
	cmd.AddCommand(newRenewalsRunCommand())
	return cmd
}

func newRenewalsRunCommand() *cobra.Command {
	var at string
	var yes bool
	var run subscription.RenewalRun
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Send due notices, end expired terms, and renew due subscriptions",
		Long: `Send due notices, end expired terms that don't renew, and renew due subscriptions, one after another. The workers do the
same every hour; run it by hand to catch up, or with --dry-run to look ahead: then nothing is charged, written or mailed.
Only a dry run may name a future day, except with the sandbox.

The exit code is 0 only if nothing failed. A declined renewal isn't a failure: it is tried again after 1, 3
and 7 days, and then lapses.`,
		Example: `  cojoin renewals run --dry-run
  cojoin renewals run --at 2027-01-31 --dry-run --json
  cojoin renewals run --yes`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			day, err := console.DayFlag("at", at, time.Time{})
			if err != nil {
				return err
			}
			if !day.IsZero() {
				run.At = day.Add(24*time.Hour - time.Microsecond) // the whole day
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				report, err := runRenewals(ctx, cmd, c, run, yes)
				if err != nil {
					return err
				}
				err = console.Print(cmd, report, func(out io.Writer) error { return writeRenewals(out, report) })
				if err == nil && countRenewals(report)[string(subscription.RenewalFailed)] > 0 {
					err = &console.SilentError{}
				}
				return err
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringVar(&at, "at", "", "renewals due by the end of this `DAY` (2027-01-31, UTC) (default: now)")
	cmd.Flags().BoolVar(&run.DryRun, "dry-run", false, "show the charges, and change nothing")
	console.YesFlag(cmd, &yes)
	return cmd
}

// runRenewals requires confirmation before a charge.
func runRenewals(ctx context.Context, cmd *cobra.Command, c *sdk.Client, run subscription.RenewalRun, yes bool) (*subscription.RenewalReport, error) {
	if !run.DryRun && !yes {
		plan, err := c.Subscription.RunRenewals(ctx, subscription.RenewalRun{At: run.At, DryRun: true})
		if err != nil {
			return nil, err
		}
		if len(plan.Lines) > 0 {
			if err := console.Confirm(cmd, false, "%d renewals for %s. Charge them?", len(plan.Lines), renewalSums(plan)); err != nil {
				return nil, err
			}
		}
	}
	return c.Subscription.RunRenewals(ctx, run)
}

// renewalSums returns the lines' totals by currency.
func renewalSums(r *subscription.RenewalReport) string {
	sums := map[string]money.Amount{}
	for _, l := range r.Lines {
		amount, err := money.Parse(l.Total, money.Currency(l.Currency))
		if err != nil {
			continue // not priced; its line has the reason
		}
		if sum, ok := sums[l.Currency]; ok {
			if amount, err = sum.Add(amount); err != nil {
				continue
			}
		}
		sums[l.Currency] = amount
	}
	parts := make([]string, 0, len(sums))
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		parts = append(parts, sums[currency].String())
	}
	return strings.Join(parts, ", ")
}

func countRenewals(r *subscription.RenewalReport) map[string]int {
	counts := map[string]int{}
	for _, l := range r.Lines {
		counts[string(l.Outcome)]++
	}
	return counts
}

func writeRenewals(out io.Writer, r *subscription.RenewalReport) error {
	columns := []string{"subscription", "package", "seats", "term ended", "try", "tax", "total", "currency", "outcome"}
	err := console.WriteTable(out, r.Lines, columns, func(l subscription.RenewalLine) []any {
		return []any{l.SubscriptionID, l.PackageName, l.Seats, console.Day(l.TermEnded), l.Try, l.Tax, l.Total, l.Currency, strings.TrimSpace(string(l.Outcome) + " " + l.Problem)}
	})
	if err != nil {
		return err
	}
	counts := countRenewals(r)
	parts := []string{fmt.Sprintf("%d renewals", len(r.Lines))}
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[outcome], outcome))
	}
	if len(r.Lines) > 0 {
		parts = append(parts, renewalSums(r))
	}
	if !r.DryRun {
		parts = append(parts, fmt.Sprintf("%d notices, %d ended", r.Notices, r.Ended))
	}
	_, err = fmt.Fprintln(out, strings.Join(parts, "; "))
	return err
}
