// Package payments has the commands for payments, refunds and disputes.
package payments

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
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
  cojoin payments reconcile ID               ask the provider now
  cojoin payments refund ID --reason TEXT    refund a payment, or a part of it
  cojoin payments settle                     ask whether captured money is settled
  cojoin payments guard                      whether payments are open, tightened or closed
  cojoin payments disputes                   what needs evidence, and by when
  cojoin payments audit --since 2026-11-01   every difference between database and provider`,
	}
	cmd.AddCommand(newPaymentsListCommand(), newPaymentsShowCommand(), newPaymentsReconcileCommand(), newPaymentsRefundCommand(), newPaymentsSettleCommand(),
		newPaymentsDisputesCommand(), newPaymentsEvidenceCommand(), newPaymentsAuditCommand(),
		newPaymentsGuardCommand(), newPaymentsSwitchCommand(payment.GuardTightened), newPaymentsSwitchCommand(payment.GuardOpen), newPaymentsSwitchCommand(payment.GuardClosed))
	return cmd
}

func newPaymentsListCommand() *cobra.Command {
	var file string
	var asJSON bool
	var filter payment.AttemptFilter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List payment attempts, newest first",
		Example: `  cojoin payments list --limit 20
  cojoin payments list --state unknown --json
  cojoin payments list --before 01a1fded-722b-71ab-a0d3-cf8351e72d0b   the ones before that`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				attempts, err := c.Payment.Attempts(ctx, filter)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), attempts)
				}
				return writeAttempts(cmd.OutOrStdout(), attempts)
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	cmd.Flags().StringVar((*string)(&filter.State), "state", "", "only this `STATE`: see docs/payment-states.md")
	cmd.Flags().StringVar(&filter.Before, "before", "", "only attempts older than this `ID`")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "maximum number, up to 500")
	console.CompleteStates(cmd, payment.AttemptStates)
	return cmd
}

func writeAttempts(out io.Writer, attempts []payment.Attempt) error {
	if len(attempts) == 0 {
		_, err := fmt.Fprintln(out, "no payment attempts")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ATTEMPT\tSTATE\tORDER\tAMOUNT\tBY\tTRANSACTION\tWHEN")
	for _, a := range attempts {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s %s\t%s\t%s\t%s\n", a.ID, a.State, a.OrderState, a.Amount, a.Currency, paidBy(a), console.Dash(a.TransactionID), a.CreatedAt.Format(time.RFC3339))
	}
	return w.Flush()
}

func paidBy(a payment.Attempt) string {
	if a.CardLastFour != "" {
		return string(a.PaymentType) + " " + a.CardLastFour
	}
	return string(a.PaymentType)
}

// onAttempt returns a command that changes one attempt and shows the result.
func onAttempt(cmd *cobra.Command, do func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error)) *cobra.Command {
	var file string
	var asJSON bool
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return console.Usagef("name one attempt by its id; list them with: cojoin payments list")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
			detail, err := do(ctx, c, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), detail)
			}
			return writeAttempt(cmd.OutOrStdout(), detail)
		})
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
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
		Use: "reconcile ID", Short: "Ask the provider now for the outcome of an attempt, and advance it as far as possible",
		Long: `Ask the provider now for the outcome of an attempt, and advance it as far as possible, without waiting for the lease
of the process that works on it. An attempt in review is resumed. This never charges anything.`,
		Example: "  cojoin payments reconcile 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
	}, func(ctx context.Context, c *sdk.Client, id string) (*payment.AttemptDetail, error) {
		return c.Payment.ReconcileNow(ctx, id)
	})
}

func writeAttempt(out io.Writer, a *payment.AttemptDetail) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"attempt", a.ID}, {"state", string(a.State)}, {"order", a.OrderID + " (" + string(a.OrderState) + ")"}, {"sign-up", console.Dash(a.RegistrationID)},
		{"amount", a.Amount + " " + a.Currency}, {"paid by", paidBy(a.Attempt)}, {"provider's order id", a.GatewayOrderID},
		{"transaction", console.Dash(a.TransactionID)}, {"declined as", console.Dash(string(a.DeclineCode))}, {"created", a.CreatedAt.Format(time.RFC3339)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	fmt.Fprintln(w)
	for _, r := range a.Refunds {
		fmt.Fprintf(w, "refund %d\t%s\t%s %s\t%s\t%s\n", r.Number, r.State, r.Amount, r.Currency, console.Dash(r.CreditNote), console.Dash(r.Reason))
	}
	for _, d := range a.Disputes {
		fmt.Fprintf(w, "dispute %s\t%s %s\t%s %s\n", d.ID, d.Kind, d.State, d.Amount, d.Currency)
	}
	for _, e := range a.Changes {
		fmt.Fprintf(w, "%s\t%s -> %s\t%s\t%s\n", e.At.Format(time.RFC3339), e.From, e.To, e.Event, e.Detail)
	}
	return w.Flush()
}

func newPaymentsAuditCommand() *cobra.Command {
	var file, since string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Compare the database with the provider and report every difference",
		Long: `Compare every payment attempt with the provider's transactions, with one search per attempt, and report every
difference. It changes nothing. The exit code is 0 only if there is none. What isn't decided yet is listed as unsettled,
and is no difference.`,
		Example: `  cojoin payments audit
  cojoin payments audit --since 2026-11-01 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := console.DayFlag("since", since, time.Unix(0, 0))
			if err != nil {
				return err
			}
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				report, err := c.Audit.Payments(ctx, from)
				if err != nil {
					return err
				}
				return reportAudit(cmd.OutOrStdout(), report, asJSON)
			})
		},
	}
	setting.OperatorFlags(cmd, &file, &asJSON)
	cmd.Flags().StringVar(&since, "since", "", "only attempts from this `DAY` (2026-11-01, UTC) on (default: all)")
	return cmd
}

// reportAudit shows what an audit found. It is an error where anything differs.
func reportAudit(out io.Writer, r *audit.Report, asJSON bool) error {
	var err error
	if asJSON {
		err = console.WriteJSON(out, r)
	} else {
		err = writeAudit(out, r)
	}
	if err == nil && r.Differences() > 0 {
		err = &console.SilentError{}
	}
	return err
}

func writeAudit(out io.Writer, r *audit.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
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
