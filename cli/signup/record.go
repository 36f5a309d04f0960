package signup

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/record"
	"github.com/cojoin/cojoin/cli/setting"
)

// recordFlags are the flags of "cojoin signup record".
type recordFlags struct{ har, listen, server, out string }

func newSignupRecordCommand() *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Turn a journey in a browser into a scenario",
		Long: `Turn a journey in a browser into a scenario that "cojoin signup run" repeats.

With --har the journey is a HAR file, which a browser's network log exports with its content. With --listen the command
prints an address to open, forwards it to the server, and writes the scenario at Ctrl-C.

The scenario has the recorded steps and the server's answers, with invented people: names, addresses, numbers, usernames and
passwords are replaced, cards by test cards, and prepaid codes by minted ones. Calls without a step are listed on standard error.`,
		Example: `  cojoin signup record --har journey.har --out journey.yaml
  cojoin signup record --listen 127.0.0.1:0 --out journey.yaml
  cojoin signup record --listen 127.0.0.1:8090 --server http://127.0.0.1:8080 > journey.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (f.har == "") == (f.listen == "") {
				return console.Usagef("name a file with --har, or an address for the browser with --listen 127.0.0.1:0")
			}
			if folder := filepath.Dir(f.out); f.out != "" {
				if info, err := os.Stat(folder); err != nil || !info.IsDir() {
					return console.Usagef("--out %s: there is no folder %s", f.out, folder)
				}
			}
			calls, err := f.calls(cmd)
			if err != nil {
				return err
			}
			return f.write(cmd, calls)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.har, "har", "", "read the journey from this HAR `FILE`")
	flags.StringVar(&f.listen, "listen", "", "record a browser at this `ADDRESS` of this machine, e.g. 127.0.0.1:0")
	flags.StringVar(&f.server, "server", "", "`ADDRESS` of the server, for --listen (default: $"+setting.ServerVariable+", else "+setting.DefaultServer+")")
	flags.StringVar(&f.out, "out", "", "write the scenario to this `FILE` (default: standard output)")
	return cmd
}

// calls returns the calls of the journey.
func (f recordFlags) calls(cmd *cobra.Command) ([]record.Call, error) {
	if f.har == "" {
		return f.listenCalls(cmd)
	}
	file, err := os.Open(f.har)
	if errors.Is(err, os.ErrNotExist) {
		return nil, console.Usagef("there is no file %s", f.har)
	}
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	calls, err := record.ReadHAR(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, console.Usagef("%s: %w", f.har, err)
	}
	return calls, nil
}

// listenCalls records a browser until Ctrl-C.
func (f recordFlags) listenCalls(cmd *cobra.Command) ([]record.Call, error) {
	server, err := serverAddress(f.server)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(f.listen)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return nil, console.Usagef("--listen %q is not an address of this machine like 127.0.0.1:0", f.listen)
	}
	listener, err := (&net.ListenConfig{}).Listen(cmd.Context(), "tcp", f.listen)
	if err != nil {
		return nil, console.Usagef("--listen: %w", err)
	}
	own := "http://" + listener.Addr().String()
	proxy := record.NewProxy(own, server)
	web := &http.Server{Handler: proxy, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(cmd.ErrOrStderr(), "open %s/app/join; Ctrl-C ends the recording\n", own)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	select {
	case err := <-ended:
		return nil, err
	case <-cmd.Context().Done():
	}
	if err := web.Close(); err != nil {
		return nil, err
	}
	return proxy.Calls(), nil
}

// write writes the scenario, and lists the differences from the recording on standard error.
func (f recordFlags) write(cmd *cobra.Command, calls []record.Call) error {
	made, err := record.Write(calls)
	notes := cmd.ErrOrStderr()
	for _, line := range made.LeftOut {
		fmt.Fprintf(notes, "left out: %s\n", line)
	}
	for _, line := range made.Added {
		fmt.Fprintf(notes, "added: %s\n", line)
	}
	if err != nil {
		return err
	}
	if f.out == "" {
		_, err := cmd.OutOrStdout().Write(made.YAML)
		return err
	}
	if err := os.WriteFile(f.out, made.YAML, 0o644); err != nil { //nolint:gosec // invented people
		return fmt.Errorf("scenario: %w", err)
	}
	fmt.Fprintf(notes, "%d steps in %s; run them with: cojoin signup run %s\n", made.Steps, f.out, f.out)
	return nil
}
