package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// cluster is one Postgres server with its own data folder, run with Debian's binaries.
type cluster struct {
	bin      string
	name     string
	dir      string // data folder
	port     int
	password string
	uid, gid int
	env      []string // of its programs, in addition to the required ones

	// database is the address of an external server. Only name is set besides it then.
	database string

	cmd   *exec.Cmd
	ended chan struct{}
}

// binaries finds a complete installation. The npm package has neither pg_basebackup nor pg_dump.
func binaries() (string, error) {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(dirs, func(a, b string) int { return versionOf(b) - versionOf(a) })
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "pg_basebackup")); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("there is no whole PostgreSQL in /usr/lib/postgresql: apt-get install -y postgresql")
}

func versionOf(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

// newCluster names a server below the folder. It creates no database yet.
func newCluster(ctx context.Context, parent, name, password string) (*cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	return newClusterOf(ctx, bin, parent, name, password)
}

// newClusterOf is newCluster with the programs of one version.
func newClusterOf(ctx context.Context, bin, parent, name, password string) (c *cluster, err error) {
	c = &cluster{bin: bin, name: name, dir: filepath.Join(parent, name), password: password, uid: os.Geteuid(), gid: os.Getegid()}
	if c.uid == 0 { // Postgres refuses root
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		c.uid, _ = strconv.Atoi(u.Uid)
		c.gid, _ = strconv.Atoi(u.Gid)
	}
	c.port, err = fleet.FreePort(ctx)
	return c, errors.Join(err, c.folder(c.dir))
}

// folder creates an empty folder that the server can write to.
func (c *cluster) folder(dir string) error {
	return errors.Join(os.MkdirAll(dir, 0o700), os.Chown(dir, c.uid, c.gid))
}

// tool prepares one of Postgres' programs, run as its user.
func (c *cluster) tool(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, name), args...) //nolint:gosec // the machine's own Postgres
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "PGPASSWORD=" + c.password}
	cmd.Env = append(cmd.Env, c.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if c.uid != os.Geteuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(c.uid), Gid: uint32(c.gid)} //nolint:gosec // ids
	}
	return cmd
}

// use runs one of the programs to its end.
func (c *cluster) use(ctx context.Context, name string, args ...string) error {
	if out, err := c.tool(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// create initializes an empty cluster that requires the password.
func (c *cluster) create(ctx context.Context) error {
	file := c.dir + ".password"
	if err := errors.Join(os.WriteFile(file, []byte(c.password+"\n"), 0o600), os.Chown(file, c.uid, c.gid)); err != nil {
		return err
	}
	defer func() { _ = os.Remove(file) }()
	return c.use(ctx, "initdb", "-D", c.dir, "-U", "cojoin", "--auth=scram-sha-256", "--pwfile="+file, "--encoding=UTF8", "--no-instructions")
}

// start starts the server and waits until it accepts connections.
func (c *cluster) start(ctx context.Context, settings ...string) error {
	args := []string{"-D", c.dir, "-p", strconv.Itoa(c.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	log, err := os.OpenFile(c.dir+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	c.cmd = c.tool(context.WithoutCancel(ctx), "postgres", args...)
	c.cmd.Stdout, c.cmd.Stderr = log, log
	if err := c.cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	c.ended = ended
	go func() {
		_ = c.cmd.Wait() // the rehearsal ends it on purpose
		close(ended)
	}()
	return until(ctx, c.name+" answers", func() error { return c.query(ctx, "SELECT 1") })
}

// stop ends the server: in order, or cut off as by a power loss.
func (c *cluster) stop(cutOff bool) error {
	if c.cmd == nil {
		return nil
	}
	signal := syscall.SIGINT
	if cutOff {
		signal = syscall.SIGKILL
	}
	// The postmaster's children notice its end and exit in order. A power loss gives them no time for that, so they are killed, too.
	children := childrenOf(c.cmd.Process.Pid)
	if err := c.cmd.Process.Signal(signal); err != nil {
		return err
	}
	if cutOff {
		for _, pid := range children {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	<-c.ended
	c.cmd = nil
	return nil
}

func childrenOf(pid int) []int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return nil
	}
	var out []int
	for _, word := range strings.Fields(string(raw)) {
		if n, err := strconv.Atoi(word); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// url returns the address of the server's database. With others it is that of the first server that accepts writes.
func (c *cluster) url(others ...*cluster) string {
	if c.database != "" {
		return c.database
	}
	hosts := []string{c.address()}
	for _, o := range others {
		hosts = append(hosts, o.address())
	}
	u := url.URL{Scheme: "postgres", User: url.UserPassword("cojoin", c.password), Host: strings.Join(hosts, ","), Path: "/postgres", RawQuery: "sslmode=disable"}
	if len(others) > 0 {
		u.RawQuery += "&target_session_attrs=read-write&connect_timeout=2"
	}
	return u.String()
}

// urlOf returns the address of another database of the server.
func (c *cluster) urlOf(database string) string {
	return strings.Replace(c.url(), "/postgres?", "/"+database+"?", 1)
}

func (c *cluster) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)) }

// query runs one statement. With into it scans the first row.
func (c *cluster) query(ctx context.Context, sql string, into ...any) error {
	conn, err := pgx.Connect(ctx, c.url())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if len(into) > 0 {
		return conn.QueryRow(ctx, sql).Scan(into...)
	}
	_, err = conn.Exec(ctx, sql)
	return err
}

// until polls for a minute at most.
func until(ctx context.Context, what string, check func() error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := check()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: not within a minute: %w", what, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func newPassword() string { return rand.Text() }
