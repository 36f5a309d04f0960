package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/jobs"
)

func newWorkCommand() *cobra.Command {
	var file string
	var once bool
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Work jobs: capture payments, send mails, expire sessions (production)",
		Long: `Work jobs until SIGTERM or Ctrl-C; running jobs finish first. Any number of processes may work on one
database.`,
		Example: `  cojoin work --config /etc/cojoin.yaml
  cojoin work --once      every job that is due now, then stop`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, _, err := loadSettings(settingSources{file: file, env: os.Environ()})
			if err != nil {
				return err
			}
			if once {
				return workOnce(cmd, s)
			}
			return work(cmd.Context(), s, newLog(cmd))
		},
	}
	addConfigFlag(cmd, &file)
	cmd.Flags().BoolVar(&once, "once", false, "work what is due now, then stop")
	return cmd
}

func work(ctx context.Context, s *settings, log *slog.Logger) error {
	st, err := openStack(ctx, s, stackOptions{log: log})
	if err != nil {
		return err
	}
	defer st.close()
	if err := st.ready(ctx); err != nil {
		return err
	}
	worker, err := st.startWorker(ctx)
	if err != nil {
		return err
	}
	log.Info("working")
	<-ctx.Done()
	log.Info("stopping")
	return stopWorker(ctx, worker, s)
}

func workOnce(cmd *cobra.Command, s *settings) error {
	st, err := openStack(cmd.Context(), s, stackOptions{log: newLog(cmd)})
	if err != nil {
		return err
	}
	defer st.close()
	done, err := jobs.Drain(cmd.Context(), st.client, st.pool, time.Now())
	fmt.Fprintf(cmd.OutOrStdout(), "%d jobs worked\n", done)
	return err
}
