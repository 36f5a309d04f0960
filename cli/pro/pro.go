// Package pro has the commands for professionals.
package pro

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
)

// Command is "cojoin pro".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pro",
		Short: "Add, look up, verify and suspend professionals",
		Long: `Professionals, for operators. These commands work on the database directly, with the server's configuration.
A professional can buy codes immediately; verifying records that an operator has checked their identity. A suspended
professional can't buy or issue codes, or invite families.`,
		Example: `  cojoin pro list --state pending_verification
  cojoin pro add --first-name Ana --last-name Ruiz --email ana@example.com
  cojoin pro verify 01a1fdf2-6d74-739d-81ec-32333ce60572`,
	}
	cmd.AddCommand(newProListCommand(), newProShowCommand(), newProAddCommand(), newProVerifyCommand(), newProSuspendCommand(), newProRestoreCommand())
	return cmd
}

func newProAddCommand() *cobra.Command {
	var lang string
	var in form.Professional
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Create a professional's account and send the welcome mail",
		Long: `Create a professional's account and send the welcome mail, with which the professional sets a username and
password. The account awaits verification, but can own codes immediately.`,
		Example: "  cojoin pro add --first-name Ana --last-name Ruiz --email ana@example.com --practice Ruiz-Law",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error {
				added, err := c.Professional.Add(ctx, in, caller.Meta{Lang: lang})
				if err != nil {
					return err
				}
				if console.AsJSON(cmd) {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(added)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "professional %s (%s), %s\n", added.ProfessionalID, added.Email, added.State)
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&in.FirstName, "first-name", "", "first name (required)")
	flags.StringVar(&in.LastName, "last-name", "", "last name (required)")
	flags.StringVar(&in.Email, "email", "", "e-mail address (required)")
	flags.StringVar(&in.Title, "title", "", "MR, MS, MRS, HONORABLE or DOCTOR")
	flags.StringVar(&in.PracticeName, "practice", "", "name of the practice")
	flags.StringVar(&lang, "lang", "en", "language of the mail: en or es")
	console.JSONFlag(cmd)
	return cmd
}

var oneProfessional = console.OneArg("name one professional by their id; list them with: cojoin pro list")
