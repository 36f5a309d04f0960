//go:build linux || darwin

package postgres

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// helper is another process that owns a server.
type helper struct {
	cmd   *exec.Cmd
	stdin io.Closer
	out   *bufio.Reader
	pid   int
	url   string
}

func startHelper(t *testing.T, dir string, uid int) *helper {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := &helper{}
	if os.Geteuid() == 0 && uid != 0 { // the go command's build folder may be closed to other users
		copied := filepath.Join(dir, "helper")
		raw, err := os.ReadFile(exe)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, raw, 0o755); err != nil {
			t.Fatal(err)
		}
		data := filepath.Join(dir, "data")
		if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(data, 0o700), os.Chown(data, uid, uid)); err != nil {
			t.Fatal(err)
		}
		exe, dir = copied, data
	}
	h.cmd = exec.Command(exe)
	h.cmd.Dir = "/"
	h.cmd.Env = append(slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "HOME=") || strings.HasPrefix(kv, "TMPDIR=")
	}), helperEnv+"="+dir, "HOME=/nonexistent")
	if os.Geteuid() == 0 && uid != 0 {
		h.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	if h.stdin, err = h.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	h.out = bufio.NewReader(out)
	h.cmd.Stderr = t.Output()
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.cmd.Process.Kill(); _ = h.cmd.Wait() })
	line, err := h.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(line, &h.pid, &h.url); err != nil {
		t.Fatalf("the helper prints %q", line)
	}
	return h
}

// finish closes the helper's input and waits for a clean end.
func (h *helper) finish(t *testing.T) {
	t.Helper()
	if err := h.stdin.Close(); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(h.out)
	if err != nil || len(rest) > 0 {
		t.Errorf("the helper says %q, %v", rest, err)
	}
	if err := h.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// alive reports whether the process exists and isn't a zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	out, _ := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	state := strings.TrimSpace(string(out))
	return state != "" && !strings.HasPrefix(state, "Z")
}
