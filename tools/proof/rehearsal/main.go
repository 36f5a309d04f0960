// Command rehearsal performs rare tasks and accidents of operation on one machine, under load and with real processes, and measures them. The table
// of rehearsals lists them; `make rehearse` prints it, `make rehearse NAME=failover` runs one. Everything stays on 127.0.0.1, except compose's
// sandbox, which its containers call over a bridge.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// options set the size of a rehearsal.
type options struct {
	clients int    // people that sign up concurrently
	each    int    // sign-ups between two events
	quick   bool   // shorter leases than production's, so that a killed server's work is resumed soon
	release string // the tag or commit of the last release; empty: found in git
	report  string // a file that receives the messages, too; empty: none
	dir     string
	binary  string
}

type rehearsal struct {
	name, does, needs string // needs: in addition to Go, of Debian's packages
	run               func(context.Context, options) error
}

// rehearsals are listed in the Makefile's help, too.
var rehearsals = []rehearsal{
	{"bare", "the written steps of an installation on a bare Debian with systemd, to the first paid sign-up; uninstalled, installed again", "root, debootstrap, systemd-container", bare},
	{"compose", "the Compose example by its written steps: killed, upgraded and replaced under load, and attacked", "root, Docker with its plugin compose, the images postgres:17 and caddy:2", compose},
	{"diagnose", "what may be wrong with an installation, one after the other: the findings of \"cojoin doctor\"", "root, postgresql, pgbouncer, faketime", diagnose},
	{"failover", "three servers and two workers under load: replaced, killed, the database failed over", "postgresql", failover},
	{"matrix", "sign-ups on Postgres 14 to 18, direct and through pgbouncer, with each of pgx's ways of sending statements; writes docs/reference/databases.md", "pgbouncer", matrix},
	{"restore", "the database lost, and got back from an archive to a point in time and from a dump", "postgresql", restore},
	{"upgrade", "each of the last three releases (tags v*; else the commit before the newest migration) and this one on one database under load, there and back", "postgresql", upgrades},
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
		progress = io.MultiWriter(os.Stdout, file)
		defer func() {
			if err != nil {
				logf("failed: %v", err)
			}
		}()
		logf("%s, on %s", flags.Arg(0), time.Now().Format(time.DateOnly))
	}
	at := slices.IndexFunc(rehearsals, func(r rehearsal) bool { return r.name == flags.Arg(0) })
	if at < 0 {
		for _, r := range rehearsals {
			fmt.Printf("  %-9s %s (needs %s)\n", r.name, r.does, r.needs)
		}
		if flags.NArg() == 0 {
			return nil
		}
		return fmt.Errorf("no rehearsal %q", flags.Arg(0))
	}
	root, err := fleet.Root(ctx)
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // git, the scenarios and the widget's bundles have relative paths
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
	if err := rehearsals[at].run(ctx, o); err != nil {
		return fmt.Errorf("%w (logs in %s)", err, o.dir)
	}
	logf("rehearsed in %s", time.Since(began).Round(time.Second))
	return os.RemoveAll(o.dir)
}

// progress is the destination of progress messages.
var progress io.Writer = os.Stdout

// logf writes a progress message.
func logf(format string, args ...any) {
	_, _ = fmt.Fprintf(progress, time.Now().Format("15:04:05 ")+format+"\n", args...)
}
