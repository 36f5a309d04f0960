//go:build linux || darwin

package postgres

import (
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// process is a child process that dies with us.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
	err  error         // its result; read after done
}

// startProcess starts the command so that it gets the signal when this process dies. The goroutine that starts it keeps its thread for the child's
// lifetime: Linux sends the signal when that thread ends.
func startProcess(cmd *exec.Cmd, onDeath syscall.Signal) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		tie := tieToParent(cmd, onDeath)
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		release := tie()
		started <- nil
		p.err = cmd.Wait()
		release()
		close(p.done)
	}()
	return p, <-started
}

// kill sends the signal unless the process has ended.
func (p *process) kill(sig syscall.Signal) { _ = p.cmd.Process.Signal(sig) }

// tail keeps the last bytes written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if extra := len(t.buf) - tailSize; extra > 0 {
		t.buf = t.buf[extra:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.buf))
}
