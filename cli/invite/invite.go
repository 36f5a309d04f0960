// Package invite has the commands for invitations.
package invite

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/invite"
)

// Command is "cojoin invite".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "invite",
		Short: "Invite parents, track invitations, resend or revoke their links",
		Long: `Invitations. A logged-in professional invites clients with "invite create". All other commands are for operators: they
work on the database directly, with the server's configuration; the workers send the mails. A link's token is never
stored in plain text: a lost link is replaced, never looked up.`,
		Example: `  cojoin invite create --first-name Ben --last-name Lee --email ben@example.com
  cojoin invite create --pro ID --first-name Ben --last-name Lee --email ben@example.com
  cojoin invite create --inviter USERID --first-name Ben --last-name Lee --phone 4125550101 --print-link
  cojoin invite list --state open
  cojoin invite resend ID`,
	}
	cmd.AddCommand(newInviteCreateCommand(), newInviteListCommand(), newInviteShowCommand(), newInviteResendCommand(), newInviteRevokeCommand())
	return cmd
}

func newInviteListCommand() *cobra.Command {
	var filter invite.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List invitations, newest first",
		Example: `  cojoin invite list --state open --limit 20
  cojoin invite list --email ben@example.com --json
  cojoin invite list --before 01a1fded-722b-71ab-a0d3-cf8351e72d0b   the ones before that`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch filter.State {
			case "", "open", "accepted", "revoked":
			default:
				return console.Usagef("--state must be open, accepted or revoked")
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Invite.List(ctx, filter)
				if err != nil {
					return err
				}
				return console.List(cmd, found, "no invitations", []string{"invitation", "state", "to", "by", "paid", "until"}, func(i invite.Info) []any {
					return []any{i.ID, i.State, reach(i), invitedBy(i), i.SeatPaid, i.ExpiresAt}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&filter.State, "state", "", "only this `STATE`: open (expired ones too), accepted or revoked")
	flags.StringVar(&filter.Email, "email", "", "only invitations to this address")
	flags.StringVar(&filter.ProfessionalID, "pro", "", "only invitations by the professional with this `ID`")
	console.PageFlags(cmd, "invitations", &filter.Before, &filter.Limit)
	return cmd
}

func newInviteShowCommand() *cobra.Command {
	return onInvitation(&cobra.Command{
		Use: "show ID", Short: "Show one invitation",
		Example: "  cojoin invite show 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
	}, nil, func(ctx context.Context, c *sdk.Client, id string) (*invite.Info, error) {
		return c.Invite.Find(ctx, id)
	})
}

func newInviteResendCommand() *cobra.Command {
	var printLink bool
	cmd := onInvitation(&cobra.Command{
		Use: "resend ID", Short: "Mail a new link and revoke the previous one",
		Long: `Mail a new link for an open invitation, expired or not. With --print-link no mail is sent and the link is printed
instead. Either way, the previous link is revoked.`,
		Example: `  cojoin invite resend 01a1fded-722b-71ab-a0d3-cf8351e72d0b
  cojoin invite resend 01a1fded-722b-71ab-a0d3-cf8351e72d0b --print-link`,
	}, &printLink, func(ctx context.Context, c *sdk.Client, id string) (*invite.Info, error) {
		if printLink {
			return c.Invite.Find(ctx, id)
		}
		return c.Invite.Resend(ctx, id)
	})
	cmd.Flags().BoolVar(&printLink, "print-link", false, "print the new link instead of mailing it")
	return cmd
}

func newInviteRevokeCommand() *cobra.Command {
	return onInvitation(&cobra.Command{
		Use: "revoke ID", Short: "Revoke an open invitation and its link, so that the seat may be offered again",
		Example: "  cojoin invite revoke 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
	}, nil, func(ctx context.Context, c *sdk.Client, id string) (*invite.Info, error) {
		return c.Invite.Revoke(ctx, id)
	})
}

// onInvitation returns a command that reads or changes one invitation and shows it.
func onInvitation(cmd *cobra.Command, printLink *bool, do func(ctx context.Context, c *sdk.Client, id string) (*invite.Info, error)) *cobra.Command {
	cmd.Args = console.OneArg("name one invitation by its id; list them with: cojoin invite list")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
			info, err := do(ctx, c, args[0])
			if err != nil {
				return err
			}
			return showInvitation(ctx, cmd, c, info, printLink != nil && *printLink)
		})
	}
	setting.OperatorFlags(cmd)
	return cmd
}

// showInvitation prints one invitation, and a new link if requested.
func showInvitation(ctx context.Context, cmd *cobra.Command, c *sdk.Client, info *invite.Info, withLink bool) error {
	shown := struct {
		*invite.Info
		Link string `json:"link,omitempty"`
	}{Info: info}
	if withLink {
		link, err := c.Invite.Link(ctx, info.ID)
		if err != nil {
			return err
		}
		shown.Link = link.Reveal()
	}
	err := console.Show(cmd, shown, invitationRows(info))
	if err == nil && withLink && !console.AsJSON(cmd) {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", shown.Link)
	}
	return err
}

func invitationRows(i *invite.Info) [][2]any {
	return [][2]any{
		{"invitation", i.ID}, {"state", i.State}, {"to", i.FirstName + " " + i.LastName + ", " + reach(*i)}, {"user", i.UserID}, {"family", i.FamilyID},
		{"by", invitedBy(*i)}, {"language", i.Locale}, {"seat paid", i.SeatPaid}, {"created", i.CreatedAt}, {"until", i.ExpiresAt},
		{"accepted", i.AcceptedAt}, {"reminded", i.RemindedAt},
	}
}

func reach(i invite.Info) string {
	if i.Email != "" {
		return i.Email
	}
	return console.Dash(i.PhoneNumber)
}

func invitedBy(i invite.Info) string {
	if i.ProfessionalID != "" {
		return "professional " + i.ProfessionalID
	}
	return "parent " + i.InviterUserID
}
