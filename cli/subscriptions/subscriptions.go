// Package subscriptions has the commands for subscriptions and their renewals.
package subscriptions

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Command is "cojoin subscriptions".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "subscriptions",
		Short: "Show subscriptions, their terms and renewals; change or cancel a renewal",
		Long: `Subscriptions for operators: ids, terms and amounts, never personal data. These commands work on the database
directly, with the server's configuration.`,
		Example: `  cojoin subscriptions list --ends-before 2026-12-31
  cojoin subscriptions show ID
  cojoin subscriptions replace-method ID --nonce-stdin < nonce.txt
  cojoin subscriptions cancel ID`,
	}
	cmd.AddCommand(newSubscriptionsListCommand(), newSubscriptionsShowCommand(), newSubscriptionsMethodCommand(), newSubscriptionsCancelCommand())
	return cmd
}

func newSubscriptionsListCommand() *cobra.Command {
	var file, endsBefore string
	var asJSON bool
	var filter subscription.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List subscriptions, newest first",
		Example: `  cojoin subscriptions list --limit 20
  cojoin subscriptions list --state lapsed --json
  cojoin subscriptions list --ends-before 2026-12-31`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if filter.EndsBefore, err = console.DayFlag("ends-before", endsBefore, time.Time{}); err != nil {
				return err
			}
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Subscription.List(ctx, filter)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), list)
				}
				return writeSubscriptions(cmd.OutOrStdout(), list)
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	cmd.Flags().StringVar((*string)(&filter.State), "state", "", "only this `STATE`: active, suspended, cancelled, lapsed or ended")
	cmd.Flags().StringVar(&endsBefore, "ends-before", "", "only terms that end before this `DAY` (2026-12-31, UTC)")
	cmd.Flags().StringVar(&filter.Before, "before", "", "only subscriptions older than this `ID`")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "maximum number, up to 500")
	console.CompleteStates(cmd, subscription.States)
	return cmd
}

func writeSubscriptions(out io.Writer, list []subscription.Subscription) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "no subscriptions")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SUBSCRIPTION\tSTATE\tPACKAGE\tSEAT\tENDS\tRENEWS")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", s.ID, s.State, s.PackageName, s.Seat, s.EndsAt.Format(time.DateOnly), renewsAt(s))
	}
	return w.Flush()
}

// renewsAt says briefly whether, when and at what price a subscription renews.
func renewsAt(s subscription.Subscription) string {
	switch {
	case s.CancelledAt != nil:
		return "no, cancelled on " + s.CancelledAt.Format(time.DateOnly)
	case !s.Renews:
		return "no"
	case s.RenewingNow:
		return "being confirmed"
	case s.NextTryAt != nil:
		return fmt.Sprintf("declined %d times, next try on %s", s.RefusedTries, s.NextTryAt.Format(time.DateOnly))
	}
	return fmt.Sprintf("at %s %s before added tax", s.Renewal, s.Currency)
}

func newSubscriptionsShowCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show one subscription and its renewals",
		Example: "  cojoin subscriptions show 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				detail, err := c.Subscription.Find(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), detail)
				}
				return writeSubscription(cmd.OutOrStdout(), detail)
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	return cmd
}

func oneSubscription(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return console.Usagef("name one subscription by its id; list them with: cojoin subscriptions list")
	}
	return nil
}

func writeSubscription(out io.Writer, s *subscription.Detail) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"subscription", s.ID}, {"state", string(s.State)}, {"package", fmt.Sprintf("%d %s, %d year(s), seat %d", s.PackageID, s.PackageName, s.Years, s.Seat)},
		{"used by", s.UserID}, {"paid by", s.PayerID}, {"order", s.OrderID}, {"term", s.StartsAt.Format(time.DateOnly) + " to " + s.EndsAt.Format(time.DateOnly)},
		{"renews", renewsAt(s.Subscription)}, {"card good until", console.Dash(s.CardExpires)}, {"declined as", console.Dash(declinedAs(s))}, {"due", console.Dash(dueText(s.Due))},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	if len(s.Renewals) > 0 {
		fmt.Fprintln(w, "\nRENEWAL\tSTATE\tTERM FROM\tTOTAL\tTRIES")
		for _, r := range s.Renewals {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s %s\t%d\n", r.OrderID, r.State, r.StartsAt.Format(time.DateOnly), r.Total, r.Currency, r.Attempts)
		}
	}
	return w.Flush()
}

// dueText says what the payer has to pay again.
func dueText(due *subscription.Due) string {
	switch {
	case due == nil:
		return ""
	case due.Confirming:
		return due.Amount + " " + due.Currency + ", being confirmed"
	}
	return due.Amount + " " + due.Currency + ": it could not be collected, and the payer was asked to pay again"
}

// declinedAs says why the last try to renew was refused, and what helps.
func declinedAs(s *subscription.Detail) string {
	if s.Recourse == "" {
		return ""
	}
	return s.DeclinedAs + ": " + map[gateway.Recourse]string{
		gateway.RecourseWait:         "tried again on " + s.NextTryAt.Format(time.DateOnly),
		gateway.RecourseReplace:      "not tried again; needs another payment method by " + s.NextTryAt.Format(time.DateOnly),
		gateway.RecourseAuthenticate: "not tried again; the payer has to confirm it with their bank by " + s.NextTryAt.Format(time.DateOnly),
	}[s.Recourse]
}

func newSubscriptionsCancelCommand() *cobra.Command {
	var file string
	var asJSON, yes bool
	cmd := &cobra.Command{
		Use: "cancel ID", Short: "Cancel a subscription's renewal; the paid term continues to its end",
		Long: `Cancel a subscription's renewal. The paid term continues to its end, and the payer gets a mail. A
renewal that is being paid at that moment is refunded. To refund the current term as well, use
cojoin payments refund.`,
		Example: "  cojoin subscriptions cancel 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				before, err := c.Subscription.Find(ctx, args[0])
				if err != nil {
					return err
				}
				if before.Renews {
					if err := console.Confirm(cmd, yes, "%s will end on %s. Cancel its renewal?", before.PackageName, before.EndsAt.Format(time.DateOnly)); err != nil {
						return err
					}
				}
				s, err := c.Subscription.EndRenewal(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), s)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "subscription %s doesn't renew; its term ends on %s\n", s.ID, s.EndsAt.Format(time.DateOnly))
				return err
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	console.YesFlag(cmd, &yes)
	return cmd
}
