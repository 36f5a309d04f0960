// Package events has the commands for the host's application: events, endpoints and tokens.
package events

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/dev"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/integration"
)

// Command is "cojoin events".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "events",
		Short: "Send events to your application: payments, joins, renewals and lapses",
		Long: `Events inform the application that you sell. They are sent to endpoints, signed by the convention of Standard Webhooks, at
least once and in order per subject. An application that can't receive them reads them with a token.
These commands work on the database directly, with the server's configuration; "cojoin dev" prints the name of its own
as COJOIN_CONFIG=….`,
		Example: `  cojoin events listen --forward http://127.0.0.1:3000/hook
  cojoin events endpoints add https://app.example.com/hook
  cojoin events list
  cojoin events replay --endpoint ID --from 2026-11-01`,
	}
	cmd.AddCommand(newEventsListenCommand(), newEventsListCommand(), newEventsShowCommand(), newEventsReplayCommand(), newEventsDeadCommand(), newEventsTestCommand(),
		newEndpointsCommand(), newHostTokensCommand(), newEventTypesCommand())
	return cmd
}

// withHost runs f with a client of the configuration. Without one, it uses the configuration written by `cojoin dev`.
func withHost(cmd *cobra.Command, f func(ctx context.Context, c *sdk.Client) error) error {
	if !setting.Configured(setting.File(cmd)) {
		if data, err := dev.DataDir(); err == nil {
			if _, err := os.Stat(dev.ConfigFile(data)); err == nil {
				_ = cmd.Flags().Set("config", dev.ConfigFile(data)) // the flag exists
			}
		}
	}
	return stack.WithClient(cmd, f)
}

func newEventsListCommand() *cobra.Command {
	var filter integration.EventFilter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List events, newest first",
		Long:  "List events, newest first. A worker numbers them within about a second; they are kept for 90 days.",
		Example: `  cojoin events list --type subscription.ended
  cojoin events list --subject 01a1fded-722b-71ab-a0d3-cf8351e72d0b --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Integration.Events(ctx, filter)
				if err != nil {
					return err
				}
				return console.List(cmd, list, "no events", []string{"position", "type", "at", "event", "subject"}, func(e integration.Event) []any {
					return []any{e.Position, e.Type, e.At, e.ID, e.Subject}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	cmd.Flags().StringVar(&filter.Kind, "type", "", "only this `TYPE`, e.g. subscription.started")
	cmd.Flags().StringVar(&filter.Subject, "subject", "", "only events about this `ID`")
	console.PageFlags(cmd, "events", &filter.Before, &filter.Limit)
	return cmd
}

var oneEvent = console.OneArg("name one event by its id; list them with: cojoin events list")

func newEventsShowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one event as it is sent, and its delivery to each endpoint",
		Example: "  cojoin events show 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    oneEvent,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				found, err := c.Integration.Event(ctx, args[0])
				if err != nil {
					return err
				}
				return console.WriteJSON(cmd.OutOrStdout(), found)
			})
		},
	}
	setting.FileFlag(cmd)
	return cmd
}

func newEventsReplayCommand() *cobra.Command {
	var endpoint, from, to string
	var what integration.Replay
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Send events to an endpoint again: those of some days, those about a subject, or one event",
		Long: `Send events to an endpoint again, in their order: those of some days, those about a subject, or one event; without a
choice, all stored events. An endpoint also receives events from before it was added. Applications recognize repeated
events by their ids.`,
		Example: `  cojoin events replay --endpoint 01a1fded-722b-71ab-a0d3-cf8351e72d0b --from 2026-11-01 --to 2026-11-03
  cojoin events replay --endpoint 01a1fded-722b-71ab-a0d3-cf8351e72d0b --event 01a1fdf2-6d74-739d-81ec-32333ce60572`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if what.From, err = console.DayFlag("from", from, time.Time{}); err != nil {
				return err
			}
			if what.To, err = console.DayFlag("to", to, time.Time{}); err != nil {
				return err
			}
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				n, err := c.Integration.Replay(ctx, endpoint, what)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s will be sent again\n", console.Count(n, "event"))
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	endpointFlag(cmd, &endpoint)
	cmd.Flags().StringVar(&from, "from", "", "events from this `DAY` on (2026-11-01, UTC)")
	cmd.Flags().StringVar(&to, "to", "", "events before this `DAY`")
	cmd.Flags().StringVar(&what.Subject, "subject", "", "events about this `ID`")
	cmd.Flags().StringVar(&what.EventID, "event", "", "this event's `ID`")
	return cmd
}

func endpointFlag(cmd *cobra.Command, endpoint *string) {
	cmd.Flags().StringVar(endpoint, "endpoint", "", "the endpoint's `ID` (required); list them with: cojoin events endpoints list")
	_ = cmd.MarkFlagRequired("endpoint") // the flag exists
}

func newEventsDeadCommand() *cobra.Command {
	var endpoint string
	var before int64
	var limit int
	cmd := &cobra.Command{
		Use:   "dead",
		Short: "List events that were given up after days of failed deliveries",
		Long: `List events that were given up, newest first: 14 deliveries failed within about five days. Once the endpoint works again,
send them with "cojoin events replay".`,
		Example: "  cojoin events dead --endpoint 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				list, err := c.Integration.Dead(ctx, endpoint, before, limit)
				if err != nil {
					return err
				}
				columns := []string{"position", "type", "event", "tries", "given up", "last problem"}
				return console.List(cmd, list, "no events were given up", columns, func(d integration.Delivery) []any {
					return []any{d.Position, d.Type, d.EventID, d.Tries, d.EndedAt, d.Problem}
				})
			})
		},
	}
	setting.ListFlags(cmd)
	endpointFlag(cmd, &endpoint)
	console.PageFlags(cmd, "events", &before, &limit)
	return cmd
}

func newEventsTestCommand() *cobra.Command {
	var endpoint string
	cmd := &cobra.Command{
		Use:     "send-test",
		Short:   "Send a test event to an endpoint immediately, and show its answer",
		Example: "  cojoin events send-test --endpoint 01a1fded-722b-71ab-a0d3-cf8351e72d0b",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error {
				got, err := c.Integration.SendTest(ctx, endpoint)
				if err != nil {
					return err
				}
				if got.Problem != "" {
					return errors.New("the endpoint didn't take the test: " + got.Problem)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "the endpoint answered %d after %s\n", got.Status, got.Took.Round(time.Millisecond))
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	endpointFlag(cmd, &endpoint)
	return cmd
}
