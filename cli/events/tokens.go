package events

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/integration"
)

func newHostTokensCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tokens",
		Short: "List, create and revoke the tokens of your application's servers",
		Example: `  cojoin events tokens create "app server" --scopes entitlements,login
  cojoin events tokens list`,
	}
	cmd.AddCommand(newHostTokensListCommand(), newHostTokensCreateCommand(), newHostTokensRevokeCommand())
	return cmd
}

func newHostTokensListCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list", Short: "List tokens, and when each was last used", Example: "  cojoin events tokens list --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				all, err := c.Integration.Tokens(ctx)
				if err != nil {
					return err
				}
				return console.List(cmd, all, "no tokens", []string{"token", "name", "scopes", "last used", "revoked"}, func(t integration.Token) []any {
					return []any{t.ID, t.Name, t.Scopes, t.LastUsedAt, t.RevokedAt}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	return cmd
}

func newHostTokensCreateCommand() *cobra.Command {
	var in integration.TokenInput
	cmd := &cobra.Command{
		Use: "create NAME", Short: "Create a token and print it",
		Long: `Create a token for one of your application's servers and print it: it is shown this once, and is valid until it is revoked. Scopes:
  entitlements   read what an account may use
  events         read the feed of events
  login          exchange login codes
  lookup         find an account by an e-mail address`,
		Example: `  cojoin events tokens create "app server" --scopes entitlements,events,login`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in.Name = args[0]
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				made, err := c.Integration.CreateToken(ctx, in, "en")
				if err != nil {
					return err
				}
				return console.Printf(cmd, made, "token %s for %s\n%s\n", made.ID, strings.Join(made.Scopes, ", "), made.Token.Reveal())
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringSliceVar(&in.Scopes, "scopes", []string{integration.ScopeEntitlements}, "`SCOPES`, separated by commas")
	return cmd
}

func newHostTokensRevokeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "revoke ID", Short: "Revoke a token immediately", Example: "  cojoin events tokens revoke 01a1fded-722b-71ab-a0d3-cf8351e72d0b", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				if err := c.Integration.RevokeToken(ctx, args[0]); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "token %s is revoked\n", args[0])
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	return cmd
}
