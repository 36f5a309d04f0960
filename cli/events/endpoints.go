package events

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/integration"
)

func newEndpointsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "endpoints",
		Short: "List, add, change and remove the endpoints that receive events",
		Example: `  cojoin events endpoints add https://app.example.com/hook --types subscription.started,subscription.ended
  cojoin events endpoints change ID --rotate-secret
  cojoin events endpoints list`,
	}
	cmd.AddCommand(newEndpointsListCommand(), newEndpointsAddCommand(), newEndpointsChangeCommand(), newEndpointsRemoveCommand())
	return cmd
}

func newEndpointsListCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list", Short: "List endpoints, with the events that wait for each", Example: "  cojoin events endpoints list --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				all, err := c.Integration.Endpoints(ctx)
				if err != nil {
					return err
				}
				columns := []string{"endpoint", "state", "waiting", "refused", "given up", "lag", "url"}
				return console.List(cmd, all, "no endpoints; add one with: cojoin events endpoints add URL", columns, func(e integration.Endpoint) []any {
					return []any{e.ID, e.State, e.Figures.Pending, e.Figures.Retried, e.Figures.Dead, e.Figures.Lag.Round(time.Second), e.URL}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	return cmd
}

func newEndpointsAddCommand() *cobra.Command {
	var in integration.EndpointInput
	cmd := &cobra.Command{
		Use: "add URL", Short: "Add an endpoint, and print the secret that verifies its events",
		Long: `Add an endpoint, and print the secret with which your application verifies its events: it is shown this once. The endpoint
receives new events only. "cojoin events replay" sends it earlier ones.`,
		Example: `  cojoin events endpoints add https://app.example.com/hook
  cojoin events endpoints add https://app.example.com/hook --people name,email --note "provisioning"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in.URL = args[0]
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				added, err := c.Integration.AddEndpoint(ctx, in, "en")
				if err != nil {
					return err
				}
				return writeEndpoint(cmd, added)
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringSliceVar(&in.Kinds, "types", nil, "only these `TYPES`, separated by commas; left out: all")
	cmd.Flags().StringSliceVar(&in.People, "people", nil, "send these `PARTS` of the account holder's data: name, email, locale; left out: none")
	cmd.Flags().StringVar(&in.Note, "note", "", "a `NOTE` for operators")
	return cmd
}

func newEndpointsChangeCommand() *cobra.Command {
	var url, note string
	var types, people []string
	var enable, disable bool
	var change integration.EndpointChange
	cmd := &cobra.Command{
		Use: "change ID", Short: "Change an endpoint: address, types, people, secret, on and off",
		Long: `Change an endpoint. A new secret is shown this once. For a day, the old one signs beside it: in that time your application
may use either. A disabled endpoint's events wait for it.`,
		Example: `  cojoin events endpoints change 01a1fded-722b-71ab-a0d3-cf8351e72d0b --rotate-secret
  cojoin events endpoints change 01a1fded-722b-71ab-a0d3-cf8351e72d0b --disable`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set := cmd.Flags().Changed
			if set("url") {
				change.URL = &url
			}
			if set("note") {
				change.Note = &note
			}
			if set("types") {
				change.Kinds = &types
			}
			if set("people") {
				change.People = &people
			}
			if enable || disable {
				change.Enabled = &enable
			}
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				changed, err := c.Integration.ChangeEndpoint(ctx, args[0], change, "en")
				if err != nil {
					return err
				}
				return writeEndpoint(cmd, changed)
			})
		},
	}
	setting.OperatorFlags(cmd)
	cmd.Flags().StringVar(&url, "url", "", "another `URL`")
	cmd.Flags().StringSliceVar(&types, "types", nil, "only these `TYPES`; empty: all")
	cmd.Flags().StringSliceVar(&people, "people", nil, "send these `PARTS` of the account holder's data: name, email, locale; empty: none")
	cmd.Flags().StringVar(&note, "note", "", "a `NOTE` for operators")
	cmd.Flags().BoolVar(&enable, "enable", false, "send its events, also the waiting ones")
	cmd.Flags().BoolVar(&disable, "disable", false, "send nothing for now")
	cmd.Flags().BoolVar(&change.Rotate, "rotate-secret", false, "make a new secret")
	cmd.MarkFlagsMutuallyExclusive("enable", "disable")
	return cmd
}

func writeEndpoint(cmd *cobra.Command, e *integration.Endpoint) error {
	types := cmp.Or(strings.Join(e.Kinds, ", "), "all types")
	text := fmt.Sprintf("endpoint %s is %s: %s to %s\n", e.ID, e.State, types, e.URL)
	if e.Secret != "" {
		text += fmt.Sprintf("secret   %s\n", e.Secret)
	}
	return console.Printf(cmd, e, "%s", text)
}

func newEndpointsRemoveCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "remove ID", Short: "Remove an endpoint and its waiting events",
		Example: "  cojoin events endpoints remove 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Integration.Endpoint(ctx, args[0])
				if err != nil {
					return err
				}
				if err := console.Confirm(cmd, yes, "%s for %s will not be sent. Remove it?", console.Count(found.Figures.Pending, "event"), found.URL); err != nil {
					return err
				}
				if err := c.Integration.RemoveEndpoint(ctx, args[0]); err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "endpoint %s is removed\n", args[0])
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	console.YesFlag(cmd, &yes)
	return cmd
}
