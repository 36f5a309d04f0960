package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// gate tries all handmade breakages. The list of survivors may only become shorter.
func gate(ctx context.Context, s settings, m *module) error {
	began := time.Now()
	breakages, err := readBreakages(s.data("breakages"))
	if err != nil {
		return err
	}
	known, err := readSurvivors(s.data("survivors.txt"))
	if err != nil {
		return err
	}
	chosen, err := regexp.Compile(s.match)
	if err != nil {
		return err
	}
	var mutants []*mutant
	var faults []error
	for _, b := range breakages {
		if !chosen.MatchString(b.area + ": " + b.name) {
			continue
		}
		mu, err := b.mutant(m)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		mutants = append(mutants, mu)
	}
	for _, name := range known {
		if !slices.ContainsFunc(breakages, func(b *breakage) bool { return b.name == name }) {
			faults = append(faults, fmt.Errorf("%s: it is on the list of survivors, and no breakage has this name", name))
		}
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	number(mutants)
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	overlay, broken, err := weaveAll(m, mutants, folder)
	if err != nil {
		return err
	}
	for mu, reason := range broken {
		faults = append(faults, fmt.Errorf("%s: %s: %s", mu.name, notBuilt, reason))
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	if s.list {
		for _, mu := range mutants {
			printMutant(os.Stdout, mu, "")
		}
		return nil
	}
	outcomes, err := tryByHand(ctx, s, m, mutants, overlay, folder)
	if err != nil && outcomes == nil {
		return err
	}
	faults = append(faults, err)
	if s.write {
		return errors.Join(err, writeDown(s, breakages, known, outcomes))
	}
	for _, o := range outcomes {
		listed := slices.Contains(known, o.mutant.name)
		switch {
		case o.verdict == killed && listed:
			faults = append(faults, fmt.Errorf("%s: %s notices it now: take it off tools/mutate/survivors.txt", o.mutant.name, o.by))
		case o.verdict != killed && !listed:
			printMutant(os.Stdout, o.mutant, string(o.verdict))
			faults = append(faults, fmt.Errorf("%s: no test notices it (%s)", o.mutant.name, o.verdict))
		}
	}
	reportAreas(os.Stdout, outcomes)
	fmt.Printf("%.0f s\n", time.Since(began).Seconds())
	return errors.Join(faults...)
}

// tryByHand runs the tests that noticed each mutant before. If none of them does now, it runs the tests of the mutant's package and of the packages
// that the breakage lists.
func tryByHand(ctx context.Context, s settings, m *module, mutants []*mutant, overlay, folder string) ([]outcome, error) {
	before := map[string][]string{} // tests by package
	for _, mu := range mutants {
		for _, k := range mu.killers {
			if !slices.Contains(before[k.pkg], k.test) {
				before[k.pkg] = append(before[k.pkg], k.test)
			}
		}
	}
	narrow := slices.Sorted(maps.Keys(before))
	built := slices.Concat(narrow, m.wholePackages(mutants, func(mu *mutant) bool { return len(mu.killers) == 0 }))
	slices.Sort(built)
	b, err := compileTests(ctx, m, overlay, folder, slices.Compact(built))
	if err != nil {
		return nil, err
	}
	b.atOnce, b.skip = 2*runtime.NumCPU(), s.skip
	fmt.Fprintf(os.Stderr, "%d mutants are built\n", len(mutants))
	ss := newSession(b, s.workers)
	never := time.Now().Add(time.Hour)
	if err := ss.baseline(ctx, narrow, func(p string) tests { return tests{run: named(before[p])} }, never); err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(mutants))
	err = ss.each(len(mutants), func(i int) error {
		outcomes[i] = outcome{mutant: mutants[i], verdict: survived}
		for _, k := range mutants[i].killers {
			o, err := ss.runNamed(ctx, mutants[i], k.pkg, k.test)
			if outcomes[i] = o; err != nil || o.verdict == killed {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var left []int
	for i, o := range outcomes {
		if o.verdict != killed {
			left = append(left, i)
		}
	}
	whole := m.wholePackages(mutants, func(mu *mutant) bool { return outcomes[slices.Index(mutants, mu)].verdict != killed })
	if err := b.alsoTests(ctx, overlay, whole); err != nil {
		return nil, err
	}
	if err := ss.baseline(ctx, whole, func(string) tests { return tests{} }, never); err != nil {
		return nil, err
	}
	err = ss.each(len(left), func(i int) error {
		mu := mutants[left[i]]
		o, err := ss.try(ctx, mu, m.testsOf(mu))
		outcomes[left[i]] = o
		fmt.Fprintf(os.Stderr, "%s: %s %s\n", mu.name, o.verdict, o.by)
		return err
	})
	return outcomes, errors.Join(append(ss.faults, err)...)
}

// testsOf returns the packages with tests that should notice a breakage.
func (m *module) testsOf(mu *mutant) []string {
	return slices.DeleteFunc(append(mutatedPackages([]*mutant{mu}), mu.tests...), func(p string) bool { return !m.packages[p].hasTests() })
}

func (m *module) wholePackages(mutants []*mutant, selected func(*mutant) bool) []string {
	var all []string
	for _, mu := range mutants {
		if selected(mu) {
			all = append(all, m.testsOf(mu)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// reportAreas prints the number of noticed breakages in each area.
func reportAreas(w io.Writer, outcomes []outcome) {
	var areas []string
	all, noticed := map[string]int{}, map[string]int{}
	for _, o := range outcomes {
		area := o.mutant.kind
		if all[area] == 0 {
			areas = append(areas, area)
		}
		all[area]++
		if o.verdict == killed {
			noticed[area]++
		}
	}
	for _, a := range areas {
		_, _ = fmt.Fprintf(w, "%-14s %d of %d breakages are noticed\n", a, noticed[a], all[a])
	}
}

// writeDown writes the test that noticed each breakage to the breakage's file, and updates the list of survivors.
func writeDown(s settings, breakages []*breakage, known []string, outcomes []outcome) error {
	var survivors []string
	lines := map[string][]string{}
	for _, b := range breakages {
		i := slices.IndexFunc(outcomes, func(o outcome) bool { return o.mutant.name == b.name })
		killers := b.killers
		switch {
		case i < 0 || outcomes[i].verdict == leftOut:
			if slices.Contains(known, b.name) {
				survivors = append(survivors, b.name)
			}
		case outcomes[i].verdict == killed:
			if !slices.Contains(killers, outcomes[i].by) {
				killers = []killer{outcomes[i].by}
			}
		default:
			survivors, killers = append(survivors, b.name), nil
		}
		for _, k := range killers {
			if k.test != "" {
				lines[b.name] = append(lines[b.name], "killed by "+k.String())
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(s.data("breakages"), "*.txt"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var out []string
		var name string
		flush := func() {
			if name != "" {
				for len(out) > 0 && out[len(out)-1] == "" {
					out = out[:len(out)-1]
				}
				out = append(append(out, lines[name]...), "")
			}
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "killed by ") {
				continue
			}
			if heading, ok := strings.CutPrefix(line, "== "); ok {
				flush()
				name = heading
			}
			out = append(out, line)
		}
		flush()
		text = []byte(strings.TrimRight(strings.Join(out, "\n"), "\n") + "\n")
		if err := os.WriteFile(file, text, 0o644); err != nil { //nolint:gosec // a file of the repository
			return err
		}
	}
	text, err := os.ReadFile(s.data("survivors.txt"))
	if err != nil {
		return err
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	return os.WriteFile(s.data("survivors.txt"), []byte(strings.Join(append(out, survivors...), "\n")+"\n"), 0o644) //nolint:gosec // a file of the repository
}
