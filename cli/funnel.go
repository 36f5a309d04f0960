package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/operate"
)

func newFunnelCommand() *cobra.Command {
	var since, until, by string
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
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				return showFunnel(cmd, client, from, to, by)
			})
		},
	}
	cmd.Flags().StringVar(&since, "since", "7d", "a period before now (7d, 24h), or a `date` like 2026-11-01")
	cmd.Flags().StringVar(&until, "until", "", "the end of the period: a `date`, or a time before now (default: now)")
	cmd.Flags().StringVar(&by, "by", "", "only these groups: all, locale, or the `key` of an experiment")
	console.ListFlags(cmd)
	stack.DatabaseFlag(cmd)
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

func showFunnel(cmd *cobra.Command, client *sdk.Client, from, to time.Time, by string) error {
	funnel, err := client.Operate.Funnel(cmd.Context(), from, to)
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
	return console.Print(cmd, funnel, func(io.Writer) error { return listFunnel(cmd, funnel) })
}

func listFunnel(cmd *cobra.Command, funnel *operate.Funnel) error {
	var rows [][]any
	for _, g := range funnel.Groups {
		for _, s := range g.Steps {
			share := 100 * float64(s.Reached) / float64(g.Steps[0].Reached)
			rows = append(rows, []any{g.Flow, strings.TrimSpace(g.By + " " + g.Value), s.Step, s.Reached, fmt.Sprintf("%.0f%%", share), s.Stopped})
		}
	}
	columns := []string{"flow", "group", "step", "reached", "of started", "stopped here"}
	return console.List(cmd, rows, "no sign-ups in that time", columns, func(row []any) []any { return row })
}
