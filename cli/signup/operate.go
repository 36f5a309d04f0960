package signup

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/signup"
)

func newSignupListCommand() *cobra.Command {
	var file, state string
	var asJSON bool
	var filter signup.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sign-ups, newest first",
		Long: `List sign-ups, newest first: the progress and order of each, never what a person has entered. It works on
the database, with the server's configuration; each access is recorded.`,
		Example: `  cojoin signup list --state open --limit 20
  cojoin signup list --email ana@example.com --json
  cojoin signup list --before 01a1fded-722b-71ab-a0d3-cf8351e72d0b   the ones before that`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter.State = signup.State(state)
			switch filter.State {
			case "", signup.Open, signup.Paid, signup.Expired:
			default:
				return console.Usagef("--state must be open, paid or expired")
			}
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Signup.List(ctx, filter)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), found)
				}
				return writeSignups(cmd.OutOrStdout(), found)
			})
		},
	}
	setting.FileFlag(cmd, &file)
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	flags.StringVar(&state, "state", "", "only this `STATE`: open, paid or expired")
	flags.StringVar(&filter.Email, "email", "", "only sign-ups of the parent with this address")
	flags.StringVar(&filter.Before, "before", "", "only sign-ups older than this `ID`")
	flags.IntVar(&filter.Limit, "limit", 50, "maximum number, up to 500")
	return cmd
}

func writeSignups(out io.Writer, list []signup.Info) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTATE\tSTEP\tPACKAGE\tGROUP\tE-MAIL\tUPDATED")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", s.SignupID, signupState(s), s.LastCompletedStep, packageOf(s), s.PricingGroup, console.OrNone(s.Email), s.UpdatedAt.Format(time.RFC3339))
	}
	return w.Flush()
}

func signupState(s signup.Info) string {
	words := []string{string(s.State)}
	if s.Paying {
		words = append(words, "paying")
	}
	if s.Invited {
		words = append(words, "invited")
	}
	if s.PurgedAt != nil {
		words = append(words, "purged")
	}
	return strings.Join(words, ",")
}

func packageOf(s signup.Info) string {
	switch {
	case s.PackageID == 0:
		return "none"
	case s.PayForCoparent:
		return fmt.Sprintf("%d ×2", s.PackageID)
	}
	return fmt.Sprint(s.PackageID)
}

func newSignupInspectCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect ID",
		Short: "Show one sign-up with its history",
		Long: `Show one sign-up: its progress, every change and every payment attempt, never what a person has entered. It works
on the database, with the server's configuration; each access is recorded.`,
		Example: "  cojoin signup inspect 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				report, err := c.Signup.Inspect(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), report)
				}
				return writeSignup(cmd.OutOrStdout(), report)
			})
		},
	}
	setting.FileFlag(cmd, &file)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func writeSignup(out io.Writer, r *signup.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"sign-up", r.SignupID}, {"state", signupState(r.Info)}, {"last completed step", fmt.Sprint(r.LastCompletedStep)},
		{"filled in", console.OrNone(strings.Join(r.Filled, ", "))}, {"children", fmt.Sprint(r.Children)}, {"e-mail", console.OrNone(r.Email)},
		{"package", packageOf(r.Info)}, {"pricing group", r.PricingGroup}, {"language", r.Locale}, {"account", console.OrNone(r.UserID)},
		{"expires", r.ExpiresAt.Format(time.RFC3339)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	fmt.Fprintln(w, "\nAT\tCHANGE\tBY\tSTEP\tSECTIONS")
	for _, c := range r.Changes {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", c.At.Format(time.RFC3339), c.Kind, c.Actor, c.Step, console.OrNone(strings.Join(c.Sections, ", ")))
	}
	if len(r.Attempts) > 0 {
		fmt.Fprintln(w, "\nAT\tPAYMENT\tSTATE\tAMOUNT\tBY")
		for _, a := range r.Attempts {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s %s\t%s\n", a.CreatedAt.Format(time.RFC3339), a.ID, a.State, a.Amount, a.Currency, a.PaymentType)
		}
	}
	return w.Flush()
}

func newSignupPurgeCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Expire sign-ups that are due, and remove the personal data of old ones",
		Long: `Expire sign-ups older than 24 hours. Remove the personal data of those that expired 30 days ago, or that
were paid a day ago (the account has it), and everything else that has been kept as long as its rule says (cojoin
privacy due). The workers do this every hour; this command does it now, can run alongside them, and may be repeated at any time.`,
		Example: "  cojoin signup purge --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				expired, err := c.Privacy.ExpireRegistrations(ctx)
				if err != nil {
					return err
				}
				purged, err := c.Privacy.Purge(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), struct {
						Expired int `json:"expired"`
						privacy.Purged
					}{expired, purged})
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d sign-up(s) expired; personal data of %d removed; %d stored answer(s), %d token(s), %d counter(s), %d quote(s), %d event(s), %d receipt(s) and %d record(s) of mail removed\n",
					expired, purged.Registrations, purged.Answers, purged.Tokens, purged.RateLimits, purged.Quotes, purged.Events, purged.Receipts, purged.Mails)
				return err
			})
		},
	}
	setting.FileFlag(cmd, &file)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
