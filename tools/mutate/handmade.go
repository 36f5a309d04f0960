package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// breakage is a handmade mutant, described by a file in the folder breakages.
type breakage struct {
	area, name string
	file       string
	changes    []change
	killers    []killer
	tests      []string
}

// change is a text of the file and its replacement.
type change struct{ before, after string }

// readBreakages reads a folder's files. Each holds one area's breakages.
func readBreakages(folder string) ([]*breakage, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	var all []*breakage
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := parseBreakages(strings.TrimSuffix(filepath.Base(file), ".txt"), string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, b := range found {
			if slices.ContainsFunc(all, func(o *breakage) bool { return o.name == b.name }) {
				return nil, fmt.Errorf("%s: %q is the name of two", file, b.name)
			}
			all = append(all, b)
		}
	}
	return all, nil
}

// parseBreakages parses a file. A breakage has a heading (== name), its file (in path), the removed text (-) and the inserted text (+), the other
// packages with tests that should notice it (tests of), and the test that does (killed by package test).
func parseBreakages(area, text string) ([]*breakage, error) {
	var all []*breakage
	var b *breakage
	var before, after []string
	flush := func() {
		if b != nil && len(before)+len(after) > 0 {
			b.changes = append(b.changes, change{strings.Join(before, "\n"), strings.Join(after, "\n")})
		}
		before, after = nil, nil
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		name, isName := strings.CutPrefix(line, "== ")
		switch {
		case isName:
			flush()
			b = &breakage{area: area, name: name}
			all = append(all, b)
		case line == "" || strings.HasPrefix(line, "#"):
			flush()
		case b == nil:
			return nil, fmt.Errorf("line %d: before the first name", number)
		case strings.HasPrefix(line, "in "):
			b.file = strings.TrimPrefix(line, "in ")
		case strings.HasPrefix(line, "tests of "):
			b.tests = strings.Split(strings.TrimPrefix(line, "tests of "), ", ")
		case strings.HasPrefix(line, "-"):
			if len(after) > 0 {
				flush()
			}
			before = append(before, line[1:])
		case strings.HasPrefix(line, "+"):
			after = append(after, line[1:])
		case strings.HasPrefix(line, "killed by "):
			flush()
			pkg, test, ok := strings.Cut(strings.TrimPrefix(line, "killed by "), " ")
			if !ok {
				return nil, fmt.Errorf("line %d: want killed by, a package and a test", number)
			}
			b.killers = append(b.killers, killer{pkg, test})
		default:
			return nil, fmt.Errorf("line %d: %q", number, line)
		}
	}
	flush()
	return all, nil
}

// mutant finds the breakage's texts. Each must occur exactly once in its file.
func (b *breakage) mutant(m *module) (*mutant, error) {
	f, err := m.loadFile(b.file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.name, err)
	}
	if len(b.changes) == 0 {
		return nil, fmt.Errorf("%s: it changes nothing", b.name)
	}
	mu := &mutant{name: b.name, kind: b.area, killers: b.killers, tests: b.tests}
	for _, c := range b.changes {
		if n := strings.Count(f.text, c.before); n != 1 || c.before == "" {
			return nil, fmt.Errorf("%s: its text is %d times in %s, not once:\n%s", b.name, n, b.file, c.before)
		}
		at := strings.Index(f.text, c.before)
		e := edit{file: f, from: at, to: at + len(c.before), text: c.after}
		if !slices.ContainsFunc(regions(f), func(r *region) bool { return r.from <= e.from && e.to <= r.to }) {
			return nil, fmt.Errorf("%s: line %d of %s is in no function's body and no variable's value", b.name, f.line(at), b.file)
		}
		mu.edits = append(mu.edits, e)
	}
	return mu, nil
}

// readSurvivors reads the names of the breakages without a test that notices them.
func readSurvivors(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			names = append(names, line)
		}
	}
	return names, nil
}
