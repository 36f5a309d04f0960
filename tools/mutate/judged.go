package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// judgedSet is packages and files with their survivors in judged.txt.
type judgedSet struct {
	targets []string
	with    []string // packages with the tests to run; none: the package's own and every guard's
}

// The targets and kinds of a run without arguments.
var (
	judged = []judgedSet{
		{
			targets: []string{"sdk/internal/engine/payments/refund.go", "sdk/internal/engine/payments/refund_found.go", "sdk/internal/engine/payments/settle.go", "sdk/internal/engine/payments/capture.go"},
			with:    []string{"sdk/internal/engine/payments"},
		},
		{
			targets: []string{
				"sdk/internal/engine/payments/answer.go", "sdk/internal/engine/payments/attempt.go", "sdk/internal/engine/payments/client.go", "sdk/internal/engine/payments/conclude.go", "sdk/internal/engine/payments/config.go",
				"sdk/internal/engine/payments/dispute.go", "sdk/internal/engine/payments/dispute_list.go", "sdk/internal/engine/payments/input.go", "sdk/internal/engine/payments/interrupt.go", "sdk/internal/engine/payments/limit.go",
				"sdk/internal/engine/payments/method.go", "sdk/internal/engine/payments/method_forget.go", "sdk/internal/engine/payments/movement.go", "sdk/internal/engine/payments/operate.go", "sdk/internal/engine/payments/pay_again.go",
				"sdk/payment/payment.go", "sdk/internal/engine/payments/purchase.go", "sdk/internal/engine/payments/purpose.go", "sdk/internal/engine/payments/reconcile.go", "sdk/internal/engine/payments/send.go",
				"sdk/internal/engine/payments/state.go", "sdk/internal/engine/payments/token.go", "sdk/internal/engine/payments/webhook.go",
			},
			with: []string{"sdk/internal/engine/payments", "sdk/internal/engine/checkouts", "sdk/internal/engine/batches", "sdk/internal/engine/subscriptions"},
		},
		{targets: []string{"sdk/internal/engine/batches"}},
		{targets: []string{"sdk/internal/engine/subscriptions"}, with: []string{"sdk/internal/engine/subscriptions", "sdk/internal/engine/homes"}},
		{
			targets: []string{"sdk/internal/engine/orders"},
			with:    []string{"sdk/internal/engine/orders", "sdk/internal/engine/batches", "sdk/internal/engine/checkouts", "sdk/internal/engine/homes", "sdk/internal/engine/emails", "sdk/internal/engine/signups", "sdk/internal/engine/subscriptions"},
		},
	}
	judgedKinds = []string{kindCondition, kindBoundary, kindAssignment, kindCall}
)

// guards are packages with tests that use other packages from outside. Their tests run for mutants that a package's own tests don't notice, in this
// order: the faster first.
var guards = []string{"sdk/internal/engine/checkouts", "sdk/internal/engine/subscriptions", "sdk/internal/engine/batches", "sdk/internal/engine/homes", "sdk/internal/engine/emails", "sdk/internal/engine/operations", "sdk/internal/engine/subjects", "sdk/internal/engine/audits", "jobs", "sdk/internal/engine/signups", "apiserver"}

// packageRun is a run over whole packages.
type packageRun struct {
	*session
	overlay  string
	mutants  []*mutant
	outcomes map[*mutant]*outcome
	progress *progress
	tests    map[string][]*reachingTest // by package
}

// reachingTest is a test with the sites that it reaches without a mutant.
type reachingTest struct {
	name  string
	sites map[site]bool
}

