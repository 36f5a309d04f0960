package pro

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/professional"
)

func newProVerifyCommand() *cobra.Command {
	return proStateCommand(&cobra.Command{
		Use:   "verify ID",
		Short: "Record that a professional's identity is verified",
	}, "is verified", (professional.Client).Verify)
}

func newProSuspendCommand() *cobra.Command {
	return proStateCommand(&cobra.Command{
		Use:   "suspend ID",
		Short: "Stop a professional from buying codes and inviting families",
		Long: `Immediately stop a professional from buying and issuing codes and from inviting families, with any token.
Issued codes and invitations remain valid: revoke them with "cojoin codes revoke" and "cojoin invite revoke". The
suspension is recorded in the account's history, and "cojoin pro restore" ends it.

A professional is suspended automatically once several invitees report that they don't know the professional
(limits.refusals). Suspending them again records your review; they remain suspended.`,
	}, "is suspended", (professional.Client).Suspend)
}

func newProRestoreCommand() *cobra.Command {
	return proStateCommand(&cobra.Command{
		Use:   "restore ID",
		Short: "End a professional's suspension",
		Long: `End a professional's suspension. They are verified or awaiting verification, as before. It is recorded in the account's
history. Earlier reports that an invitee doesn't know the professional no longer count.`,
	}, "is restored", (professional.Client).Restore)
}

// proStateCommand returns the command for one change of a professional's state.
func proStateCommand(cmd *cobra.Command, result string, change func(c professional.Client, ctx context.Context, id string) error) *cobra.Command {
	cmd.Example = "  cojoin pro " + cmd.Name() + " 01a1fdf2-6d74-739d-81ec-32333ce60572"
	cmd.Args = oneProfessional
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
			if err := change(c.Professional, ctx, args[0]); err != nil {
				return err
			}
			if console.AsJSON(cmd) {
				found, err := c.Professional.Find(ctx, args[0])
				if err != nil {
					return err
				}
				return console.WriteJSON(cmd.OutOrStdout(), found)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "professional %s %s\n", args[0], result)
			return err
		})
	}
	setting.FileFlag(cmd)
	console.JSONFlag(cmd)
	return cmd
}
