package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// renewedAtOnce is the number of terms that end before each renewal by a release.
const renewedAtOnce = 3

// upgrades rehearses the given release, or else each of the last three.
func upgrades(ctx context.Context, o options) error {
	if o.release != "" {
		return upgrade(ctx, o)
	}
	tags, err := exec.CommandContext(ctx, "git", "tag", "--list", "v*", "--sort=-version:refname").Output()
	if err != nil {
		return fmt.Errorf("git tag: %w", err)
	}
	releases := strings.Fields(string(tags))
	if len(releases) == 0 {
		return upgrade(ctx, o)
	}
	dir := o.dir
	for _, o.release = range releases[:min(len(releases), 3)] {
		o.dir = filepath.Join(dir, o.release)
		if err := os.Mkdir(o.dir, 0o711); err != nil { //nolint:gosec // Postgres' user has to reach its own folders in it
			return err
		}
		if err := upgrade(ctx, o); err != nil {
			return fmt.Errorf("from %s: %w", o.release, err)
		}
	}
	return nil
}

// upgrade follows docs/how-to/upgrade.md with two releases. The last one runs; the new one migrates beside it, takes over, and is rolled back, while
// people sign up and pay without a pause.
func upgrade(ctx context.Context, o options) (err error) {
	last, err := checkOut(ctx, o)
	if err != nil {
		return err
	}
	logf("the last release is %s", last.name)
	db, err := newCluster(ctx, o.dir, "database", newPassword())
	if err != nil {
		return err
	}
	if err := errors.Join(db.create(ctx), db.start(ctx)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(false)) }()
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close(ctx)) }()
	next := newRelease(o, db.url(), provider.URL)
	u := &upgraded{o: o, db: db, tree: last, last: next.of(last.binary), next: next}
	u.crew = &crew{release: u.last}
	// The last release's own scenario, with the calls of its clients.
	if err := u.crew.rehearse(ctx, o, filepath.Join(last.dir, scenarioFile), db, provider, u.events(ctx)); err != nil {
		return err
	}
	return u.scenarios(ctx)
}

// upgraded is an installation with two releases.
type upgraded struct {
	o          options
	db         *cluster
	tree       checkout // of the last release
	last, next *release
	crew       *crew
}

// events returns the events in order.
func (u *upgraded) events(ctx context.Context) []event {
	roll := func(to *release) func() error {
		return func() error {
			u.crew.release = to
			return u.crew.replaceAll(ctx)
		}
	}
	renew := func(with *release) func() error {
		return func() error { return u.renew(ctx, with) }
	}
	return []event{
		{"the last release alone", func() error { return nil }},
		{"the new release migrates beside it", func() error {
			_, err := u.next.command(ctx, "migrate")
			return err
		}},
		{"the last release renews on the new schema", renew(u.last)},
		{"the new release takes over", roll(u.next)},
		{"the new release renews", renew(u.next)},
		{"back to the last release", roll(u.last)},
		{"the last release renews again", renew(u.last)},
		{"the last release migrates, as a careless roll back does", func() error {
			_, err := u.last.command(ctx, "migrate")
			return err
		}},
	}
}

// endTerms ends the terms of a few paid subscriptions now, each subscription once.
const endTerms = `WITH ended AS (
	UPDATE subscriptions SET ends_at = now() WHERE id IN (
		SELECT s.id FROM subscriptions s JOIN subscription_terms t ON t.subscription_id = s.id JOIN payment_attempts a ON a.order_id = t.order_id AND a.state = 'captured'
		WHERE s.chargeable AND s.renewing_since IS NULL AND s.ends_at > now() AND s.term_starts_at < now()
			AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.renews_id = s.id) LIMIT %d) RETURNING 1)
	SELECT count(*) FROM ended`

// renew ends terms and renews them with a release's command; the workers capture the authorized payments.
func (u *upgraded) renew(ctx context.Context, with *release) error {
	var before, ended int
	const renewed = "SELECT count(*) FROM orders WHERE renews_id IS NOT NULL AND state = 'placed'"
	if err := u.db.query(ctx, renewed, &before); err != nil {
		return err
	}
	err := until(ctx, "there are terms that can end", func() error {
		if err := u.db.query(ctx, fmt.Sprintf(endTerms, renewedAtOnce), &ended); err != nil || ended > 0 {
			return err
		}
		return errors.New("none is captured yet")
	})
	if err != nil {
		return err
	}
	if _, err := with.command(ctx, "renewals", "run", "--yes"); err != nil {
		return err
	}
	return until(ctx, "the terms are renewed", func() error {
		var now int
		if err := u.db.query(ctx, renewed, &now); err != nil {
			return err
		}
		if now < before+ended {
			return fmt.Errorf("%d of %d", now-before, ended)
		}
		return nil
	})
}

// scenarios runs every scenario of the last release against its own development server, on a separate database that the new release has migrated:
// codes, invitations, professionals, refusals, every way to pay.
func (u *upgraded) scenarios(ctx context.Context) (err error) {
	if err := u.db.query(ctx, "CREATE DATABASE scenarios"); err != nil {
		return err
	}
	database := u.db.urlOf("scenarios")
	for _, r := range []*release{u.last, u.next} {
		if _, err := r.over(database).command(ctx, "migrate"); err != nil {
			return err
		}
	}
	addr, err := fleet.FreeAddr(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	dev, err := fleet.Start(fleet.Program{
		Name: "dev", Dir: u.o.dir, Argv: []string{u.last.binary, "dev", "--addr", addr, "--data", filepath.Join(u.o.dir, "dev")},
		Env: append(os.Environ(), "DATABASE_URL="+database),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dev.Stop(), dev.Err()) }()
	if err := dev.Answers(ctx, "http://"+addr+"/readyz"); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(u.tree.dir, "examples", "scenarios", "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("the last release has no scenarios: %w", err)
	}
	if _, err := u.last.command(ctx, append([]string{"signup", "run", "--server", "http://" + addr, "--parallel", "4"}, files...)...); err != nil {
		return err
	}
	logf("the last release on the new schema: all of its %d scenarios, in %s", len(files), time.Since(began).Round(time.Second))
	return nil
}