// wholePackages tries every mutant of packages or files: first with its own package's tests that reach it, then with those of the other packages and
// the guards. Survivors must be listed in judged.txt, with a judgment.
func wholePackages(ctx context.Context, s settings, m *module, targets []string) error {
	if len(targets) == 0 {
		return everyJudged(ctx, s, m)
	}
	began := time.Now()
	mutants, err := m.ofTargets(targets)
	if err != nil {
		return err
	}
	known, err := readJudgments(s.data("judged.txt"))
	if err != nil {
		return err
	}
	// Keys are numbered over all mutants of the targets, so that they don't depend on the flags.
	identify(mutants)
	everything := slices.Clone(mutants)
	if mutants, err = s.chosen(mutants); err != nil {
		return err
	}
	number(mutants)
	if s.list {
		for _, mu := range mutants {
			fmt.Printf("# %s\n%s\n\n", mu.name, mu.key)
		}
		fmt.Printf("%d mutants\n", len(mutants))
		return nil
	}
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	r := &packageRun{mutants: mutants, outcomes: map[*mutant]*outcome{}, tests: map[string][]*reachingTest{}}
	var broken map[*mutant]string
	if r.overlay, broken, err = weaveAll(m, mutants, folder); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d mutants, of which %d don't compile\n", len(mutants), len(broken))
	b := &build{module: m, folder: folder, binaries: map[string]string{}, atOnce: 2 * runtime.NumCPU(), skip: s.skip}
	r.session = newSession(b, s.workers)
	state, err := treeState(ctx, s.root)
	if err != nil {
		return err
	}
	if r.progress, err = openProgress(s.progressFile(), state); err != nil {
		return err
	}
	defer func() { _ = r.progress.close() }()
	for _, mu := range mutants {
		r.outcomes[mu] = &outcome{mutant: mu, verdict: leftOut}
		if reason, ok := broken[mu]; ok {
			r.outcomes[mu] = &outcome{mutant: mu, verdict: notBuilt, note: reason}
		} else if by, ok := r.progress.killed[mu.key]; ok {
			r.outcomes[mu] = &outcome{mutant: mu, verdict: killed, by: by}
		}
	}
	if err := r.tryAll(ctx, s); err != nil && ctx.Err() == nil {
		return err
	}
	faults := append(r.faults, judge(os.Stdout, known, everything, r.inOrder())...)
	reportPackages(os.Stdout, r.inOrder(), known)
	fmt.Printf("%.0f s\n", time.Since(began).Seconds())
	if s.write {
		return errors.Join(append(r.faults, writeJudgments(s.data("judged.txt"), known, r.inOrder()))...)
	}
	return errors.Join(faults...)
}

// everyJudged tries all judged sets in order.
func everyJudged(ctx context.Context, s settings, m *module) error {
	s.kinds = cmp.Or(s.kinds, strings.Join(judgedKinds, ","))
	var faults []error
	for _, set := range judged {
		if ctx.Err() != nil {
			fmt.Printf("left out, as the time is over: %s\n", strings.Join(set.targets, ", "))
			continue
		}
		setting := s
		setting.with = cmp.Or(s.with, strings.Join(set.with, ","))
		faults = append(faults, wholePackages(ctx, setting, m, set.targets))
	}
	return errors.Join(faults...)
}

// silent are calls without an effect outside: log lines, the cancelling of a context, and the points at which the chaos run kills the process.
var silent = regexp.MustCompile(`^\S*\.Log\.\w+\(|^cancel\(\)|^\S*\.Interrupt\(`)

// chosen returns the mutants selected by the flags, without silent calls. Ignored errors are left out unless selected: nearly all come from the
// database, and tests can't make each statement fail.
func (s settings) chosen(mutants []*mutant) ([]*mutant, error) {
	name, err := regexp.Compile(s.match)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(mutants, func(mu *mutant) bool {
		selected := mu.kind != kindError
		if s.kinds != "" {
			selected = slices.Contains(strings.Split(s.kinds, ","), mu.kind)
		}
		isSilent := mu.kind == kindCall && silent.MatchString(mu.file().text[mu.edits[0].from:mu.edits[0].to])
		return !selected || isSilent || !name.MatchString(mu.name)
	}), nil
}

// tryAll tries the mutants of each package with its own tests, then the remaining ones with the tests of the others.
func (r *packageRun) tryAll(ctx context.Context, s settings) error {
	own := mutatedPackages(r.mutants)
	others := slices.Clone(own)
	for _, g := range guards {
		if !slices.Contains(others, g) {
			others = append(others, g)
		}
	}
	if s.with != "" {
		own, others = nil, strings.Split(s.with, ",")
	}
	for _, pkg := range own {
		if err := r.tryWith(ctx, pkg, func(mu *mutant) bool { return mu.file().pkg.name == pkg }); err != nil {
			return err
		}
	}
	for _, pkg := range others {
		if err := r.tryWith(ctx, pkg, func(mu *mutant) bool { return own == nil || mu.file().pkg.name != pkg }); err != nil {
			return err
		}
	}
	for _, o := range r.outcomes {
		if o.verdict == leftOut {
			o.verdict = notReached
			if r.progress.reached[o.mutant.key] {
				o.verdict = survived
			}
		}
	}
	return nil
}

