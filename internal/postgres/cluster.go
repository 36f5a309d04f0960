//go:build linux || darwin

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// makeCluster runs initdb into cluster.new and renames it, so that a cluster is either complete or absent.
func makeCluster(ctx context.Context, f *folder, b binaries, acc account, settings map[string]string) error {
	tmp := f.cluster() + ".new"
	if err := os.RemoveAll(tmp); err != nil { // left by a killed initdb
		return fmt.Errorf("postgres: %w", err)
	}
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if acc.drop {
		if err := os.Chown(tmp, acc.uid, acc.gid); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), b.path("initdb"))
	acc.prepare(cmd)
	dir, open, err := clusterArg(cmd, tmp, acc)
	if err != nil {
		return err
	}
	if open != nil {
		defer func() { _ = open.Close() }()
	}
	cmd.Args = append(cmd.Args, "-D", dir, "-U", User, "--encoding=UTF8", "--auth-local=trust", "--auth-host=scram-sha-256", "--no-instructions")
	cmd.Args = append(cmd.Args, localeArgs(b.version)...)
	if settings["fsync"] == "off" {
		cmd.Args = append(cmd.Args, "--no-sync")
	}
	// initdb requires a password if any host rule needs one. Each start replaces it, so this one is never used. It is in a file because initdb can't
	// read it from a pipe that root made.
	pwfile := filepath.Join(f.dir, ".initdb")
	if err := os.WriteFile(pwfile, []byte(newPassword()+"\n"), 0o600); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer func() { _ = os.Remove(pwfile) }()
	pw, err := os.Open(pwfile)
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer func() { _ = pw.Close() }()
	if acc.drop {
		if err := pw.Chown(acc.uid, acc.gid); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, pw)
	cmd.Args = append(cmd.Args, fmt.Sprintf("--pwfile=/dev/fd/%d", 2+len(cmd.ExtraFiles)))

	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	p, err := startProcess(cmd, syscall.SIGKILL)
	if err != nil {
		return fmt.Errorf("postgres: initdb: %w", err)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		p.kill(syscall.SIGKILL)
		<-p.done
		return fmt.Errorf("postgres: initdb: %w", ctx.Err())
	}
	if p.err != nil {
		return fmt.Errorf("postgres: initdb: %w: %s", p.err, out.String())
	}
	if err := os.Rename(tmp, f.cluster()); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// localeArgs returns a locale that sorts by code point everywhere. It knows the case of every letter where the version or the system supports that.
func localeArgs(version int) []string {
	switch {
	case version >= 17:
		return []string{"--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"}
	case runtime.GOOS == "linux":
		return []string{"--locale=C.UTF-8"}
	default:
		return []string{"--locale=C"}
	}
}

// clearStale handles a postmaster.pid that exists although we have the lock. It waits for a server that is still stopping because its owner was just
// killed. It removes the file if the process is gone or its number belongs to another program: PostgreSQL itself would take that one for a running
// server.
func clearStale(ctx context.Context, f *folder) error {
	path := filepath.Join(f.cluster(), "postmaster.pid")
	interrupted := false
	for {
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
		first, _, _ := strings.Cut(string(raw), "\n")
		pid, err := strconv.Atoi(strings.TrimSpace(first))
		if err != nil || pid <= 1 || !isServerOf(pid, f.cluster()) {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("postgres: %w", err)
			}
			return nil
		}
		if !interrupted { // it has lost its owner, which would hold the lock
			interrupted = true
			_ = syscall.Kill(pid, syscall.SIGINT)
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("postgres: %w: server process %d on %s has lost its owner and doesn't stop; stop it with kill -QUIT %d", ErrInUse, pid, f.cluster(), pid)
		}
	}
}
