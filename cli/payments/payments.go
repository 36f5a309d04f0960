// Package payments has the commands for payments, refunds and disputes.
package payments

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Command is "cojoin payments".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "payments",
		Short: "Track payments, settle and refund them, compare them with the provider",
		Long: `Payment attempts for operators: ids, states and amounts, never personal data. These commands work on the database
and the provider directly, with the server's configuration.`,
		Example: `  cojoin payments list --state review        attempts that need a decision
  cojoin payments show ID                    one attempt and everything that happened to it
  cojoin payments reconcile ID               get the outcome from the provider now
  cojoin payments refund ID --reason TEXT    refund a payment, or a part of it
  cojoin payments settle                     update the settlement of captured payments
  cojoin payments guard                      whether payments are open, tightened or closed
  cojoin payments disputes                   disputes that need evidence, and the days until then
  cojoin payments audit --since 2026-11-01   every difference between database and provider`,
	}
	cmd.AddCommand(newPaymentsListCommand(), newPaymentsShowCommand(), newPaymentsReconcileCommand(), newPaymentsRefundCommand(), newPaymentsSettleCommand(),
		newPaymentsDisputesCommand(), newPaymentsEvidenceCommand(), newPaymentsAuditCommand(),
		newPaymentsGuardCommand(), newPaymentsSwitchCommand(payment.GuardTightened), newPaymentsSwitchCommand(payment.GuardOpen), newPaymentsSwitchCommand(payment.GuardClosed))
	return cmd
}

func newPaymentsListCommand() *cobra.Command {
	var filter payment.AttemptFilter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List payment attempts, newest first",
		Example: `  cojoin payments list --limit 20
  cojoin payments list --state unknown --json
  cojoin payments list --before 01a1fded-722b-71ab-a0d3-cf8351e72d0b   the ones before that`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				attempts, err := c.Payment.Attempts(ctx, filter)
				if err != nil {
					return err
				}
				columns := []string{"attempt", "state", "order", "amount", "currency", "by", "transaction", "when"}
				return console.List(cmd, attempts, "no payment attempts", columns, func(a payment.Attempt) []any {
					return []any{a.ID, a.State, a.OrderState, a.Amount, a.Currency, paidBy(a), a.TransactionID, a.CreatedAt}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	cmd.Flags().StringVar((*string)(&filter.State), "state", "", "only this `STATE`: see docs/payment-states.md")
	console.PageFlags(cmd, "attempts", &filter.Before, &filter.Limit)
	console.CompleteStates(cmd, payment.AttemptStates)
	return cmd
}

func paidBy(a payment.Attempt) string {
	if a.CardLastFour != "" {
		return string(a.PaymentType) + " " + a.CardLastFour
	}
	return string(a.PaymentType)
}

// onAttempt returns a command that reads or changes one attempt and shows it.
func onAttempt(cmd *cobra.Command, do func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error)) *cobra.Command {
	cmd.Args = console.OneArg("name one attempt by its id; list them with: cojoin payments list")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
			detail, err := do(ctx, c, args[0])
			if err != nil {
				return err
			}
			return showAttempt(cmd, detail)
		})
	}
	setting.OperatorFlags(cmd)
	return cmd
}

func newPaymentsShowCommand() *cobra.Command {
	return onAttempt(&cobra.Command{
		Use: "show ID", Short: "Show one attempt and everything that happened to it",
		Example: "  cojoin payments show 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
	}, func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error) {
		return c.Payment.Attempt(ctx, id)
	})
}

func newPaymentsReconcileCommand() *cobra.Command {
	return onAttempt(&cobra.Command{
		Use: "reconcile ID", Short: "Get the outcome of an attempt from the provider now, and advance it as far as possible",
		Long: `Get the outcome of an attempt from the provider now, and advance it as far as possible, without waiting for the lease
of the process that works on it. An attempt in review is resumed. This never charges anything.`,
		Example: "  cojoin payments reconcile 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
	}, func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error) {
		return c.Payment.ReconcileNow(ctx, id)
	})
}

func showAttempt(cmd *cobra.Command, a *payment.AttemptDetail) error {
	refunds := console.Below(a.Refunds, []string{"refund", "state", "amount", "currency", "credit note", "reason"}, func(r payment.Refund) []any {
		return []any{r.Number, r.State, r.Amount, r.Currency, r.CreditNote, r.Reason}
	})
	disputes := console.Below(a.Disputes, []string{"dispute", "kind", "state", "amount", "currency"}, func(d payment.Dispute) []any {
		return []any{d.ID, d.Kind, d.State, d.Amount, d.Currency}
	})
	changes := console.Below(a.Changes, []string{"at", "from", "to", "event", "detail"}, func(e payment.AttemptChange) []any {
		return []any{e.At, e.From, e.To, e.Event, e.Detail}
	})
	return console.Show(cmd, a, [][2]any{
		{"attempt", a.ID}, {"state", a.State}, {"order", a.OrderID + " (" + string(a.OrderState) + ")"}, {"sign-up", a.RegistrationID},
		{"amount", a.Amount + " " + a.Currency}, {"paid by", paidBy(a.Attempt)}, {"provider's order id", a.GatewayOrderID},
		{"transaction", a.TransactionID}, {"declined as", a.DeclineCode}, {"created", a.CreatedAt},
	}, refunds, disputes, changes)
}

func newPaymentsAuditCommand() *cobra.Command {
	var since string
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Compare the database with the provider and report every difference",
		Long: `Compare every payment attempt with the provider's transactions, with one search per attempt, and report every
difference. It changes nothing. The exit code is 0 only if there is none. Undecided payments are listed as unsettled,
and are no difference.`,
		Example: `  cojoin payments audit
  cojoin payments audit --since 2026-11-01 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := console.DayFlag("since", since, time.Unix(0, 0))
			if err != nil {
				return err
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				report, err := c.Audit.Payments(ctx, from)
				if err != nil {
					return err
				}
				return reportAudit(cmd, report)
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringVar(&since, "since", "", "only attempts from this `DAY` (2026-11-01, UTC) on (default: all)")
	return cmd
}

// reportAudit prints an audit's report. It returns an error if there is any difference.
func reportAudit(cmd *cobra.Command, r *audit.Report) error {
	err := console.Print(cmd, r, func(out io.Writer) error { return writeAudit(out, r) })
	if err == nil && r.Differences() > 0 {
		err = &console.SilentError{}
	}
	return err
}

func writeAudit(out io.Writer, r *audit.Report) error {
	w := console.Table(out)
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s\torder %s\tattempt %s\t%s\t%s\n", f.Kind, f.Order, console.Dash(f.Attempt), console.Dash(f.TransactionID), console.Dash(f.Provider))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, currency := range slices.Sorted(maps.Keys(r.CapturedDatabase)) {
		fmt.Fprintf(out, "captured: %s %s in the database, %s at the provider\n", r.CapturedDatabase[currency], currency, console.Dash(r.CapturedProvider[currency]))
	}
	_, err := fmt.Fprintf(out, "%d attempts compared, %d differences\n", r.Attempts, r.Differences())
	return err
}
