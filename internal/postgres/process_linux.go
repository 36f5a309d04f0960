package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// tieToParent has the kernel send the signal to the child when we die. Call it before the command starts, and its result right after.
func tieToParent(cmd *exec.Cmd, onDeath syscall.Signal) (started func() (ended func())) {
	cmd.SysProcAttr.Pdeathsig = onDeath
	cmd.SysProcAttr.Setpgid = true // Ctrl-C is for us: we stop the server when we no longer need it
	return func() func() { return func() {} }
}

// isServerOf reports a process that runs PostgreSQL in the cluster.
func isServerOf(pid int, cluster string) bool {
	comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil || strings.TrimSpace(string(comm)) != "postgres" {
		return false
	}
	cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	return cwd == cluster || errors.Is(err, fs.ErrPermission) // without permission to look, assume that it does
}
