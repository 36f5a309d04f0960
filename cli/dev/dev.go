// Package dev runs everything on one machine: database, payment sandbox, server and workers.
package dev

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/serve"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/site"
)

// devStopTimeout limits the time to stop all parts.
const devStopTimeout = 8 * time.Second

type devFlags struct {
	addr, data, config string
	verbose            bool
}

// Command is "cojoin dev".
func Command() *cobra.Command {
	var f devFlags
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Run everything on this machine: database, payment sandbox, server, workers",
		Long: `Start everything for development in one process: an embedded Postgres with its own data folder
(or your own, named by DATABASE_URL), the payment provider's sandbox, the server and the workers. Mails land in an
outbox page. Ctrl-C stops it all and leaves nothing running.

Pages on the usual ports of development servers (localhost and 127.0.0.1, 3000, 4173, 5173, 8000) may embed the
widget; set COJOIN_ORIGINS to allow others instead.

With another --addr or --data, the sandbox, the private address and the database use free ports, so that
several instances can run side by side.`,
		Example: `  cojoin dev
  cojoin dev --addr 127.0.0.1:18080 --data /tmp/cojoin
  DATABASE_URL=postgres://localhost/cojoin cojoin dev`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.config = setting.File(cmd)
			moved := cmd.Flags().Changed("addr") && f.addr != setting.DefaultAddr || cmd.Flags().Changed("data")
			return runDev(cmd, f, moved)
		},
	}
	cmd.Flags().StringVar(&f.addr, "addr", setting.DefaultAddr, "address that the server listens on")
	cmd.Flags().StringVar(&f.data, "data", "", "folder for the database and secrets (default: the user's state folder)")
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "log every call and job, not only problems")
	setting.FileFlag(cmd)
	return cmd
}

// devRun is a running development environment. Its parts are stopped in reverse order.
type devRun struct {
	settings      *setting.Config
	stack         *stack.Stack
	clock         *devClock
	log           *slog.Logger
	data          string
	embedded      bool            // the embedded database
	databaseEnded <-chan struct{} // closed once it has stopped; nil for the user's own
	sandbox       *sandbox.Sandbox
	workers       *workers
	public        *serve.Listener
	private       *serve.Listener
	stops         []func(context.Context) error

	settling sync.Mutex // guards the statement that makes all settlements due
	owner    sync.Mutex // guards ownerID
	ownerID  string     // professional of the minted codes
}

func runDev(cmd *cobra.Command, f devFlags, moved bool) error {
	start := time.Now()
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	d := &devRun{clock: &devClock{}, log: log}
	var err error
	if f.addr, err = resolvePort(cmd.Context(), f.addr); err != nil {
		return err
	}
	err = d.start(cmd.Context(), f, moved)
	if err == nil {
		d.announce(cmd.OutOrStdout(), time.Since(start))
		select {
		case <-cmd.Context().Done():
		case err = <-d.public.Failed:
		case err = <-d.private.Failed:
		case <-d.databaseEnded:
			err = errors.New("the database has stopped: its log is in the data folder; start again with cojoin dev")
		}
		fmt.Fprintln(cmd.OutOrStdout(), "\nstopping …")
	}
	if errors.Is(err, context.Canceled) {
		err = nil // interrupted while starting
	}
	return errors.Join(err, d.stop(cmd.Context()))
}

// resolvePort replaces port 0 with a free one: links contain the address, so it must be known before
// anything listens on it.
func resolvePort(ctx context.Context, addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", console.Usagef("--addr %q is not host:port, e.g. %s", addr, setting.DefaultAddr)
	}
	if port != "0" {
		return addr, nil
	}
	socket, err := serve.ListenTCP(ctx, net.JoinHostPort(host, port))
	if err != nil {
		return "", fmt.Errorf("public address: %w", err)
	}
	defer func() { _ = socket.Close() }()
	return socket.Addr().String(), nil
}

// stop undoes everything that start has done so far, in reverse order.
func (d *devRun) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), devStopTimeout)
	defer cancel()
	var errs []error
	for i := len(d.stops) - 1; i >= 0; i-- {
		errs = append(errs, d.stops[i](ctx))
	}
	return errors.Join(errs...)
}

func (d *devRun) start(ctx context.Context, f devFlags, moved bool) error {
	var err error
	if d.data, err = dataDir(f.data); err != nil {
		return err
	}
	databaseURL, err := d.startDatabase(ctx)
	if err != nil {
		return err
	}
	if err := d.startSandbox(ctx, f, moved); err != nil {
		return err
	}
	if err := d.configure(f, databaseURL); err != nil {
		return err
	}
	if err := stack.Migrate(ctx, d.settings); err != nil {
		return err
	}
	if d.stack, err = stack.Open(ctx, d.settings, stack.Options{Clock: d.clock, Log: d.log}); err != nil {
		return err
	}
	d.onStop(func(context.Context) error { d.stack.Close(); return nil })
	// Reading the catalog applies the shipped one if there is none yet.
	if _, err := d.stack.Client.Operate.CatalogVersions(ctx); err != nil {
		return err
	}
	d.workers, err = startWorkers(ctx, workers{client: d.stack.Client, pool: d.stack.Pool, clock: d.clock, start: d.stack.StartWorker})
	if err != nil {
		return err
	}
	d.onStop(d.workers.stop)
	return d.listen(ctx, f, moved)
}

