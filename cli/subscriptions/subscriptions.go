// Package subscriptions has the commands for subscriptions and their renewals.
package subscriptions

import (
	"context"
	"fmt"
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
	var endsBefore string
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
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Subscription.List(ctx, filter)
				if err != nil {
					return err
				}
				columns := []string{"subscription", "state", "package", "seat", "ends", "renews"}
				return console.List(cmd, list, "no subscriptions", columns, func(s subscription.Subscription) []any {
					return []any{s.ID, s.State, s.PackageName, s.Seat, s.EndsOn, renewsAt(s)}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	cmd.Flags().StringVar((*string)(&filter.State), "state", "", "only this `STATE`: active, suspended, cancelled, lapsed or ended")
	cmd.Flags().StringVar(&endsBefore, "ends-before", "", "only terms that end before this `DAY` (2026-12-31, UTC)")
	console.PageFlags(cmd, "subscriptions", &filter.Before, &filter.Limit)
	console.CompleteStates(cmd, subscription.States)
	return cmd
}

// renewsAt summarizes a subscription's renewal: its price, next try or cancellation.
func renewsAt(s subscription.Subscription) string {
	switch {
	case s.CancelledAt != nil:
		return "no, cancelled on " + console.Day(*s.CancelledAt)
	case !s.Renews:
		return "no"
	case s.RenewingNow:
		return "being confirmed"
	case s.NextTryAt != nil:
		return fmt.Sprintf("declined %d times, next try on %s", s.RefusedTries, string(s.NextTryOn))
	}
	return fmt.Sprintf("at %s %s before added tax", s.Renewal, s.Currency)
}

func newSubscriptionsShowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show one subscription and its renewals",
		Example: "  cojoin subscriptions show 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				detail, err := c.Subscription.Find(ctx, args[0])
				if err != nil {
					return err
				}
				return showSubscription(cmd, detail)
			})
		},
	}
	setting.OperatorFlags(cmd)
	return cmd
}

var oneSubscription = console.OneArg("name one subscription by its id; list them with: cojoin subscriptions list")

func showSubscription(cmd *cobra.Command, s *subscription.Detail) error {
	renewals := console.Below(s.Renewals, []string{"renewal", "state", "term from", "total", "currency", "tries"}, func(r subscription.Term) []any {
		return []any{r.OrderID, r.State, console.Day(r.StartsAt), r.Total, r.Currency, r.Attempts}
	})
	return console.Show(cmd, s, [][2]any{
		{"subscription", s.ID}, {"state", s.State}, {"package", fmt.Sprintf("%d %s, %d year(s), seat %d", s.PackageID, s.PackageName, s.Years, s.Seat)},
		{"used by", s.UserID}, {"paid by", s.PayerID}, {"order", s.OrderID}, {"term", console.Day(s.StartsAt) + " to " + string(s.EndsOn)},
		{"renews", renewsAt(s.Subscription)}, {"card good until", s.CardExpires}, {"declined as", declinedAs(s)}, {"due", dueText(s.Due)},
	}, renewals)
}

// dueText returns the amount that the payer must pay again.
func dueText(due *subscription.Due) string {
	switch {
	case due == nil:
		return ""
	case due.Confirming:
		return due.Amount + " " + due.Currency + ", being confirmed"
	}
	return due.Amount + " " + due.Currency + ": it could not be collected, and the payer was asked to pay again"
}

// declinedAs returns the reason of the last decline of a renewal, with the remedy.
func declinedAs(s *subscription.Detail) string {
	if s.Recourse == "" {
		return ""
	}
	return s.DeclinedAs + ": " + map[gateway.Recourse]string{
		gateway.RecourseWait:         "tried again on " + string(s.NextTryOn),
		gateway.RecourseReplace:      "not tried again; needs another payment method by " + string(s.NextTryOn),
		gateway.RecourseAuthenticate: "not tried again; the payer must confirm it with their bank by " + string(s.NextTryOn),
	}[s.Recourse]
}

func newSubscriptionsCancelCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "cancel ID", Short: "Cancel a subscription's renewal; the paid term continues to its end",
		Long: `Cancel a subscription's renewal. The paid term continues to its end, and the payer gets a mail. A
renewal that is being paid at that moment is refunded. To refund the current term as well, use
cojoin payments refund.`,
		Example: "  cojoin subscriptions cancel 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes",
		Args:    oneSubscription,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				before, err := c.Subscription.Find(ctx, args[0])
				if err != nil {
					return err
				}
				if before.Renews {
					if err := console.Confirm(cmd, yes, "%s will end on %s. Cancel its renewal?", before.PackageName, before.EndsOn); err != nil {
						return err
					}
				}
				s, err := c.Subscription.EndRenewal(ctx, args[0])
				if err != nil {
					return err
				}
				return console.Printf(cmd, s, "subscription %s doesn't renew; its term ends on %s\n", s.ID, s.EndsOn)
			})
		},
	}
	setting.OperatorFlags(cmd)
	console.YesFlag(cmd, &yes)
	return cmd
}
