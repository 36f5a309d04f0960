package dev

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/serve"
	"github.com/cojoin/cojoin/cli/setting"
)

// listen starts the public address, with /dev, and the private one.
func (d *devRun) listen(ctx context.Context, f devFlags, moved bool) error {
	cfg := d.stack.ServerConfig()
	cfg.Dev, cfg.PerAddress = d.tools(), -1 // scripts and tests all come from one address
	handler, err := apiserver.New(cfg)
	if err != nil {
		return err
	}
	if d.public, err = serve.ListenOn(ctx, "public address", f.addr, "stop it, or choose another with --addr (make dev ADDR=127.0.0.1:18080)", handler, d.log, serve.ConnectionBound{}); err != nil {
		return err
	}
	d.onStop(d.public.Stop)
	pages, endPages := context.WithCancel(context.WithoutCancel(ctx))
	d.onStop(func(context.Context) error { endPages(); return nil })
	operator, err := serve.PrivateHandler(pages, d.stack, d.log)
	if err != nil {
		return err
	}
	addr := setting.DefaultPrivateAddr
	if moved {
		addr = "127.0.0.1:0"
	}
	if d.private, err = serve.ListenOn(ctx, "private address", addr, "stop it, or choose other ports with --addr", operator, d.log, serve.ConnectionBound{}); err != nil {
		return err
	}
	d.onStop(d.private.Stop)
	return nil
}

// announce prints the address of each part.
func (d *devRun) announce(out io.Writer, took time.Duration) {
	paint := console.NewPainter(out)
	public, private := d.public.URL(), d.private.URL()
	fmt.Fprintf(out, "\n%s  %s\n\n", paint.Bold("Cojoin is running"), paint.Soft(fmt.Sprintf("ready in %.1f s, data in %s", took.Seconds(), d.data)))
	w := console.Table(out)
	for _, line := range [][2]string{
		{"Join page", public + "/app/join"},
		{"Marketing page with the widget", public + "/examples/marketing/"},
		{"HTTP API", public + "/docs"},
		{"Outbox (every mail)", public + "/dev/outbox"},
		{"Development tools", public + "/dev"},
		{"Jobs", private + "/jobs"},
		{"Metrics and profiles", private},
		{"Payment sandbox's ledger", d.settings.SandboxURL},
		{"Database", d.databaseLine()},
		{"Operator's commands", "COJOIN_CONFIG=" + ConfigFile(d.data)},
		{"Storybook", "make storybook"},
	} {
		fmt.Fprintf(w, "  %s\t%s\n", line[0], line[1])
	}
	_ = w.Flush()
	signUp := os.Args[0] + " signup run examples/scenarios/parent-card.yaml" + serverFlag(public) // the name of this program: a checkout has bin/cojoin
	fmt.Fprintf(out, "\n  %s\n\n%s\n", paint.Soft(signUp), "Ctrl-C stops everything.")
}

// databaseLine returns the database's URL for other programs. The embedded one has no password; the user's own URL
// may contain one, and isn't repeated.
func (d *devRun) databaseLine() string {
	if !d.embedded {
		return "your own, from DATABASE_URL"
	}
	return "DATABASE_URL=" + d.settings.DatabaseURL.Reveal()
}

// serverFlag returns the flag with which a scripted sign-up finds the server; none for the default address.
func serverFlag(public string) string {
	if public == setting.DefaultServer {
		return ""
	}
	return " --server " + public
}
