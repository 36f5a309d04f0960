package events

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

func newEventsListenCommand() *cobra.Command {
	var forward, given string
	var after int64
	cmd := &cobra.Command{
		Use:   "listen",
		Short: "Show events as they happen, and forward them to your application on this machine",
		Long: `Show events as they happen, until Ctrl-C. With --forward each is sent to your application on this machine, signed with the
secret that is printed first. A failed delivery is shown, and isn't retried. The address of another machine is refused:
add an endpoint for it. Run this command beside "cojoin dev".`,
		Example: `  cojoin events listen
  cojoin events listen --forward http://127.0.0.1:3000/hook
  cojoin events listen --forward http://127.0.0.1:3000/hook --after 0   start with all stored events`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l := eventListener{cmd: cmd, forward: forward, secret: secret.Secret(given), sender: delivery.NewLocal()}
			if l.secret == "" {
				raw := make([]byte, 32)
				if _, err := rand.Read(raw); err != nil {
					return err
				}
				l.secret = secret.Secret("whsec_" + base64.StdEncoding.EncodeToString(raw))
			}
			if forward != "" {
				if err := l.sender.Permit(forward); err != nil {
					return console.Usagef("--forward %w; for an application elsewhere, use: cojoin events endpoints add", err)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "secret  %s\n", l.secret.Reveal())
			}
			return withHost(cmd, func(ctx context.Context, c *sdk.Client) error { return l.run(ctx, c, after) })
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVar(&forward, "forward", "", "send each event to this `URL` of your application on this machine")
	cmd.Flags().StringVar(&given, "secret", "", "sign with this `SECRET` (whsec_…) instead of a new one")
	cmd.Flags().Int64Var(&after, "after", -1, "begin after this `POSITION`; 0: with all stored events")
	return cmd
}

// eventListener prints events and forwards them to an application.
type eventListener struct {
	cmd     *cobra.Command
	forward string
	secret  secret.Secret
	sender  *delivery.Sender
}

func (l eventListener) run(ctx context.Context, c *sdk.Client, after int64) error {
	if after < 0 {
		last, err := c.Integration.Events(ctx, integration.EventFilter{Limit: 1})
		if err != nil {
			return err
		}
		after = 0
		if len(last) > 0 {
			after = last[0].Position
		}
	}
	fmt.Fprintf(l.cmd.OutOrStdout(), "listening for events after position %d\n", after)
	for {
		events, err := c.Integration.After(ctx, after, 0, integration.FeedWait)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if ctx.Err() != nil {
			return nil //nolint:nilerr // Ctrl-C
		}
		for _, e := range events {
			l.print(ctx, e)
			after = e.Position
		}
	}
}

// print prints an event and the application's answer.
func (l eventListener) print(ctx context.Context, e integration.Event) {
	out := l.cmd.OutOrStdout()
	if l.forward == "" {
		fmt.Fprintf(out, "%d  %s  %s\n", e.Position, e.Type, e.Data)
		return
	}
	body, err := json.Marshal(e)
	if err != nil { // it was JSON in the database
		body = nil
	}
	began := time.Now()
	status, err := l.sender.Send(ctx, integration.Message{URL: l.forward, ID: e.ID, Body: body, Secrets: []secret.Secret{l.secret}})
	answer := fmt.Sprintf("%d after %s", status, time.Since(began).Round(time.Millisecond))
	if err != nil {
		answer = err.Error()
	}
	fmt.Fprintf(out, "%d  %s  → %s\n", e.Position, e.Type, answer)
}
