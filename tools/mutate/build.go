package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// build is one build of the tests, with every mutant in it.
type build struct {
	module   *module
	folder   string
	binaries map[string]string // of the tests, by package
	command  string            // cojoin; tests of the command line run it
	atOnce   int               // tests of a package that run concurrently
	skip     string            // a pattern of skipped tests
}

// compileTests builds the tests of packages, and the command if one of them runs it.
func compileTests(ctx context.Context, m *module, overlay, folder string, packages []string) (*build, error) {
	b := &build{module: m, folder: folder, binaries: map[string]string{}}
	return b, b.alsoTests(ctx, overlay, packages)
}

// alsoTests builds the tests of packages that aren't built yet.
func (b *build) alsoTests(ctx context.Context, overlay string, packages []string) error {
	m, folder := b.module, b.folder
	packages = slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return b.binaries[p] != "" })
	// The go command names a test binary after the last element of its package's path. Packages with the same last element need separate builds.
	for left := slices.Clone(packages); len(left) > 0; {
		batch := map[string]string{}
		for _, p := range left {
			if name := path.Base(m.path + "/" + p); batch[name] == "" {
				batch[name] = p
			}
		}
		to := filepath.Join(folder, fmt.Sprintf("tests-%d", len(b.binaries)))
		args := []string{"test", "-c", "-overlay", overlay, "-vet=off", "-ldflags=-s", "-o", to + "/"}
		for name, p := range batch {
			args = append(args, "./"+p)
			b.binaries[p] = filepath.Join(to, name+".test")
		}
		if err := goCommand(ctx, m.root, args...); err != nil {
			return err
		}
		left = slices.DeleteFunc(left, func(p string) bool { return slices.Contains(slices.Collect(maps.Values(batch)), p) })
	}
	if slices.Contains(packages, "cli") {
		b.command = filepath.Join(folder, "cojoin")
		if err := goCommand(ctx, m.root, "build", "-overlay", overlay, "-ldflags=-s", "-o", b.command, "./cli"); err != nil {
			return err
		}
	}
	return nil
}

func goCommand(ctx context.Context, root string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w", strings.Join(args[:2], " "), err)
	}
	return nil
}

// wrapped returns the path of a script that runs cojoin with a mutant. Tests of the command line don't pass their environment on.
func (b *build) wrapped(folder string, env []string) (string, error) {
	file := filepath.Join(folder, "cojoin")
	text := "#!/bin/sh\nexport " + strings.Join(env, " ") + "\nexec " + b.command + " \"$@\"\n"
	return file, os.WriteFile(file, []byte(text), 0o700) //nolint:gosec // executable
}
