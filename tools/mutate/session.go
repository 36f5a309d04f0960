package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// verdict is the result of trying a mutant.
type verdict string

const (
	killed     verdict = "killed"
	survived   verdict = "survived"
	notReached verdict = "not reached by a test"
	notBuilt   verdict = "doesn't compile"
	leftOut    verdict = "left out"
)

type outcome struct {
	mutant  *mutant
	verdict verdict
	by      killer
	note    string
}

// session runs tests with one mutant after the other.
type session struct {
	build   *build
	reach   map[string]map[site]bool // sites reached by each package's tests
	took    map[string]time.Duration // duration of a package's tests
	alone   map[killer]time.Duration // duration of a single test
	workers int
	skipped []string // packages without time for their tests, or failing without a mutant
	faults  []error  // failures of the latter

	mu    sync.Mutex
	kills map[string]map[killer]int // by mutated file; "": all files
}

func newSession(b *build, workers int) *session {
	return &session{
		build: b, reach: map[string]map[site]bool{}, took: map[string]time.Duration{}, alone: map[killer]time.Duration{}, workers: workers, kills: map[string]map[killer]int{},
	}
}

// longest limits a run of tests without a mutant.
const longest = 10 * time.Minute

// baseline runs the tests of packages without a mutant: they must pass. It skips packages with failing tests, and packages that the deadline
// excludes.
func (s *session) baseline(ctx context.Context, packages []string, t func(pkg string) tests, deadline time.Time) error {
	return s.each(len(packages), func(i int) error {
		pkg := packages[i]
		if i > 0 && time.Now().After(deadline) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.skipped = append(s.skipped, pkg)
			return nil
		}
		reach := filepath.Join(s.build.folder, fmt.Sprintf("reach-%d", i))
		chosen := t(pkg)
		chosen.skip = s.build.skip
		r, err := s.build.run(ctx, pkg, 0, chosen, longest, reach)
		if err != nil {
			return err
		}
		sites, err := reachedSites(reach)
		s.mu.Lock()
		defer s.mu.Unlock()
		if r.red {
			s.skipped = append(s.skipped, pkg)
			s.faults = append(s.faults, fmt.Errorf("tests of %s are red without a mutant:\n%s", pkg, r.output))
			return nil
		}
		s.reach[pkg], s.took[pkg] = sites, r.took
		for test, took := range r.tests {
			s.alone[killer{pkg, test}] = took
		}
		fmt.Fprintf(os.Stderr, "green without a mutant: %s, %.1f s\n", pkg, r.took.Seconds())
		return err
	})
}

// each calls f for 0 to n-1 on the workers, up to the first error.
func (s *session) each(n int, f func(i int) error) error {
	var next int
	var first error
	var all sync.WaitGroup
	for range s.workers {
		all.Go(func() {
			for {
				s.mu.Lock()
				i, stop := next, first != nil
				next++
				s.mu.Unlock()
				if stop || i >= n {
					return
				}
				if err := f(i); err != nil {
					s.mu.Lock()
					first = cmp.Or(first, err)
					s.mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	return first
}

// reachedBy returns the packages with tests that reach a mutant, its own first.
func (s *session) reachedBy(m *mutant, packages []string) []string {
	var out []string
	for _, p := range packages {
		if s.reach[p] == nil {
			continue
		}
		if m.always || slices.ContainsFunc(m.sites, func(at site) bool { return s.reach[p][at] }) {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return boolean(b == m.file().pkg.name) - boolean(a == m.file().pkg.name) })
	return out
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// favorites is the number of tests with the most kills that run before all others.
const favorites = 3

// try runs the tests of packages with a mutant until one is red.
func (s *session) try(ctx context.Context, m *mutant, packages []string) (outcome, error) {
	reached := s.reachedBy(m, packages)
	if len(reached) == 0 {
		if len(s.skipped) > 0 { // a skipped package might reach it
			return outcome{mutant: m, verdict: leftOut}, nil
		}
		return outcome{mutant: m, verdict: notReached}, nil
	}
	ran := map[string][]string{}
	for _, k := range s.likely(m, reached) {
		ran[k.pkg] = append(ran[k.pkg], k.test)
	}
	for _, p := range reached {
		if len(ran[p]) > 0 {
			if o, err := s.runNamed(ctx, m, p, ran[p]...); err != nil || o.verdict == killed {
				return o, err
			}
		}
	}
	for _, p := range reached {
		if o, err := s.runTests(ctx, m, p, tests{skip: named(ran[p])}, 5*s.took[p]); err != nil || o.verdict == killed {
			return o, err
		}
	}
	return outcome{mutant: m, verdict: survived}, nil
}

// runNamed runs some tests of a package. The duration of each without a mutant must be known.
func (s *session) runNamed(ctx context.Context, m *mutant, pkg string, names ...string) (outcome, error) {
	var took time.Duration
	for _, n := range names {
		took += s.alone[killer{pkg, n}]
	}
	return s.runTests(ctx, m, pkg, tests{run: named(names)}, 10*took)
}

// patience is added to the expected duration of tests, for busy machines and tests that wait a minute.
const patience = 75 * time.Second

func (s *session) runTests(ctx context.Context, m *mutant, pkg string, t tests, most time.Duration) (outcome, error) {
	if s.build.skip != "" {
		t.skip = strings.Trim(t.skip+"|"+s.build.skip, "|")
	}
	r, err := s.build.run(ctx, pkg, m.id, t, patience+most, "")
	if err != nil || !r.red {
		return outcome{mutant: m, verdict: survived}, err
	}
	o := outcome{mutant: m, verdict: killed, by: killer{pkg, r.test}}
	if r.timeout {
		o.note = fmt.Sprintf("its tests didn't end within %.0f s", r.took.Seconds())
	}
	if r.test != "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, file := range []string{"", m.file().name} {
			if s.kills[file] == nil {
				s.kills[file] = map[killer]int{}
			}
			s.kills[file][o.by]++
		}
	}
	return o, nil
}

// likely returns the tests with the most kills in the same file, then in all files.
func (s *session) likely(m *mutant, packages []string) []killer {
	s.mu.Lock()
	defer s.mu.Unlock()
	here, everywhere := s.kills[m.file().name], s.kills[""]
	var all []killer
	for k := range everywhere {
		if slices.Contains(packages, k.pkg) {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b killer) int {
		return cmp.Or(here[b]-here[a], everywhere[b]-everywhere[a], cmp.Compare(a.String(), b.String()))
	})
	return all[:min(len(all), favorites)]
}
