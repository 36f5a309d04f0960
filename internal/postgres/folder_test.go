//go:build linux || darwin

package postgres

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestSecondStartIsRejected(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, dir)
	_, err := Start(t.Context(), Options{DataDir: dir})
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprintf("process %d runs a server on %s", os.Getpid(), dir)) {
		t.Errorf("second start: %v", err)
	}
	if got := query(t, s.URL(), "SELECT 'undisturbed'"); got != "undisturbed" {
		t.Errorf("got %q", got)
	}
}

func TestOtherVersionIsRefusedAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cluster := filepath.Join(dir, "cluster")
	if err := os.Mkdir(cluster, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"PG_VERSION": "9\n", "precious": "data"} {
		if err := os.WriteFile(filepath.Join(cluster, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Start(t.Context(), Options{DataDir: dir})
	if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), "PostgreSQL 9 wrote "+cluster) || !strings.Contains(err.Error(), "pg_dumpall") {
		t.Errorf("got %v", err)
	}
	if got, err := os.ReadFile(filepath.Join(cluster, "precious")); string(got) != "data" {
		t.Errorf("the data: %q, %v", got, err)
	}
}

func TestForeignFolderIsRefused(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"another tool's cluster": "PG_VERSION", "not a cluster": "cluster/notes.txt"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, path)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("15\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Start(t.Context(), Options{DataDir: dir})
			if err == nil || !strings.Contains(err.Error(), "choose another data folder") {
				t.Errorf("got %v", err)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("the file: %v", err)
			}
		})
	}
}

// A folder below root's home is closed to the server's user.
func TestUnreachableFolder(t *testing.T) {
	t.Parallel()
	private := filepath.Join(t.TempDir(), "private")
	if err := os.Mkdir(private, 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, filepath.Join(private, "data"))
	if got := query(t, s.URL(), "SELECT 'here'"); got != "here" {
		t.Errorf("got %q", got)
	}
}

func TestInterruptedInitdb(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left := filepath.Join(dir, "cluster.new", "base")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir)
	if got := query(t, s.URL(), "SELECT 'ok'"); got != "ok" {
		t.Errorf("got %q", got)
	}
}

// After a crash of the machine the number in postmaster.pid may belong to any program, here to this test.
func TestStalePidOfAnotherProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stop(t, start(t, dir))
	pidfile := filepath.Join(dir, "cluster", "postmaster.pid")
	if err := os.WriteFile(pidfile, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir)
	if got := query(t, s.URL(), "SELECT 'ok'"); got != "ok" {
		t.Errorf("got %q", got)
	}
}

// Unlocking frees a folder immediately, although a process that is just starting still has the lock's file open.
func TestUnlockIsImmediate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	inherited, err := syscall.Dup(int(f.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(inherited) })
	f.unlock()
	again, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	again.unlock()
}
