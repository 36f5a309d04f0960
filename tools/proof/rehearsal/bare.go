package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// bareDomain is the machine's own name for itself. It is unknown elsewhere, so Caddy signs its certificate itself.
const bareDomain = "join.cojoin.internal"

// debian is a Debian machine, run by systemd-nspawn in its own namespaces. It has only debootstrap's packages, and no network but its loopback.
type debian struct {
	dir    string
	nspawn *exec.Cmd
	leader string // its systemd's process here
}

// bare installs the product on a bare Debian twice: by the steps that a dry run prints, which are those of the documentation, and by the command. It
// signs a parent up through the reverse proxy. It installs again, which changes nothing, uninstalls with the data kept, and finds the account after
// the next installation.
func bare(ctx context.Context, o options) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("a machine can only be made by root")
	}
	for name, from := range map[string]string{"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s isn't there: apt-get install %s", name, from)
		}
	}
	dir := filepath.Join(o.dir, "machine")
	logf("making a bare Debian")
	if err := makeDebian(ctx, dir); err != nil {
		return err
	}
	for from, to := range map[string]string{o.binary: "root/cojoin", "examples/scenarios/parent-card.yaml": "root/parent-card.yaml"} {
		if err := runProgram(ctx, "install", "-m", "0755", from, filepath.Join(dir, to)); err != nil {
			return err
		}
	}
	m, err := boot(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.stop(ctx)) }()
	const install = "./cojoin install --domain " + bareDomain + " --trial --own-authority"
	for _, step := range []struct{ what, command, want string }{
		{"the written steps", install + " --dry-run > steps.sh && bash steps.sh", ""},
		{"a first paid sign-up", signUp("first"), "receipt"},
		{"the command, after the steps: nothing is left to do", install, "Start … nothing to do"},
		{"taking it off, with the data kept", "cojoin uninstall --keep-data && ! systemctl is-active --quiet cojoin-work", "Program … done"},
		{"the command", install, "Start … done"},
		{"the order from before is there", `cd / && runuser -u postgres -- psql -d cojoin -Atc "SELECT count(*) || ' order' FROM orders WHERE state = 'placed'"`, "1 order"},
		{"another sign-up", signUp("second"), "receipt"},
		{"taking it off, with the data", "cojoin uninstall --delete-data --yes && [ ! -e /etc/cojoin ]", "Data … done"},
	} {
		began := time.Now()
		out, err := m.run(ctx, step.command)
		if err != nil || !strings.Contains(out, step.want) {
			return fmt.Errorf("%s: want %q: %w\n%s", step.what, step.want, err, out)
		}
		logf("%s: %s", step.what, time.Since(began).Round(100*time.Millisecond))
	}
	return nil
}

func signUp(name string) string {
	return "SSL_CERT_FILE=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt cojoin signup run parent-card.yaml --server https://" + bareDomain + " # " + name
}

// makeDebian creates a Debian with systemd, and downloads the packages of an installation: the machine has no network.
func makeDebian(ctx context.Context, dir string) error {
	if err := runProgram(ctx, "debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,ca-certificates", "bookworm", dir); err != nil {
		return err
	}
	hosts := "127.0.0.1 localhost " + bareDomain + "\n"
	if err := os.WriteFile(filepath.Join(dir, "etc/hosts"), []byte(hosts), 0o644); err != nil { //nolint:gosec // world-readable on any machine
		return err
	}
	return runProgram(ctx, "chroot", dir, "sh", "-c", "apt-get -qq update && apt-get -qq install -y --no-install-recommends --download-only postgresql caddy")
}

// boot starts the machine and waits until systemd has started.
func boot(ctx context.Context, dir string) (*debian, error) {
	//nolint:gosec,noctx // the path is ours; it is stopped by stop, not with the context
	m := &debian{dir: dir, nspawn: exec.Command("systemd-nspawn", "--boot", "--directory="+dir, "--private-network", "--register=no", "--keep-unit", "--quiet")}
	m.nspawn.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := m.nspawn.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(2 * time.Minute); ; {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", m.nspawn.Process.Pid))
		if m.leader, _, _ = strings.Cut(string(children), " "); m.leader != "" {
			if out, _ := m.run(ctx, "systemctl is-system-running"); strings.HasPrefix(out, "running") || strings.HasPrefix(out, "degraded") {
				return m, nil
			}
		}
		if time.Now().After(end) {
			return nil, errors.Join(errors.New("systemd didn't start"), m.stop(ctx))
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), m.stop(ctx))
		case <-time.After(time.Second / 2):
		}
	}
}

// run runs a command line on the machine, in root's folder, and returns its output.
func (m *debian) run(ctx context.Context, command string) (string, error) {
	out, err := exec.CommandContext(ctx, "nsenter", "-t", m.leader, "-a", "/bin/bash", "-c", "cd /root && "+command).CombinedOutput() //nolint:gosec // this file's
	return string(out), err
}

// stop turns the machine off.
func (m *debian) stop(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		_ = m.nspawn.Wait() // it is being powered off
		close(ended)
	}()
	_, _ = m.run(context.WithoutCancel(ctx), "systemctl poweroff")
	select {
	case <-ended:
		return nil
	case <-time.After(30 * time.Second):
		return m.nspawn.Process.Kill()
	}
}

// runProgram runs one program. Its error has the program's output.
func runProgram(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput() //nolint:gosec // this file's
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
	}
	return nil
}
