package payments

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/payment"
)

// switches holds the texts of the commands that set the payments guard by hand, by the new state.
var switches = map[payment.GuardState]struct{ use, short, long, example string }{
	payment.GuardTightened: {
		"tighten", "Have payers without a proof verify their card or their mailbox",
		`Tighten payments on every server, as too many declines do: a payer without a proof pays with a card that 3-D Secure verified, in every
country, or continues by the link in our mail. Customers, invited parents and professionals pay as before. It holds until the next open,
tighten or close, or for the duration of --for.`,
		`  cojoin payments tighten --reason "card testing since 14:00"
  cojoin payments tighten --reason "sale starts" --for 2h`,
	},
	payment.GuardOpen: {
		"open", "Open payments that are tightened or closed",
		`Open payments on every server: this ends a close and a tighten, and keeps declines from tightening payments for an hour, or for the
duration of --for. The limits of sessions, mailboxes, addresses and networks hold all the same.`,
		`  cojoin payments open --reason "the merchant account works again"
  cojoin payments open --reason "the bank declined everything" --for 3h`,
	},
	payment.GuardClosed: {
		"close", "Close payments by card and wallet for all payers",
		`Close payments on every server: no payer's card or wallet is tried, not even a customer's. Orders that codes cover in full go on, and so
do renewals. It holds until the next open, tighten or close, or for the duration of --for.`,
		`  cojoin payments close --reason "provider asked us to stop"
  cojoin payments close --reason "move of the merchant account" --for 30m`,
	},
}

func newPaymentsSwitchCommand(to payment.GuardState) *cobra.Command {
	text, in := switches[to], payment.SwitchInput{State: to}
	cmd := &cobra.Command{
		Use: text.use, Short: text.short, Long: text.long, Example: text.example, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if in.Reason == "" {
				return console.Usagef("give the reason with --reason: it is stored with your name")
			}
			if in.For < 0 {
				return console.Usagef("--for %s must not be negative", in.For)
			}
			return onGuard(cmd, func(ctx context.Context, c *sdk.Client) error {
				_, err := c.Payment.SetGuard(ctx, in)
				return err
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringVar(&in.Reason, "reason", "", "the reason, stored with your name")
	cmd.Flags().DurationVar(&in.For, "for", 0, "how long, e.g. 2h (default: until the next one; open: 1h)")
	return cmd
}

func newPaymentsGuardCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "guard",
		Short: "Show whether payments are open, tightened or closed, and the last changes by operators",
		Long: `Show whether payments are open, tightened or closed, the declines behind it, and the last changes by operators, each with its operator,
reason and end.`,
		Example: `  cojoin payments guard
  cojoin payments guard --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return onGuard(cmd, func(context.Context, *sdk.Client) error { return nil })
		},
	}
	setting.OperatorFlags(cmd)
	return cmd
}

// onGuard changes the payments guard and shows the result.
func onGuard(cmd *cobra.Command, do func(context.Context, *sdk.Client) error) error {
	return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
		if err := do(ctx, c); err != nil {
			return err
		}
		report, err := c.Payment.GuardReport(ctx)
		if err != nil {
			return err
		}
		return console.Print(cmd, report, func(out io.Writer) error { return writeGuard(out, report) })
	})
}

func writeGuard(out io.Writer, r *payment.GuardReport) error {
	by := "automatically"
	if r.ByHand {
		by = "by hand until " + until(r.Until)
	}
	fmt.Fprintf(out, "payments are %s, %s\n%d of the last %d payments were declined\n", r.State, by, r.Declined, r.Decided)
	if len(r.Switches) > 0 {
		fmt.Fprintln(out)
	}
	return console.WriteTable(out, r.Switches, []string{"set to", "by", "at", "until", "reason"}, func(s payment.Switch) []any {
		return []any{s.State, s.Operator, s.At, until(s.Until), s.Reason}
	})
}

func until(at *time.Time) string {
	if at == nil {
		return "the next change"
	}
	return console.Moment(*at)
}
