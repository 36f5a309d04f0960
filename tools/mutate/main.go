// Command mutate breaks the product's Go code in small ways, one at a time, and lists the breakages (mutants) that no test notices. It compiles all
// mutants into one build, beside the original, and $MUTANT selects one. So trying a mutant takes a run of tests but no build. The working tree
// doesn't change. docs/how-to/break-the-code.md describes its use.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

type settings struct {
	within      time.Duration
	workers     int
	seed        uint64
	kinds       string
	with, skip  string
	first       string
	all, list   bool
	write       bool
	match, root string
	resume      string
}

func main() {
	var s settings
	flag.DurationVar(&s.within, "within", 0, "stop after this time, and say how many mutants are left out")
	flag.IntVar(&s.workers, "workers", runtime.NumCPU(), "how many mutants are tried at the same time")
	flag.Uint64Var(&s.seed, "seed", 1, "of the order in which generated mutants are tried")
	flag.StringVar(&s.kinds, "kinds", "", "only generated mutants of these kinds, separated by commas")
	flag.StringVar(&s.with, "with", "", "only tests of these packages, separated by commas")
	flag.StringVar(&s.first, "first", "", "try many mutants in one process with these tests first: package:test+test, separated by commas")
	flag.StringVar(&s.skip, "skip", "", "without the tests that this pattern names: those that can't run here")
	flag.BoolVar(&s.all, "v", false, "print the verdict on each mutant")
	flag.BoolVar(&s.list, "list", false, "print the mutants without running them")
	flag.BoolVar(&s.write, "write", false, "gate, packages: write down which tests noticed what, and the list of survivors")
	flag.StringVar(&s.match, "match", "", "only mutants whose name matches: file:line kind, or area: name of a breakage")
	flag.StringVar(&s.resume, "resume", "", "packages: the file that says how far the last run came (.cache/mutate-packages.txt)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "mutate [flags] change [revision] | generate package|file|file:function … | packages [package|file …] | gate")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, s, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func run(ctx context.Context, s settings, args []string) error {
	out, err := git(ctx, ".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	s.root = strings.TrimSpace(out)
	if s.within > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.within)
		defer cancel()
	}
	before, err := treeState(ctx, s.root)
	if err != nil {
		return err
	}
	if err := runCommand(ctx, s, args); errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil && args[0] != "packages" {
		return fmt.Errorf("the time was over before the first mutant was tried; run it with a longer -within: %w", err)
	} else if err != nil {
		return err
	}
	// Tests read files of the working tree while they run.
	after, err := treeState(context.WithoutCancel(ctx), s.root)
	if err == nil && after != before && !s.write {
		err = errors.New("the working tree changed during the run, so the results don't count: run it again")
	}
	return err
}

// treeState returns a text that differs when the working tree does.
func treeState(ctx context.Context, root string) (string, error) {
	var state strings.Builder
	for _, args := range [][]string{{"rev-parse", "HEAD"}, {"status", "--porcelain"}, {"diff", "HEAD"}} {
		out, err := git(ctx, root, args...)
		if err != nil {
			return "", err
		}
		state.WriteString(out)
	}
	return state.String(), nil
}

func runCommand(ctx context.Context, s settings, args []string) error {
	m, err := openModule(ctx, s.root)
	if err != nil {
		return err
	}
	switch {
	case len(args) > 0 && len(args) < 3 && args[0] == "change":
		changed, err := changes(ctx, s.root, append(args, "main")[1])
		if err != nil {
			return err
		}
		mutants, err := m.ofChange(changed)
		if err != nil {
			return err
		}
		return tryGenerated(ctx, s, m, mutants)
	case len(args) > 1 && args[0] == "generate":
		mutants, err := m.ofTargets(args[1:])
		if err != nil {
			return err
		}
		return tryGenerated(ctx, s, m, mutants)
	case len(args) > 0 && args[0] == "packages":
		return wholePackages(ctx, s, m, args[1:])
	case len(args) == 1 && args[0] == "gate":
		return gate(ctx, s, m)
	}
	flag.Usage()
	return fmt.Errorf("unknown command: %s", strings.Join(args, " "))
}

// mostTesters limits the packages with tests to run for a change, unless the change itself touches more.
const mostTesters = 8

