package postgres

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// tieToParent sends the signal to the child when we die. macOS has no such feature, so a shell waits for the end of a pipe that only we hold open.
// Call it before the command starts, and its result right after.
func tieToParent(cmd *exec.Cmd, onDeath syscall.Signal) (started func() (ended func())) {
	cmd.SysProcAttr.Setpgid = true // Ctrl-C is for us: we stop the server when we no longer need it
	return func() func() {
		script := `read -r line; [ "$line" = ended ] || kill -` + strconv.Itoa(int(onDeath)) + " " + strconv.Itoa(cmd.Process.Pid)
		watch := exec.CommandContext(context.Background(), "/bin/sh", "-c", script)
		watch.Dir = "/"
		watch.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		r, w, err := os.Pipe()
		if err != nil {
			return func() {}
		}
		watch.Stdin = r
		err = watch.Start()
		_ = r.Close()
		if err != nil {
			_ = w.Close()
			return func() {}
		}
		return func() {
			_, _ = w.WriteString("ended\n")
			_ = w.Close()
			_ = watch.Wait()
		}
	}
}

// isServerOf reports a process that runs PostgreSQL in the cluster.
func isServerOf(pid int, cluster string) bool {
	out, err := exec.CommandContext(context.Background(), "/bin/ps", "-ww", "-p", strconv.Itoa(pid), "-o", "command=").Output()
	return err == nil && strings.Contains(string(out), "postgres") && strings.Contains(string(out), cluster)
}
