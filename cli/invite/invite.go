// Package invite has the commands for invitations.
package invite

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
	var file string
	var asJSON bool
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
			return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Invite.List(ctx, filter)
				if err != nil {
					return err
				}
				if asJSON {
					return console.WriteJSON(cmd.OutOrStdout(), found)
				}
				return writeInvitations(cmd.OutOrStdout(), found)
			})
		},
	}
	inviteFlags(cmd, &file, &asJSON)
	flags := cmd.Flags()
	flags.StringVar(&filter.State, "state", "", "only this `STATE`: open (expired ones too), accepted or revoked")
	flags.StringVar(&filter.Email, "email", "", "only invitations to this address")
	flags.StringVar(&filter.ProfessionalID, "pro", "", "only invitations by the professional with this `ID`")
	flags.StringVar(&filter.Before, "before", "", "only invitations older than this `ID`")
	flags.IntVar(&filter.Limit, "limit", 50, "maximum number, up to 500")
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

// onInvitation returns a command that changes one invitation and shows the result.
func onInvitation(cmd *cobra.Command, printLink *bool, do func(ctx context.Context, c *sdk.Client, id string) (*invite.Info, error)) *cobra.Command {
	var file string
	var asJSON bool
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return console.Usagef("name one invitation by its id; list them with: cojoin invite list")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return stack.WithClient(cmd, file, func(ctx context.Context, c *sdk.Client) error {
			info, err := do(ctx, c, args[0])
			if err != nil {
				return err
			}
			return showInvitation(ctx, cmd, c, info, asJSON, printLink != nil && *printLink)
		})
	}
	inviteFlags(cmd, &file, &asJSON)
	return cmd
}

// inviteFlags adds the flags that all of these commands share.
func inviteFlags(cmd *cobra.Command, file *string, asJSON *bool) {
	setting.FileFlag(cmd, file)
	cmd.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// showInvitation prints one invitation, and a new link if requested.
func showInvitation(ctx context.Context, cmd *cobra.Command, c *sdk.Client, info *invite.Info, asJSON, withLink bool) error {
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
	if asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), shown)
	}
	if err := writeInvitation(cmd.OutOrStdout(), info); err != nil {
		return err
	}
	if shown.Link != "" {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", shown.Link); err != nil {
			return fmt.Errorf("print link: %w", err)
		}
	}
	return nil
}

func writeInvitations(out io.Writer, found []invite.Info) error {
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "no invitations")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "INVITATION\tSTATE\tTO\tBY\tPAID\tUNTIL")
	for _, i := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%t\t%s\n", i.ID, i.State, reach(i), invitedBy(i), i.SeatPaid, i.ExpiresAt.Format(time.RFC3339))
	}
	return w.Flush()
}

func writeInvitation(out io.Writer, i *invite.Info) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"invitation", i.ID}, {"state", string(i.State)}, {"to", i.FirstName + " " + i.LastName + ", " + reach(*i)}, {"user", i.UserID},
		{"family", i.FamilyID}, {"by", invitedBy(*i)}, {"language", i.Locale}, {"seat paid", fmt.Sprint(i.SeatPaid)},
		{"created", i.CreatedAt.Format(time.RFC3339)}, {"until", i.ExpiresAt.Format(time.RFC3339)}, {"accepted", moment(i.AcceptedAt)}, {"reminded", moment(i.RemindedAt)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	return w.Flush()
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

func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}
