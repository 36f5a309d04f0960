package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// trouble is a fault of an installation, with the check of `cojoin doctor` that must find it.
type trouble struct {
	what, check string
	examine     func(ctx context.Context) (bad []finding, err error)
}

// finding is the result of one check of `cojoin doctor --json`.
type finding struct{ Check, Result, Found, Mend string }

// diagnose causes one fault after the other, for real, and runs the doctor: before the faults it finds nothing, then it finds each.
func diagnose(ctx context.Context, o options) error {
	if os.Geteuid() != 0 {
		return errors.New("run this as root: it mounts a small disk and asks as another user")
	}
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { _ = provider.close(ctx) }()
	c, err := newCluster(ctx, o.dir, "postgres", newPassword())
	if err != nil {
		return err
	}
	defer func() { _ = c.stop(false) }()
	sound := newRelease(o, c.url(), provider.URL)
	if err := errors.Join(c.create(ctx), sound.install(ctx, c)); err != nil {
		return err
	}
	pool, pooled, err := startPooler(ctx, o.dir, c, "transaction")
	if err != nil {
		return err
	}
	defer func() { _ = pool.Stop() }()
	if err := c.query(ctx, "CREATE DATABASE untouched"); err != nil {
		return err
	}
	findings := func(r *release) func(context.Context) ([]finding, error) {
		return func(ctx context.Context) ([]finding, error) { return r.bad(ctx) }
	}
	production := sound.with("COJOIN_ENVIRONMENT=production", "COJOIN_PUBLIC_URL=https://join.example.com", "COJOIN_MAIL_SMTP=smtp://user:password@127.0.0.1:1",
		"COJOIN_PAYMENT_PROVIDER=braintree", "COJOIN_PAYMENT_MERCHANT_ID=nobody", "COJOIN_PAYMENT_PUBLIC_KEY=none", "COJOIN_PAYMENT_PRIVATE_KEY=none",
		"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD=none")
	var missed []error
	for _, t := range []trouble{
		{"nothing is wrong", "", findings(sound)},
		{"a pooler that mixes up prepared statements", "write", findings(sound.over(pooled))},
		{"a pooler that passes no notifications on", "notifications", findings(sound.over(pooled + "&default_query_exec_mode=cache_describe"))},
		{"a superuser's login in production", "login", findings(production)},
		{"prices of the demonstration in production", "catalog", findings(production)},
		{"a migration is missing", "schema", findings(sound.over(c.urlOf("untouched")))},
		{"a secret that the service's user may not read", "configuration", func(ctx context.Context) ([]finding, error) { return unreadable(ctx, o, c, sound) }},
		{"the database's disk is full", "write", func(ctx context.Context) ([]finding, error) { return fullDisk(ctx, o, sound) }},
		{"the database's clock is five minutes ahead", "clock", func(ctx context.Context) ([]finding, error) { return skewed(ctx, o, sound) }},
	} {
		bad, err := t.examine(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", t.what, err)
		}
		at := slices.IndexFunc(bad, func(f finding) bool { return f.Check == t.check })
		switch {
		case t.check == "" && len(bad) > 0:
			missed = append(missed, fmt.Errorf("%s, and the doctor finds %+v", t.what, bad))
		case t.check == "":
			logf("%s: the doctor finds nothing bad", t.what)
		case at < 0:
			missed = append(missed, fmt.Errorf("%s, and the doctor doesn't find it: %+v", t.what, bad))
		default:
			logf("%s\n           bad  %s: %s\n                %s", t.what, t.check, bad[at].Found, bad[at].Mend)
		}
	}
	return errors.Join(missed...)
}

// install starts the server of the release's database and creates the schema.
func (r *release) install(ctx context.Context, c *cluster, settings ...string) error {
	if err := c.start(ctx, append(settings, "fsync=off")...); err != nil {
		return err
	}
	_, err := r.command(ctx, "migrate")
	return err
}

// bad returns the doctor's bad findings, which are no error here.
func (r *release) bad(ctx context.Context) ([]finding, error) {
	return badOf(r.command(ctx, "doctor", "--json"))
}

// badOf decodes the doctor's output. Its exit code adds nothing.
func badOf(out string, failed error) ([]finding, error) {
	var all []finding
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		return nil, errors.Join(err, failed)
	}
	return slices.DeleteFunc(all, func(f finding) bool { return f.Result != "bad" }), nil
}

// unreadable runs the doctor as Postgres' user, without permission to read root's file.
func unreadable(ctx context.Context, o options, c *cluster, sound *release) ([]finding, error) {
	file := filepath.Join(o.dir, "secret")
	if err := os.WriteFile(file, []byte(fleet.EncodeSecret(fleet.NewSecret())), 0o600); err != nil {
		return nil, err
	}
	r := sound.with("COJOIN_SECRET_FILE=" + file)
	r.env = slices.DeleteFunc(r.env, func(s string) bool { return strings.HasPrefix(s, "COJOIN_SECRET=") })
	cmd := exec.CommandContext(ctx, "setpriv", "--reuid", fmt.Sprint(c.uid), "--regid", fmt.Sprint(c.gid), "--clear-groups", r.binary, "doctor", "--json") //nolint:gosec // our own command
	cmd.Env, cmd.Dir = r.env, "/"
	out, failed := cmd.Output()
	return badOf(string(out), failed)
}

// diskSize is the size of the small disk, enough for an empty database.
const diskSize = "160m"

// fullDisk puts a database on a small disk and fills it.
func fullDisk(ctx context.Context, o options, sound *release) (bad []finding, err error) {
	disk := filepath.Join(o.dir, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil { //nolint:gosec // Postgres' user has a folder in it
		return nil, err
	}
	if err := syscall.Mount("cojoin-rehearsal", disk, "tmpfs", 0, "size="+diskSize); err != nil {
		return nil, fmt.Errorf("mount: %w", err)
	}
	defer func() { err = errors.Join(err, syscall.Unmount(disk, syscall.MNT_DETACH)) }()
	c, err := newCluster(ctx, disk, "postgres", newPassword())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.stop(true)) }()
	r := sound.over(c.url())
	if err := errors.Join(c.create(ctx), r.install(ctx, c, "max_wal_size=32MB", "min_wal_size=32MB")); err != nil {
		return nil, err
	}
	if err := fill(filepath.Join(disk, "filler")); err != nil {
		return nil, err
	}
	return r.bad(ctx)
}

// fill writes a file until the disk is full.
func fill(name string) (err error) {
	file, err := os.Create(name) //nolint:gosec // in our own folder
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for _, size := range []int{1 << 20, 4 << 10} {
		block := make([]byte, size)
		for {
			if _, err := file.Write(block); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// skewed starts a database with a clock five minutes ahead.
func skewed(ctx context.Context, o options, sound *release) (bad []finding, err error) {
	libraries, _ := filepath.Glob("/usr/lib/*/faketime/libfaketime.so.1")
	if len(libraries) == 0 {
		return nil, errors.New("another time needs Debian's faketime: apt-get install -y faketime")
	}
	c, err := newCluster(ctx, o.dir, "ahead", newPassword())
	if err != nil {
		return nil, err
	}
	if err := c.create(ctx); err != nil {
		return nil, err
	}
	c.env = []string{"LD_PRELOAD=" + libraries[0], "FAKETIME=+5m"}
	defer func() { err = errors.Join(err, c.stop(false)) }()
	r := sound.over(c.url())
	if err := r.install(ctx, c); err != nil {
		return nil, err
	}
	return r.bad(ctx)
}
