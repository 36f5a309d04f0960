package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/jobs"
)

// WorkCommand is "cojoin work".
func WorkCommand() *cobra.Command {
	var private string
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
			s, _, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ(), Flags: setting.FromFlags(cmd, map[string]string{"private-addr": private})})
			if err != nil {
				return err
			}
			if private == "" { // the default address is the server's, which often runs on the same machine
				s.Private = ""
			}
			if once {
				return workOnce(cmd, s)
			}
			return work(cmd.Context(), s, wait, Log(cmd))
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVar(&private, "private-addr", "", "private address for metrics and the jobs page, e.g. 127.0.0.1:9081 (default: none)")
	cmd.Flags().BoolVar(&once, "once", false, "run the jobs that are due now, then stop")
	addWaitFlag(cmd, &wait)
	return cmd
}

func work(ctx context.Context, s *setting.Config, wait time.Duration, log *slog.Logger) error {
	boundMemory(s.Passwords)
	st, err := stack.Open(ctx, s, stack.Options{Log: log})
	if err != nil {
		return err
	}
	defer st.Close()
	if err := Await(ctx, st, wait); err != nil {
		return err
	}
	if err := st.MayStart(ctx); err != nil {
		return err
	}
	private, err := listenPrivate(ctx, st)
	if err != nil {
		return err
	}
	worker, err := st.StartWorker(ctx)
	if err != nil {
		return errors.Join(err, private.Stop(ctx))
	}
	log.Info("working")
	select {
	case <-ctx.Done():
	case err = <-private.Failed:
	}
	log.Info("stopping")
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.ShutdownTimeout)
	defer cancel()
	return errors.Join(err, stopWorker(ctx, worker, s), private.Stop(stopCtx))
}

// listenPrivate starts the private address, if there is one.
func listenPrivate(ctx context.Context, st *stack.Stack) (*Listener, error) {
	if st.Settings.Private == "" {
		return &Listener{server: &http.Server{ReadHeaderTimeout: time.Second}}, nil
	}
	operator, err := PrivateHandler(ctx, st, st.Log)
	if err != nil {
		return nil, err
	}
	return ListenOn(ctx, "private address", st.Settings.Private, "choose another with --private-addr", operator, st.Log, ConnectionBound{})
}

func workOnce(cmd *cobra.Command, s *setting.Config) error {
	st, err := stack.Open(cmd.Context(), s, stack.Options{Log: Log(cmd)})
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Verify(cmd.Context()); err != nil {
		return err
	}
	if err := st.MayStart(cmd.Context()); err != nil {
		return err
	}
	done, err := jobs.Drain(cmd.Context(), st.Client, st.Pool, time.Now())
	fmt.Fprintf(cmd.OutOrStdout(), "%d jobs run\n", done)
	return err
}
