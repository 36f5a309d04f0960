//go:build linux || darwin

package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running PostgreSQL. It is safe for use by several goroutines.
type Server struct {
	socketDir string
	port      int
	version   int
	password  string
	process   *process
	done      chan struct{} // closed when the server has ended and the folder is free
	output    *output
	stopOnce  sync.Once
	stopErr   error
}

// stopGrace is the time for an unclean stop before the server is killed.
const stopGrace = 5 * time.Second

// portTries limits the search for a free port. Another program may take one before the server does.
const portTries = 5

// Start starts a server on the data folder, which it creates if necessary, and returns when the server accepts connections. The context bounds the
// start only. It fails with [ErrNotFound], [ErrInUse], [ErrVersion] or, on systems other than Linux and macOS, [ErrUnsupported].
func Start(ctx context.Context, o Options) (*Server, error) { return startFrom(ctx, o, candidates()) }

// startFrom starts the first installation that fits.
func startFrom(ctx context.Context, o Options, installed []candidate) (_ *Server, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for name := range o.Settings {
		if !settingName.MatchString(name) {
			return nil, fmt.Errorf("postgres: %q is not the name of a setting", name)
		}
	}
	f, err := openFolder(o.DataDir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.unlock()
		}
	}()
	acc, err := chooseAccount(f.cluster())
	if err != nil {
		return nil, err
	}
	version, err := f.version()
	if err != nil {
		return nil, err
	}
	b, err := findBinaries(ctx, installed, acc, version)
	if err != nil {
		if other := (*versionError)(nil); errors.As(err, &other) {
			other.dir = f.cluster()
		}
		return nil, err
	}
	if version == 0 {
		if err := makeCluster(ctx, f, b, acc, o.Settings); err != nil {
			return nil, err
		}
	}
	if err := clearStale(ctx, f); err != nil {
		return nil, err
	}
	socketDir, err := makeSocketDir(f, acc)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(socketDir)
		}
	}()
	s := &Server{socketDir: socketDir, port: o.Port, version: b.version, password: newPassword(), done: make(chan struct{})}
	for try := 1; ; try++ {
		if o.Port == 0 {
			if s.port, err = freePort(ctx); err != nil {
				return nil, err
			}
		}
		err = s.launch(ctx, f, b, acc, o)
		if err == nil {
			break
		}
		if !errors.Is(err, errPortTaken) || o.Port != 0 || try == portTries {
			return nil, err
		}
	}
	go func() { // the folder is free as soon as the server has ended, in any way
		defer close(s.done)
		<-s.process.done
		_ = os.Remove(socketDir) // fails after a kill -9, as it isn't empty: the next start clears it
		f.unlock()
	}()
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	return s, nil
}

var (
	errPortTaken = errors.New("the port is taken")
	settingName  = regexp.MustCompile(`^[a-z][a-z0-9_.]*$`)
)

// launch starts the server and waits until it reports that it is ready.
func (s *Server) launch(ctx context.Context, f *folder, b binaries, acc account, o Options) error {
	cmd := exec.CommandContext(context.WithoutCancel(ctx), b.path("postgres")) // it outlives the start
	acc.prepare(cmd)
	dir, open, err := clusterArg(cmd, f.cluster(), acc)
	if err != nil {
		return err
	}
	if open != nil {
		defer func() { _ = open.Close() }()
	}
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"unix_socket_permissions": "0700",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"lc_messages":             "C",     // the launcher parses them
		"log_error_verbosity":     "terse", // DETAIL contains values of rows
		"log_min_error_statement": "panic", // so do statements
	}
	maps.Copy(settings, o.Settings)
	settings["port"] = strconv.Itoa(s.port)
	settings["unix_socket_directories"] = s.socketDir
	settings["logging_collector"] = "off"
	settings["log_destination"] = "stderr"
	cmd.Args = append(cmd.Args, "-D", dir)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		cmd.Args = append(cmd.Args, "-c", name+"="+settings[name])
	}
	s.output = newOutput(o.Log)
	cmd.Stderr = s.output
	cmd.WaitDelay = stopGrace // a child of a killed server may hold its output open
	if s.process, err = startProcess(cmd, syscall.SIGINT); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	select {
	case <-s.output.ready:
		return nil
	case <-s.process.done:
		last := s.output.String()
		if strings.Contains(last, "Address already in use") || strings.Contains(last, "could not create any TCP/IP sockets") {
			return fmt.Errorf("postgres: %w: another program listens on 127.0.0.1:%d", errPortTaken, s.port)
		}
		return fmt.Errorf("postgres: the server ended at its start (%w): %s", s.process.err, last)
	case <-ctx.Done():
		s.process.kill(syscall.SIGQUIT)
		<-s.process.done
		return fmt.Errorf("postgres: the server wasn't ready in time (%w): %s", ctx.Err(), s.output.String())
	}
}

// prepare sets this start's password and creates the database.
func (s *Server) prepare(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.DatabaseURL("postgres"))
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	// ALTER ROLE takes no parameters. We generate the password from letters and digits.
	if _, err := conn.Exec(ctx, `ALTER ROLE `+User+` PASSWORD '`+s.password+`'`); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, Database).Scan(&there); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if !there {
		if _, err := conn.Exec(ctx, `CREATE DATABASE `+Database); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
	}
	return nil
}

// Stop stops the server and returns when it has ended. Open sessions are cut off; committed data is kept. If the context ends first, the server is
// killed and recovers at the next start. A second Stop returns the same result.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() {
		defer func() { <-s.done }()
		s.process.kill(syscall.SIGINT)
		select {
		case <-s.process.done:
			if s.process.err != nil {
				s.stopErr = fmt.Errorf("postgres: the server ended badly (%w): %s", s.process.err, s.output.String())
			}
			return
		case <-ctx.Done():
			s.stopErr = fmt.Errorf("postgres: the server didn't stop in time: %w", ctx.Err())
		}
		s.process.kill(syscall.SIGQUIT)
		select {
		case <-s.process.done:
		case <-time.After(stopGrace):
			s.process.kill(syscall.SIGKILL)
			<-s.process.done
		}
	})
	return s.stopErr
}

// Done is closed when the server has ended, for any reason, and the data folder is free again.
func (s *Server) Done() <-chan struct{} { return s.done }

// PID returns the process id of the server, for tests that kill it.
func (s *Server) PID() int { return s.process.cmd.Process.Pid }

func newPassword() string { return rand.Text() }

func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("postgres: no free port: %w", err)
	}
	defer func() { _ = l.Close() }()
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return 0, fmt.Errorf("postgres: %s is no TCP address", l.Addr())
	}
	return addr.Port, nil
}