func (d *devRun) onStop(f func(context.Context) error) { d.stops = append(d.stops, f) }

func dataDir(named string) (string, error) {
	dir := named
	if dir == "" {
		var err error
		if dir, err = DataDir(); err != nil {
			return "", err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data folder: %w", err)
	}
	// Others may traverse the folder but not read it: when we run as root, Postgres runs as another user in a subfolder.
	if err := os.MkdirAll(dir, 0o711); err != nil {
		return "", fmt.Errorf("data folder: %w", err)
	}
	return dir, nil
}

// startDatabase starts the embedded server, unless DATABASE_URL names one.
func (d *devRun) startDatabase(ctx context.Context) (string, error) {
	if given := os.Getenv("DATABASE_URL"); given != "" {
		return given, nil
	}
	server, err := postgres.Start(ctx, postgres.Options{DataDir: filepath.Join(d.data, "postgres"), Log: d.log})
	if errors.Is(err, postgres.ErrInUse) {
		return "", fmt.Errorf("%w; another `cojoin dev` is using it: stop that one, or name another folder with --data", err)
	}
	if err != nil {
		return "", err
	}
	d.onStop(server.Stop)
	d.databaseEnded = server.Done()
	d.embedded = true
	return server.URL(), nil
}

// settleDaily is the time between a payment's capture and its settlement, by the development clock.
const settleDaily = 24 * time.Hour

// startSandbox starts the payment provider's sandbox, with a ledger that survives a restart like the
// database.
func (d *devRun) startSandbox(ctx context.Context, f devFlags, moved bool) error {
	addr := sandbox.DefaultAddr
	if moved {
		addr = "127.0.0.1:0"
	}
	socket, err := serve.ListenTCP(ctx, addr)
	if err != nil {
		return fmt.Errorf("payment sandbox: %s is in use; stop what runs there, or choose other ports with --addr: %w", addr, err)
	}
	options := sandbox.Options{
		LedgerFile: filepath.Join(d.data, "sandbox.jsonl"), Now: d.clock.Now, DeclineExpired: true, SettleAfter: settleDaily, Log: d.log,
	}
	if !strings.HasSuffix(f.addr, ":0") { // a port of the system's choice isn't known yet
		options.WebhookURL = "http://" + f.addr + "/v1/webhooks/braintree"
	}
	box, err := sandbox.New(options)
	if err != nil {
		_ = socket.Close()
		return err
	}
	d.sandbox = box
	runCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- sandbox.Run(runCtx, socket, box) }()
	d.onStop(func(context.Context) error { cancel(); return <-done })
	d.settings = &setting.Config{SandboxURL: "http://" + socket.Addr().String()}
	return nil
}

// configure reads the settings from the file and the environment, as in production, except those that differ in
// development.
func (d *devRun) configure(f devFlags, databaseURL string) error {
	secret, err := devSecret(d.data, "secret")
	if err != nil {
		return err
	}
	operator, err := devSecret(d.data, "operator-token")
	if err != nil {
		return err
	}
	flags := map[string]string{
		"environment": string(site.EnvironmentDevelopment), "databaseUrl": databaseURL, "secret": secret, "operatorToken": operator, "addr": f.addr,
		"publicUrl": "http://" + f.addr, "payment.provider": "sandbox", "payment.sandboxUrl": d.settings.SandboxURL,
		"events.allow": delivery.ThisMachine, // your application is on this machine
	}
	s, _, err := setting.Load(setting.Sources{File: f.config, Env: os.Environ(), Flags: flags})
	if err != nil {
		return err
	}
	if err := writeDevConfig(d.data, flags); err != nil {
		return err
	}
	if len(s.Origins) == 0 {
		s.Origins = devOrigins()
	}
	s.SMTP = "" // mails stay in the outbox, whatever their address
	s.Limits = devLimits(s.Limits)
	s.ShutdownTimeout = devStopTimeout / 2 // the other half is for canceled jobs to end
	d.settings = s
	return nil
}

// devOrigins are the usual origins of development servers of sites that embed the widget.
func devOrigins() []string {
	var origins []string
	for _, port := range []string{"3000", "4173", "5173", "8000"} {
		origins = append(origins, "http://localhost:"+port, "http://127.0.0.1:"+port)
	}
	return origins
}

// devLimits raises the limits that scripted sign-ups from one address would exceed. It keeps the limits that
// protect one session or account, so that they can be tested.
func devLimits(l caller.Limits) caller.Limits {
	for _, limit := range []*caller.Limit{&l.Reads, &l.Writes, &l.Duplicates, &l.CodeAddress, &l.LoginAddress, &l.AddressesClient, &l.Chats, &l.InvitationsPending} {
		if limit.Count == 0 {
			*limit = caller.Limit{Count: 100_000, Per: time.Minute}
		}
	}
	return l
}
