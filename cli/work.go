package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/jobs"
)

func newWorkCommand() *cobra.Command {
	var file, private string
	var once bool
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Run jobs: capture payments, send mails, expire sessions (production)",
		Long: `Run jobs until SIGTERM or Ctrl-C; running jobs finish first. Any number of processes may share one
database. With --private-addr it serves metrics, profiles and the jobs page there, like "cojoin serve".`,
		Example: `  cojoin work --config /etc/cojoin.yaml
  cojoin work --once      run every job that is due now, then stop`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, _, err := loadSettings(settingSources{file: file, env: os.Environ(), flags: given(cmd, map[string]string{"private-addr": private})})
			if err != nil {
				return err
			}
			if private == "" { // the default address is the server's, which often runs on the same machine
				s.private = ""
			}
			if once {
				return workOnce(cmd, s)
			}
			return work(cmd.Context(), s, wait, newLog(cmd))
		},
	}
	addConfigFlag(cmd, &file)
	cmd.Flags().StringVar(&private, "private-addr", "", "private address for metrics and the jobs page, e.g. 127.0.0.1:9081 (default: none)")
	cmd.Flags().BoolVar(&once, "once", false, "run the jobs that are due now, then stop")
	addWaitFlag(cmd, &wait)
	return cmd
}

func work(ctx context.Context, s *settings, wait time.Duration, log *slog.Logger) error {
	boundMemory()
	st, err := openStack(ctx, s, stackOptions{log: log})
	if err != nil {
		return err
	}
	defer st.close()
	if err := st.await(ctx, wait); err != nil {
		return err
	}
	private, err := st.listenPrivate(ctx)
	if err != nil {
		return err
	}
	worker, err := st.startWorker(ctx)
	if err != nil {
		return errors.Join(err, private.stop(ctx))
	}
	log.Info("working")
	select {
	case <-ctx.Done():
	case err = <-private.failed:
	}
	log.Info("stopping")
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.shutdownTimeout)
	defer cancel()
	return errors.Join(err, stopWorker(ctx, worker, s), private.stop(stopCtx))
}

// listenPrivate starts the private address, if there is one.
func (st *stack) listenPrivate(ctx context.Context) (*listener, error) {
	if st.settings.private == "" {
		return &listener{server: &http.Server{ReadHeaderTimeout: time.Second}}, nil
	}
	operator, err := privateHandler(ctx, st, st.log)
	if err != nil {
		return nil, err
	}
	return listenOn(ctx, "private address", st.settings.private, "choose another with --private-addr", operator, st.log, connectionBound{})
}

func workOnce(cmd *cobra.Command, s *settings) error {
	st, err := openStack(cmd.Context(), s, stackOptions{log: newLog(cmd)})
	if err != nil {
		return err
	}
	defer st.close()
	done, err := jobs.Drain(cmd.Context(), st.client, st.pool, time.Now())
	fmt.Fprintf(cmd.OutOrStdout(), "%d jobs run\n", done)
	return err
}
