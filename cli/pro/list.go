package pro

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/professional"
)

// professionalStates are a professional's possible states.
var professionalStates = []string{string(professional.Pending), string(professional.Verified), string(professional.Suspended)}

func newProListCommand() *cobra.Command {
	var filter professional.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List professionals, newest first",
		Example: `  cojoin pro list --state pending_verification
  cojoin pro list --email ana@example.com --json
  cojoin pro list --before 01a1fdf2-6d74-739d-81ec-32333ce60572   the ones before that`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if filter.State != "" && setting.OneOf(string(filter.State), professionalStates...) != nil {
				return console.Usagef("--state must be one of %s", strings.Join(professionalStates, ", "))
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Professional.List(ctx, filter)
				if err != nil {
					return err
				}
				columns := []string{"professional", "state", "name", "e-mail", "practice", "country", "logs in", "refusals", "since"}
				return console.List(cmd, found, "no professionals", columns, func(p professional.Info) []any {
					return []any{p.ProfessionalID, p.State, p.FirstName + " " + p.LastName, p.Email, p.Practice, p.Country, console.YesNo(p.CredentialsSet), p.Refusals, console.Day(p.CreatedAt)}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar((*string)(&filter.State), "state", "", "only this `STATE`: "+strings.Join(professionalStates, ", "))
	flags.StringVar(&filter.Email, "email", "", "only the professional with this address")
	console.PageFlags(cmd, "professionals", &filter.Before, &filter.Limit)
	_ = cmd.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(professionalStates, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func newProShowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one professional, with the data for a check of their identity",
		Example: "  cojoin pro show 01a1fdf2-6d74-739d-81ec-32333ce60572",
		Args:    oneProfessional,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				p, err := c.Professional.Find(ctx, args[0])
				if err != nil {
					return err
				}
				return console.Show(cmd, p, [][2]any{
					{"professional", p.ProfessionalID}, {"user", p.UserID}, {"state", p.State},
					{"name", strings.TrimSpace(p.Title + " " + p.FirstName + " " + p.LastName + " " + p.Credentials)}, {"e-mail", p.Email},
					{"practice", p.Practice}, {"country", p.Country}, {"roles", p.Roles}, {"language", p.Locale},
					{"logs in", console.YesNo(p.CredentialsSet)}, {"since", console.Day(p.CreatedAt)}, {"verified", console.DayOf(p.VerifiedAt)},
					{"refusals", p.Refusals},
				})
			})
		},
	}
	setting.FileFlag(cmd)
	console.JSONFlag(cmd)
	return cmd
}
