package main

import (
	"context"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// lines is a range of lines that a change added or replaced, first to last.
type lines struct{ from, to int }

var (
	newName = regexp.MustCompile(`^\+\+\+ b/(.*)$`)
	hunk    = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)
)

// changes returns the lines of Go files, by file, that differ from the common ancestor with a revision. Untracked files are new as a whole.
func changes(ctx context.Context, root, revision string) (map[string][]lines, error) {
	base, err := git(ctx, root, "merge-base", revision, "HEAD")
	if err != nil {
		return nil, err
	}
	diff, err := git(ctx, root, "diff", "-U0", "--no-color", "--no-ext-diff", strings.TrimSpace(base), "--", "*.go")
	if err != nil {
		return nil, err
	}
	fresh, err := git(ctx, root, "ls-files", "--others", "--exclude-standard", "--", "*.go")
	if err != nil {
		return nil, err
	}
	found := map[string][]lines{}
	var file string
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		if name := newName.FindStringSubmatch(line); name != nil {
			file = name[1]
		} else if strings.HasPrefix(line, "+++ ") {
			file = "" // deleted
		} else if at := hunk.FindStringSubmatch(line); at != nil && file != "" {
			from, _ := strconv.Atoi(at[1])
			count := 1
			if at[2] != "" {
				count, _ = strconv.Atoi(at[2])
			}
			found[file] = append(found[file], lines{from, from + max(count, 1) - 1})
		}
	}
	for name := range strings.Lines(fresh) {
		found[strings.TrimSpace(name)] = []lines{{1, 1 << 30}}
	}
	return found, nil
}

func git(ctx context.Context, root string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// ofChange returns the mutants of the functions that a change touched.
func (m *module) ofChange(changed map[string][]lines) ([]*mutant, error) {
	var all []*mutant
	for _, name := range m.names() {
		if !isProduct(name) {
			continue
		}
		for _, file := range m.packages[name].GoFiles {
			touched := changed[path.Join(name, file)]
			if len(touched) == 0 {
				continue
			}
			f, err := m.loadFile(path.Join(name, file))
			if err != nil {
				return nil, err
			}
			all = append(all, generate(f, func(from, to int) bool {
				return slices.ContainsFunc(touched, func(l lines) bool { return f.line(from) <= l.to && l.from <= f.line(to) })
			})...)
		}
	}
	return all, nil
}

// ofTargets returns the mutants of packages, files (a.go) or functions (a.go:F). Targets are paths relative to the module.
func (m *module) ofTargets(targets []string) ([]*mutant, error) {
	var all []*mutant
	for _, t := range targets {
		name, function, _ := strings.Cut(t, ":")
		var files []*sourceFile
		if strings.HasSuffix(name, ".go") {
			f, err := m.loadFile(name)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		} else {
			p, err := m.load(name)
			if err != nil {
				return nil, err
			}
			files = p.files
		}
		for _, f := range files {
			all = append(all, generate(f, func(from, _ int) bool { return function == "" || f.declares(from, function) })...)
		}
	}
	return all, nil
}
