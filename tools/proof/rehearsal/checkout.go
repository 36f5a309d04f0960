package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

const migrations = "sdk/internal/db/migrations"

// checkout is the source of a release, and its command.
type checkout struct{ name, dir, binary string }

// checkOut puts the last release's source beside the rehearsal's other files and builds its command. It takes the built pages from this tree: they
// don't affect the rehearsal.
func checkOut(ctx context.Context, o options) (c checkout, err error) {
	if c.name, err = lastRelease(ctx, o.release); err != nil {
		return c, err
	}
	c.dir = filepath.Join(o.dir, "last")
	archive := c.dir + ".tar"
	if err := os.Mkdir(c.dir, 0o700); err != nil {
		return c, err
	}
	if _, err := git(ctx, "archive", "--output="+archive, c.name); err != nil {
		return c, err
	}
	if out, err := exec.CommandContext(ctx, "tar", "-xf", archive, "-C", c.dir).CombinedOutput(); err != nil { //nolint:gosec // our own archive
		return c, fmt.Errorf("tar: %w: %s", err, out)
	}
	pages := filepath.Join(c.dir, "widget", "dist")
	if err := errors.Join(os.Remove(archive), os.RemoveAll(pages), os.CopyFS(pages, os.DirFS("widget/dist"))); err != nil {
		return c, err
	}
	c.binary, err = fleet.BuildOf(ctx, c.dir, c.dir)
	return c, err
}

// lastRelease returns the release in production: the given tag or commit, else the newest tag, else the last commit before the newest migration.
// While the baseline is the only migration, that is the last commit that changed it: no earlier commit has a schema that can be upgraded.
func lastRelease(ctx context.Context, requested string) (string, error) {
	if requested != "" {
		return git(ctx, "rev-parse", "--verify", requested+"^{commit}")
	}
	if tag, err := git(ctx, "describe", "--tags", "--abbrev=0", "--match=v*", "HEAD"); err == nil {
		return tag, nil
	}
	if all, err := filepath.Glob(migrations + "/*.sql"); err == nil && len(all) == 1 {
		return git(ctx, "log", "-1", "--format=%H", "--", migrations)
	}
	newest, err := git(ctx, "log", "-1", "--diff-filter=A", "--format=%H", "--", migrations)
	if err != nil || newest == "" {
		return "", fmt.Errorf("no commit adds a migration: say which release is the last, RELEASE=<tag or commit>: %w", err)
	}
	return git(ctx, "rev-parse", "--verify", newest+"~1")
}

func git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", args...).CombinedOutput() //nolint:gosec // our own arguments
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out)), nil
}
