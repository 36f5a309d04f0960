// Command rehearsal does on one machine what operators hope to do seldom, under load and with real processes, and
// measures it: `make upgrade` rolls from the last release to this one and back; `make failover` replaces and kills
// servers and workers and fails the database over; `make restore` loses the database and gets it back from an archive
// and from a dump; `make bare` installs it on a bare machine by the written steps; `make matrix` runs it on every
// supported Postgres, through poolers and with each way of sending statements; `make diagnose` breaks one thing after the other and asks `cojoin doctor`; `make compose` does what the Compose example says, with Docker. The first three need Debian's postgresql (initdb, pg_basebackup, pg_dump). Everything stays on 127.0.0.1,
// but for the sandbox of `make compose`, which its containers call by a bridge.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// options say how much is tried.
type options struct {
	clients int    // people who sign up at the same time
	each    int    // sign-ups between two events
	quick   bool   // shorter leases than production's, so that nobody waits long for what a killed server had
	release string // the tag or commit of the last release; empty: found out
	report  string // a file that what is told is written to, too; empty: none
	dir     string
	binary  string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "rehearsal:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	var o options
	flags := flag.NewFlagSet("rehearsal", flag.ContinueOnError)
	flags.IntVar(&o.clients, "clients", 8, "people who sign up at the same time")
	flags.IntVar(&o.each, "each", 25, "sign-ups between two events")
	flags.BoolVar(&o.quick, "quick", false, "leases of seconds, not production's 90 s")
	flags.StringVar(&o.release, "release", "", "tag or commit of the last release; default the newest tag v*, else what stood before the newest migration")
	flags.StringVar(&o.report, "report", "", "write what is told to this file, too")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.report != "" {
		file, createErr := os.Create(o.report)
		if createErr != nil {
			return createErr
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		told = io.MultiWriter(os.Stdout, file)
		defer func() {
			if err != nil {
				tell("failed: %v", err)
			}
		}()
		tell("%s, on %s", flags.Arg(0), time.Now().Format(time.DateOnly))
	}
	rehearse, ok := map[string]func(context.Context, options) error{"bare": bare, "compose": compose, "diagnose": diagnose, "failover": failover, "matrix": matrix, "restore": restore, "upgrade": upgrade}[flags.Arg(0)]
	if !ok {
		return errors.New("say what to rehearse: bare, compose, diagnose, failover, matrix, restore or upgrade")
	}
	root, err := fleet.Root(ctx)
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // git, the scenarios and the widget's bundles are found from there
		return err
	}
	if o.dir, err = os.MkdirTemp("", "cojoin-rehearsal-"); err != nil {
		return err
	}
	if err := os.Chmod(o.dir, 0o711); err != nil { //nolint:gosec // Postgres' user has to reach its own folders in it
		return err
	}
	if err := os.Setenv("CGO_ENABLED", "0"); err != nil { // the bare machine may have another C library
		return err
	}
	if o.binary, err = fleet.Build(ctx, o.dir); err != nil {
		return err
	}
	began := time.Now()
	if err := rehearse(ctx, o); err != nil {
		return fmt.Errorf("%w (logs in %s)", err, o.dir)
	}
	tell("rehearsed in %s", time.Since(began).Round(time.Second))
	return os.RemoveAll(o.dir)
}

// told is where to say how it goes.
var told io.Writer = os.Stdout

// tell says how it goes.
func tell(format string, args ...any) {
	_, _ = fmt.Fprintf(told, time.Now().Format("15:04:05 ")+format+"\n", args...)
}
