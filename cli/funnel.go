package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/operate"
)

func newFunnelCommand() *cobra.Command {
	var url, since, until, by string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "funnel",
		Short: "Show where people abandon their sign-up, by step, locale and experiment",
		Long: `Show how far the sign-ups that began in a period got, and where they stopped: in total, by locale,
and by the arm of every experiment that had more than one. It reads only counts.

A sign-up that is still open counts as stopped at its current step; allow the newest ones a day.`,
		Example: `  cojoin funnel --since 7d
  cojoin funnel --since 2026-11-01 --until 2026-11-08 --by locale
  cojoin funnel --since 24h --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			now := time.Now()
			from, err := parsePeriod("--since", since, now)
			if err != nil {
				return err
			}
			to := now
			if until != "" {
				if to, err = parsePeriod("--until", until, now); err != nil {
					return err
				}
			}
			if !from.Before(to) {
				return console.Usagef("--since must be before --until")
			}
			client, done, err := stack.DatabaseClient(cmd.Context(), url)
			if err != nil {
				return err
			}
			defer done()
			return showFunnel(cmd.Context(), cmd.OutOrStdout(), client, from, to, by, asJSON)
		},
	}
	cmd.Flags().StringVar(&since, "since", "7d", "a period before now (7d, 24h), or a `date` like 2026-11-01")
	cmd.Flags().StringVar(&until, "until", "", "the end of the period: a `date`, or a time before now (default: now)")
	cmd.Flags().StringVar(&by, "by", "", "only these groups: all, locale, or the `key` of an experiment")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	stack.DatabaseFlag(cmd, &url)
	return cmd
}

// parsePeriod parses a time, or a duration before now.
func parsePeriod(flag, s string, now time.Time) (time.Time, error) {
	var days int
	if n, err := fmt.Sscanf(s, "%dd", &days); err == nil && n == 1 && s == fmt.Sprintf("%dd", days) && days > 0 {
		return now.AddDate(0, 0, -days), nil
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, console.Usagef("%s %q is neither a duration like 7d or 24h nor a date like 2026-11-01", flag, s)
}

func showFunnel(ctx context.Context, out io.Writer, client *sdk.Client, from, to time.Time, by string, asJSON bool) error {
	funnel, err := client.Operate.Funnel(ctx, from, to)
	if err != nil {
		return err
	}
	if by != "" {
		kept := []operate.FunnelGroup{}
		for _, g := range funnel.Groups {
			if g.By == by {
				kept = append(kept, g)
			}
		}
		funnel.Groups = kept
	}
	if asJSON {
		return console.WriteJSON(out, funnel)
	}
	return writeFunnel(out, funnel)
}

func writeFunnel(out io.Writer, funnel *operate.Funnel) error {
	if len(funnel.Groups) == 0 {
		_, err := fmt.Fprintln(out, "no sign-ups in that time")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FLOW\tGROUP\tSTEP\tREACHED\tOF STARTED\tSTOPPED HERE")
	for _, g := range funnel.Groups {
		name := g.By
		if g.Value != "" {
			name += " " + g.Value
		}
		started := g.Steps[0].Reached
		for _, s := range g.Steps {
			share := 100 * float64(s.Reached) / float64(started)
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%.0f%%\t%d\n", g.Flow, name, s.Step, s.Reached, share, s.Stopped)
		}
	}
	return w.Flush()
}
