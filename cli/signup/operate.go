package signup

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/signup"
)

func newSignupListCommand() *cobra.Command {
	var state string
	var filter signup.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sign-ups, newest first",
		Long: `List sign-ups, newest first: the progress and order of each, never a person's entries. It works on
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
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Signup.List(ctx, filter)
				if err != nil {
					return err
				}
				return console.List(cmd, found, "no sign-ups", []string{"id", "state", "step", "package", "group", "e-mail", "updated"}, func(s signup.Info) []any {
					return []any{s.SignupID, signupState(s), s.LastCompletedStep, packageOf(s), s.PricingGroup, s.Email, s.UpdatedAt}
				})
			})
		},
	}
	setting.FileFlag(cmd)
	flags := cmd.Flags()
	console.ListFlags(cmd)
	flags.StringVar(&state, "state", "", "only this `STATE`: open, paid or expired")
	flags.StringVar(&filter.Email, "email", "", "only sign-ups of the parent with this address")
	console.PageFlags(cmd, "sign-ups", &filter.Before, &filter.Limit)
	return cmd
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
	cmd := &cobra.Command{
		Use:   "inspect ID",
		Short: "Show one sign-up with its history",
		Long: `Show one sign-up: its progress, every change and every payment attempt, never a person's entries. It works
on the database, with the server's configuration; each access is recorded.`,
		Example: "  cojoin signup inspect 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				report, err := c.Signup.Inspect(ctx, args[0])
				if err != nil {
					return err
				}
				return showSignup(cmd, report)
			})
		},
	}
	setting.FileFlag(cmd)
	console.JSONFlag(cmd)
	return cmd
}

func showSignup(cmd *cobra.Command, r *signup.Report) error {
	changes := console.Below(r.Changes, []string{"at", "change", "by", "step", "sections"}, func(c signup.Change) []any {
		return []any{c.At, c.Kind, c.Actor, c.Step, c.Sections}
	})
	attempts := console.Below(r.Attempts, []string{"at", "payment", "state", "amount", "currency", "by"}, func(a signup.Attempt) []any {
		return []any{a.CreatedAt, a.ID, a.State, a.Amount, a.Currency, a.PaymentType}
	})
	return console.Show(cmd, r, [][2]any{
		{"sign-up", r.SignupID}, {"state", signupState(r.Info)}, {"last completed step", r.LastCompletedStep}, {"filled in", r.Filled}, {"children", r.Children},
		{"e-mail", r.Email}, {"package", packageOf(r.Info)}, {"pricing group", r.PricingGroup}, {"language", r.Locale}, {"account", r.UserID}, {"expires", r.ExpiresAt},
	}, changes, attempts)
}

func newSignupPurgeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Expire sign-ups that are due, and remove the personal data of old ones",
		Long: `Expire sign-ups older than 24 hours. Remove the personal data of those that expired 30 days ago, or that
were paid a day ago (the account has it), and all other data that is due by its retention rule (cojoin
privacy due). The workers do this every hour; this command does it now, can run alongside them, and may be repeated at any time.`,
		Example: "  cojoin signup purge --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				expired, err := c.Privacy.ExpireRegistrations(ctx)
				if err != nil {
					return err
				}
				purged, err := c.Privacy.Purge(ctx)
				if err != nil {
					return err
				}
				return console.Printf(cmd, struct {
					Expired int `json:"expired"`
					privacy.Purged
				}{expired, purged}, "%d sign-up(s) expired; personal data of %d removed; %d stored answer(s), %d token(s), %d counter(s), %d quote(s), %d event(s), %d receipt(s) and %d record(s) of mail removed\n",
					expired, purged.Registrations, purged.Answers, purged.Tokens, purged.RateLimits, purged.Quotes, purged.Events, purged.Receipts, purged.Mails)
			})
		},
	}
	setting.FileFlag(cmd)
	console.JSONFlag(cmd)
	return cmd
}