// tryWith tries undecided mutants with the tests of a package.
func (r *packageRun) tryWith(ctx context.Context, pkg string, selected func(*mutant) bool) error {
	var open []*mutant
	for _, mu := range r.mutants {
		if selected(mu) && r.outcomes[mu].verdict == leftOut && !r.progress.passed[mu.key][pkg] {
			open = append(open, mu)
		}
	}
	if len(open) == 0 || r.build.module.packages[pkg] == nil || !r.build.module.packages[pkg].hasTests() {
		return nil
	}
	if err := r.findReach(ctx, pkg); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d mutants with the %d tests of %s\n", len(open), len(r.tests[pkg]), pkg)
	done := 0
	return r.each(len(open), func(i int) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		o, reached, err := r.tryReaching(ctx, open[i], pkg)
		if err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if done++; done%25 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d\n", done, len(open))
		}
		if o.verdict == killed {
			r.outcomes[open[i]] = &o
			return r.progress.noteKilled(open[i].key, o.by)
		}
		return r.progress.notePassed(open[i].key, pkg, reached)
	})
}

// findReach runs each test of a package alone, without a mutant. The test must pass.
func (r *packageRun) findReach(ctx context.Context, pkg string) error {
	if r.tests[pkg] != nil {
		return nil
	}
	if err := r.build.alsoTests(ctx, r.overlay, []string{pkg}); err != nil {
		return err
	}
	list := exec.CommandContext(ctx, r.build.binaries[pkg], "-test.list", "^(Test|Example|Fuzz)") //nolint:gosec // our own tests
	list.Dir = r.build.module.packages[pkg].Dir
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("tests of %s: %w", pkg, err)
	}
	names := slices.DeleteFunc(strings.Fields(string(out)), func(n string) bool { return n == roundTest })
	reaching := make([]*reachingTest, len(names))
	err = r.each(len(names), func(i int) error {
		file := filepath.Join(r.build.folder, "reach-"+strings.ReplaceAll(pkg, "/", "-")+"-"+names[i])
		res, err := r.build.run(ctx, pkg, 0, tests{run: named(names[i : i+1]), skip: r.build.skip}, longest, file)
		if err != nil {
			return err
		}
		sites, err := reachedSites(file)
		r.mu.Lock()
		defer r.mu.Unlock()
		if res.red {
			r.faults = append(r.faults, fmt.Errorf("%s %s is red without a mutant, and was left out:\n%s", pkg, names[i], res.output))
			return nil
		}
		reaching[i] = &reachingTest{names[i], sites}
		r.alone[killer{pkg, names[i]}] = res.took
		return err
	})
	r.tests[pkg] = slices.DeleteFunc(reaching, func(t *reachingTest) bool { return t == nil })
	return err
}

// tryReaching runs the tests of a package that reach a mutant: first the one that noticed it in an earlier run, then those that have noticed most,
// then the others.
func (r *packageRun) tryReaching(ctx context.Context, mu *mutant, pkg string) (o outcome, reached bool, err error) {
	var names []string
	for _, t := range r.tests[pkg] {
		if mu.always || slices.ContainsFunc(mu.sites, func(at site) bool { return t.sites[at] }) {
			names = append(names, t.name)
		}
	}
	var first []string
	if before := r.progress.before[mu.key]; before.pkg == pkg && slices.Contains(names, before.test) {
		first = append(first, before.test)
	}
	for _, k := range r.likely(mu, []string{pkg}) {
		if slices.Contains(names, k.test) && !slices.Contains(first, k.test) {
			first = append(first, k.test)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(first, n) })
	for _, part := range [][]string{first, rest} {
		if len(part) > 0 {
			if o, err = r.runNamed(ctx, mu, pkg, part...); err != nil || o.verdict == killed {
				return o, true, err
			}
		}
	}
	return outcome{mutant: mu, verdict: survived}, len(names) > 0, nil
}

func (r *packageRun) inOrder() []outcome {
	all := make([]outcome, len(r.mutants))
	for i, mu := range r.mutants {
		all[i] = *r.outcomes[mu]
	}
	return all
}
