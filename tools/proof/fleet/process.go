package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Program is a program to run. All fields but In and As are required.
type Program struct {
	Name string // in errors; the log is Dir/Name.log, to which the next process of the name appends
	Dir  string
	Argv []string
	Env  []string
	In   io.Reader
	As   *syscall.SysProcAttr // another user, another root folder
}

// Process is a started program. Its methods may be called concurrently.
type Process struct {
	name  string
	cmd   *exec.Cmd
	log   string
	from  int64 // offset in the log at which its own lines begin
	ended chan struct{}
	err   error
}

// readyLimit limits a program's start, stopLimit its stop. Machines with other work are slow.
const (
	readyLimit = time.Minute
	stopLimit  = 45 * time.Second
	pollEvery  = 20 * time.Millisecond
)

// Start starts a program. It outlives the caller's context: end it with Stop or Kill.
func Start(p Program) (*Process, error) {
	path := filepath.Join(p.Dir, p.Name+".log")
	log, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	defer func() { _ = log.Close() }() // the process has its own descriptor
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	cmd := exec.Command(p.Argv[0], p.Argv[1:]...) //nolint:gosec,noctx // the program under test, which Stop and Kill end
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env, cmd.SysProcAttr = p.In, log, log, p.Env, p.As
	if p.As != nil && p.As.Chroot != "" {
		cmd.Dir = "/" // of its own root
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("fleet: %s: %w", p.Name, err)
	}
	started := &Process{name: p.Name, cmd: cmd, log: path, from: from, ended: make(chan struct{})}
	go func() {
		started.err = cmd.Wait()
		close(started.ended)
	}()
	return started, nil
}

// Name returns the process's name.
func (p *Process) Name() string { return p.name }

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Ended is closed once the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Err waits for the process to end and returns its error, with its log's path; nil: it succeeded.
func (p *Process) Err() error {
	<-p.ended
	if p.err != nil {
		return fmt.Errorf("fleet: %s ended: %w; see %s", p.name, p.err, p.log)
	}
	return nil
}

// Killed waits for the process to end and reports whether SIGKILL ended it.
func (p *Process) Killed() bool {
	<-p.ended
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// Stop ends the process as an operator does (SIGTERM), frozen or not, and waits for it. It returns an error if it had to kill the process after 45 s.
// The process's own error is in [Process.Err].
func (p *Process) Stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
	select {
	case <-p.ended:
		return nil
	case <-time.After(stopLimit):
		p.Kill()
		return fmt.Errorf("fleet: %s didn't stop within %s; see %s", p.name, stopLimit, p.log)
	}
}

// Kill ends the process without warning, like a power loss.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.ended
}

// Freeze stops the process until [Process.Thaw], like a long pause of its machine. Its state is stale then. Freeze reports false if there was no
// process.
func (p *Process) Freeze() bool { return p.cmd.Process.Signal(syscall.SIGSTOP) == nil }

// Thaw resumes the process, and reports false if it has ended.
func (p *Process) Thaw() bool { return p.cmd.Process.Signal(syscall.SIGCONT) == nil }

// Addresses are the URLs on which a server listens, empty where it doesn't.
type Addresses struct{ Public, Private string }

// Serving waits until a server or worker logs that it serves or works, and returns its addresses.
func (p *Process) Serving(ctx context.Context) (at Addresses, err error) {
	return at, p.until(ctx, func(context.Context) bool {
		raw, err := os.ReadFile(p.log)
		if err != nil || int64(len(raw)) < p.from {
			return false
		}
		for line := range bytes.Lines(raw[p.from:]) {
			var entry struct {
				Msg string
				Addresses
			}
			if json.Unmarshal(line, &entry) == nil && (entry.Msg == "serving" || entry.Msg == "working") {
				at = entry.Addresses
				return true
			}
		}
		return false
	})
}

// Answers waits until the URL returns 200.
func (p *Process) Answers(ctx context.Context, url string) error {
	return p.until(ctx, func(ctx context.Context) bool {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return false
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
}

// until polls a condition for a minute at most, and as long as the process lives.
func (p *Process) until(ctx context.Context, is func(context.Context) bool) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	for !is(ctx) {
		select {
		case <-p.ended:
			return errors.Join(fmt.Errorf("fleet: %s ended before it was ready; see %s", p.name, p.log), p.err)
		case <-ctx.Done():
			return fmt.Errorf("fleet: %s isn't ready: %w; see %s", p.name, ctx.Err(), p.log)
		case <-time.After(pollEvery):
		}
	}
	return nil
}
