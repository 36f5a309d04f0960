// Package serve runs the servers and the workers of production, with their listeners and the private address.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/identity"
)

// Command is "cojoin serve".
func Command() *cobra.Command {
	var addr, private string
	var withWorkers bool
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the public API and pages (production)",
		Long: `Serve the public API, the join page and the embed script, and on a private address metrics,
profiles and the jobs page. The database must have the newest schema: run "cojoin migrate" first, or use --wait.
Jobs (capture, mails) run in "cojoin work", or here with --work.

It stops on SIGTERM or Ctrl-C, after finishing the calls in progress. With the setting drain, it first keeps serving for
a while with /readyz at 503, until load balancers have noticed.`,
		Example: `  cojoin serve --config /etc/cojoin.yaml
  DATABASE_URL=postgres://… cojoin serve --work`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, _, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ(), Flags: setting.FromFlags(cmd, map[string]string{"addr": addr, "private-addr": private})})
			if err != nil {
				return err
			}
			return serve(cmd.Context(), s, withWorkers, wait, Log(cmd))
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVar(&addr, "addr", "", "public address to listen on (default: 127.0.0.1:8080)")
	cmd.Flags().StringVar(&private, "private-addr", "", "private address for metrics and the jobs page (default: 127.0.0.1:9080)")
	cmd.Flags().BoolVar(&withWorkers, "work", false, "run jobs in this process, too")
	addWaitFlag(cmd, &wait)
	return cmd
}

// serve serves until the context ends.
func serve(ctx context.Context, s *setting.Config, withWorkers bool, wait time.Duration, log *slog.Logger) error {
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
	var worker *jobs.Worker
	if withWorkers {
		if worker, err = st.StartWorker(ctx); err != nil {
			return err
		}
	}
	public, private, err := listen(ctx, st)
	if err != nil {
		return errors.Join(err, stopWorker(ctx, worker, s))
	}
	log.Info("serving", "public", public.URL(), "private", private.URL())
	select {
	case <-ctx.Done():
		err = leave(st, public, private)
	case err = <-public.Failed:
	case err = <-private.Failed:
	}
	log.Info("stopping")
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.ShutdownTimeout)
	defer cancel()
	return errors.Join(err, public.Stop(stopCtx), stopWorker(ctx, worker, s), private.Stop(stopCtx))
}

// addWaitFlag adds --wait.
func addWaitFlag(cmd *cobra.Command, wait *time.Duration) {
	cmd.Flags().DurationVar(wait, "wait", 0, "maximum wait for the database and its newest schema before starting, e.g. 10m (default: none)")
}

// awaitEvery is the pause between two checks of the database.
const awaitEvery = time.Second

// Await waits until the server can answer calls, at most as long as most. Without it, a server that starts beside a migration would restart over and
// over and fill the log. Await logs the reason of the wait once, and again when it changes. It rejects another database's settings immediately.
func Await(ctx context.Context, st *stack.Stack, most time.Duration) error {
	waiting, cancel := context.WithTimeoutCause(ctx, most, errWaited)
	defer cancel()
	logged := ""
	for {
		err := st.Ready(ctx)
		switch {
		case stack.MixedUp(err):
			return fmt.Errorf("%w: %s", err, stack.MendPooler)
		case err == nil:
			return errors.Join(st.Verify(ctx), stack.TryPrepared(ctx, st.Pool))
		case most == 0, len(identity.Mismatches(err)) > 0:
			return err
		}
		if text := stack.WithoutPassword(err, st.Settings); text != logged {
			st.Log.Info("waiting", "for", text)
			logged = text
		}
		select {
		case <-time.After(awaitEvery):
		case <-waiting.Done():
			if context.Cause(waiting) == errWaited { //nolint:errorlint // this very error
				return err
			}
			return waiting.Err()
		}
	}
}

// errWaited ends the wait for the database.
var errWaited = errors.New("waited long enough")

// leave keeps serving for the setting drain, in which load balancers notice that the server is no longer ready. A second
// signal ends it.
func leave(st *stack.Stack, public, private *Listener) error {
	if st.Settings.Drain == 0 {
		return nil
	}
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	st.Leaving.Store(true)
	st.Log.Info("draining", "for", st.Settings.Drain.String())
	select {
	case <-time.After(st.Settings.Drain):
	case <-again:
	case err := <-public.Failed:
		return err
	case err := <-private.Failed:
		return err
	}
	return nil
}

// listen starts the public and the private address.
func listen(ctx context.Context, st *stack.Stack) (public, private *Listener, err error) {
	handler, err := apiserver.New(st.ServerConfig())
	if err != nil {
		return nil, nil, err
	}
	if public, err = ListenOn(ctx, "public address", st.Settings.Addr, "choose another with --addr", handler, st.Log, boundOf(st.Settings)); err != nil {
		return nil, nil, err
	}
	if private, err = listenPrivate(ctx, st); err != nil {
		return nil, nil, errors.Join(err, public.Stop(ctx))
	}
	return public, private, nil
}

// cutOff is the time for canceled jobs to end. Jobs are canceled if they didn't finish within the setting shutdownTimeout. A job that ends in time goes
// back into the queue; one that the process leaves running waits for an hour until a worker rescues it.
const cutOff = 5 * time.Second

func stopWorker(ctx context.Context, w *jobs.Worker, s *setting.Config) error {
	if w == nil {
		return nil
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.ShutdownTimeout+cutOff)
	defer cancel()
	if err := w.Stop(stopCtx); err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	return nil
}
