package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// process is a program under load, with a log of its own.
type process struct {
	name  string
	cmd   *exec.Cmd
	log   *os.File
	ended chan struct{}
	err   error // how it ended
}

// startProcess starts a program; its output goes to a file in the folder.
func startProcess(dir, name string, env []string, in io.Reader, argv ...string) (*process, error) {
	log, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // the program under test; stop ends it
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = in, log, log, env
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("bench: %s: %w", name, err), log.Close())
	}
	p := &process{name: name, cmd: cmd, log: log, ended: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the program as an operator does, and waits for it.
func (p *process) stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	defer func() { _ = p.log.Close() }()
	select {
	case <-p.ended: // however it says goodbye
		return nil
	case <-time.After(25 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return fmt.Errorf("bench: %s didn't stop; see %s", p.name, p.log.Name())
	}
}

// answers waits until the address answers 200.
func (p *process) answers(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-p.ended:
			return fmt.Errorf("bench: %s ended (%w); see %s", p.name, p.err, p.log.Name())
		case <-ctx.Done():
			return fmt.Errorf("bench: %s doesn't answer; see %s", p.name, p.log.Name())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// freeAddr finds an address on 127.0.0.1 that nobody listens at.
func freeAddr(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	return addr, nil
}