// tryGenerated tries generated mutants in an order derived from the seed.
func tryGenerated(ctx context.Context, s settings, m *module, mutants []*mutant) error {
	if s.kinds != "" {
		mutants = slices.DeleteFunc(mutants, func(mu *mutant) bool { return !slices.Contains(strings.Split(s.kinds, ","), mu.kind) })
	}
	chosen, err := regexp.Compile(s.match)
	if err != nil {
		return err
	}
	mutants = slices.DeleteFunc(mutants, func(mu *mutant) bool { return !chosen.MatchString(mu.name) })
	number(mutants)
	if s.list {
		for _, mu := range mutants {
			printMutant(os.Stdout, mu, "")
		}
		fmt.Printf("%d mutants\n", len(mutants))
		return nil
	}
	if len(mutants) == 0 {
		fmt.Println("no function to break: nothing in the product's Go code changed")
		return nil
	}
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	began := time.Now()
	overlay, broken, err := weaveAll(m, mutants, folder)
	if err != nil {
		return err
	}
	packages := strings.Split(s.with, ",")
	if s.with == "" {
		packages = m.testers(mutatedPackages(mutants), mostTesters)
	}
	b, err := compileTests(ctx, m, overlay, folder, packages)
	if err != nil {
		return err
	}
	b.atOnce, b.skip = 2*runtime.NumCPU(), s.skip
	fmt.Fprintf(os.Stderr, "%d mutants in the tests of %s, built in %.0f s\n", len(mutants), strings.Join(packages, ", "), time.Since(began).Seconds())
	ss := newSession(b, s.workers)
	deadline := time.Now().Add(time.Hour)
	if at, ok := ctx.Deadline(); ok {
		deadline = time.Now().Add(time.Until(at) / 3)
	}
	if err := ss.baseline(ctx, packages, func(string) tests { return tests{} }, deadline); err != nil {
		return err
	}
	order := rand.New(rand.NewPCG(s.seed, 0)).Perm(len(mutants)) //nolint:gosec // the order must be reproducible
	outcomes := make([]outcome, len(mutants))
	for i, mu := range mutants {
		outcomes[i] = outcome{mutant: mu, verdict: leftOut}
		if reason, ok := broken[mu]; ok {
			outcomes[i] = outcome{mutant: mu, verdict: notBuilt, note: reason}
		}
	}
	done := 0
	first, err := stagesOf(s.first)
	if err != nil {
		return err
	}
	var whole []*mutant
	for _, i := range order {
		if broken[mutants[i]] == "" {
			whole = append(whole, mutants[i])
		}
	}
	err = ss.tryInRounds(ctx, whole, first, func(mu *mutant, by killer) {
		outcomes[slices.Index(mutants, mu)] = outcome{mutant: mu, verdict: killed, by: by}
		done++
	})
	if err != nil {
		return err
	}
	err = ss.each(len(order), func(i int) error {
		mu := mutants[order[i]]
		if outcomes[order[i]].verdict != leftOut || ctx.Err() != nil {
			return nil
		}
		o, err := ss.try(ctx, mu, packages)
		if err != nil && ctx.Err() != nil {
			return nil // the time is over: it counts as left out
		}
		ss.mu.Lock()
		defer ss.mu.Unlock()
		outcomes[order[i]] = o
		if done++; done%25 == 0 || s.all {
			fmt.Fprintf(os.Stderr, "%d of %d: %s %s %s\n", done, len(mutants), mu.name, o.verdict, o.by)
		}
		return err
	})
	report(os.Stdout, outcomes, s.all)
	if len(ss.skipped) > 0 {
		fmt.Printf("without the tests of %s\n", strings.Join(ss.skipped, ", "))
	}
	fmt.Printf("%.0f s\n", time.Since(began).Seconds())
	return errors.Join(append(ss.faults, err)...)
}

func number(mutants []*mutant) {
	for i, m := range mutants {
		m.id = i + 1
	}
}

func mutatedPackages(mutants []*mutant) []string {
	var names []string
	for _, m := range mutants {
		for _, e := range m.edits {
			if !slices.Contains(names, e.file.pkg.name) {
				names = append(names, e.file.pkg.name)
			}
		}
	}
	return names
}

func (s settings) data(name string) string { return filepath.Join(s.root, "tools", "mutate", name) }
