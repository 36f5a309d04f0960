package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/audit"
)

// restore follows docs/how-to/backup.md. People sign up while a base backup, an archive and a dump are made. More follow after the dump, and after
// the point in time. Then the database is lost, and restored twice.
func restore(ctx context.Context, o options) (err error) {
	db, err := newCluster(ctx, o.dir, "lost", newPassword())
	if err != nil {
		return err
	}
	kept := filepath.Join(o.dir, "kept") // outlives the machine
	archive := filepath.Join(kept, "archive")
	if err := errors.Join(db.folder(kept), db.folder(archive), db.create(ctx)); err != nil {
		return err
	}
	err = db.start(ctx, "wal_level=replica", "archive_mode=on", "archive_command=test ! -f "+archive+"/%f && cp %p "+archive+"/%f", "archive_timeout=60s")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(false)) }()
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close(ctx)) }()
	b := &backup{o: o, password: db.password, archive: archive, dump: filepath.Join(kept, "cojoin.dump"), base: filepath.Join(kept, "base"),
		release: newRelease(o, db.url(), provider.URL)}
	if _, err := b.release.command(ctx, "migrate"); err != nil {
		return err
	}

	if err := b.signUp(ctx, 5); err != nil {
		return err
	}
	logf("a base backup, with everything that is written goes to the archive")
	if err := db.use(ctx, "pg_basebackup", "-D", b.base, "-d", fmt.Sprintf("host=127.0.0.1 port=%d user=cojoin", db.port), "--checkpoint=fast"); err != nil {
		return err
	}
	if err := b.signUp(ctx, 5); err != nil {
		return err
	}
	logf("a dump")
	if err := db.use(ctx, "pg_dump", "--format=custom", "--file="+b.dump, db.url()); err != nil {
		return err
	}
	if err := b.signUp(ctx, 5); err != nil {
		return err
	}
	if err := db.query(ctx, "SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US+00')", &b.pointInTime); err != nil {
		return err
	}
	if b.atPoint, err = b.count(ctx, db); err != nil {
		return err
	}
	if err := b.signUp(ctx, 3); err != nil {
		return err
	}
	if err := db.query(ctx, "SELECT pg_switch_wal()"); err != nil {
		return err
	}
	if err := b.archived(ctx, db); err != nil {
		return err
	}
	logf("the database is lost")
	if err := errors.Join(db.stop(true), os.RemoveAll(db.dir)); err != nil {
		return err
	}
	return errors.Join(b.toThePoint(ctx), b.fromTheDump(ctx))
}

// backup is the backup, with the counts that a restore must reach.
type backup struct {
	o                   options
	release             *release
	password            string // of the lost server
	archive, dump, base string
	signups             int    // in all
	pointInTime         string // to which the archive is recovered
	atPoint             counts
}

// counts are the rows that must be restored.
type counts struct{ Orders, Accounts, Captured, Receipts int }

func (b *backup) count(ctx context.Context, db *cluster) (c counts, err error) {
	err = db.query(ctx, `SELECT (SELECT count(*) FROM orders WHERE state = 'placed'), (SELECT count(*) FROM accounts WHERE state = 'active'),
		(SELECT count(*) FROM payment_attempts WHERE state = 'captured'), (SELECT count(*) FROM receipts)`, &c.Orders, &c.Accounts, &c.Captured, &c.Receipts)
	return c, err
}

// signUp signs n people up, with their payments, and runs the jobs.
func (b *backup) signUp(ctx context.Context, n int) error {
	server, err := b.release.start(ctx, "serve")
	if err != nil {
		return err
	}
	_, err = b.release.command(ctx, "signup", "run", "--server", server.public.String(), "--count", fmt.Sprint(n), "--parallel", "3", scenarioFile)
	if err = errors.Join(err, server.leave()); err != nil {
		return err
	}
	b.signups += n
	_, err = b.release.command(ctx, "work", "--once")
	return err
}

// archived waits until the archive is complete.
func (b *backup) archived(ctx context.Context, db *cluster) error {
	return until(ctx, "everything is archived", func() error {
		var open int
		err := db.query(ctx, "SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'", &open)
		if err == nil && open > 0 {
			err = fmt.Errorf("%d files aren't", open)
		}
		return err
	})
}

// toThePoint recovers the base backup and the archive to the point in time, with the rows of that time.
func (b *backup) toThePoint(ctx context.Context) (err error) {
	began := time.Now()
	db, err := newCluster(ctx, b.o.dir, "recovered", b.password) // a base backup holds its roles
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(db.dir), os.Rename(b.base, db.dir)); err != nil {
		return err
	}
	signal := filepath.Join(db.dir, "recovery.signal")
	if err := errors.Join(os.WriteFile(signal, nil, 0o600), os.Chown(signal, db.uid, db.gid)); err != nil {
		return err
	}
	err = db.start(ctx, "restore_command=cp "+b.archive+"/%f %p", "recovery_target_time="+b.pointInTime, "recovery_target_action=promote")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(false)) }()
	if err := until(ctx, "the recovered server takes writes", func() error {
		var standby bool
		if err := db.query(ctx, "SELECT pg_is_in_recovery()", &standby); err != nil || !standby {
			return err
		}
		return errors.New("it still recovers")
	}); err != nil {
		return err
	}
	got, err := b.count(ctx, db)
	if err != nil {
		return err
	}
	logf("recovered to %s in %s: %+v", b.pointInTime, time.Since(began).Round(10*time.Millisecond), got)
	if got != b.atPoint {
		return fmt.Errorf("recovered to the point in time: %+v, want %+v", got, b.atPoint)
	}
	return b.serves(ctx, db, got.Orders)
}

// fromTheDump restores the dump into a new server. The audit must list the later payments.
func (b *backup) fromTheDump(ctx context.Context) (err error) {
	began := time.Now()
	db, err := newCluster(ctx, b.o.dir, "restored", newPassword())
	if err != nil {
		return err
	}
	if err := errors.Join(db.create(ctx), db.start(ctx)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(false)) }()
	if err := db.use(ctx, "pg_restore", "--no-owner", "--dbname="+db.url(), b.dump); err != nil {
		return err
	}
	got, err := b.count(ctx, db)
	if err != nil {
		return err
	}
	logf("restored the dump in %s: %+v", time.Since(began).Round(10*time.Millisecond), got)
	if got.Orders != 10 || got.Captured != 10 {
		return fmt.Errorf("restored from the dump: %+v, want the 10 sign-ups before it", got)
	}
	return b.serves(ctx, db, got.Orders)
}

// serves follows the document's steps for a restored database, in order: migrate, roles, one worker, audit, receipts, servers. The audit lists the
// payments of later customers, and nothing else.
func (b *backup) serves(ctx context.Context, db *cluster, orders int) error {
	f := *b
	f.release = b.release.over(db.url())
	for _, args := range [][]string{{"migrate"}, {"migrate", "roles"}, {"work", "--once"}, {"receipts", "verify"}} {
		if _, err := f.release.command(ctx, args...); err != nil {
			return err
		}
	}
	out, auditErr := f.release.command(ctx, "payments", "audit", "--since", time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly))
	missing := b.signups - orders
	if named := strings.Count(out, string(audit.Unknown)); named != missing || (auditErr != nil) != (missing > 0) {
		return fmt.Errorf("the audit names %d payments that aren't known, want %d (%w):\n%s", named, missing, auditErr, out)
	}
	logf("the audit names the %d payments of those who came later", missing)
	before := b.signups
	if err := f.signUp(ctx, 1); err != nil {
		return err
	}
	b.signups = before + 1 // the provider knows this one, too
	return nil
}
