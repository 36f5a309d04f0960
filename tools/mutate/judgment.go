package main

import (
	"fmt"
	"go/ast"
	"io"
	"os"
	"slices"
	"strings"
)

// judgment is the reason that no test needs to notice a mutant. Its key names the mutant by file, function and kind, and by the line before and
// after, because line numbers change.
type judgment struct{ key, word, reason string }

// unjudged marks a new survivor until a developer judges it.
const unjudged = "unjudged"

var judgmentWords = []string{
	"equivalent", // no observable difference
	"slower",     // or more work, with the same outcome
	"guarded",    // noticed elsewhere by another kind of test: a constraint, the audit, chaos
	"wording",    // of a log, a span or an operators' error
	"open",       // a test should notice it, and none does yet
	unjudged,
}

// identify sets the key of each mutant.
func identify(mutants []*mutant) {
	times := map[string]int{}
	for _, mu := range mutants {
		before, after := mu.diff()
		title := fmt.Sprintf("%s %s %s", mu.file().name, mu.function(), mu.kind)
		key := title + "\n- " + before + "\n+ " + after
		if times[key]++; times[key] > 1 {
			key = fmt.Sprintf("%s #%d\n- %s\n+ %s", title, times[key], before, after)
		}
		mu.key = key
	}
}

// function returns the name of a mutant's function, method, variable or constant.
func (m *mutant) function() string {
	f := m.file()
	for _, r := range regions(f) {
		if len(r.within(f, m)) == 0 {
			continue
		}
		if r.decl == nil {
			return r.spec.Names[0].Name
		}
		name := r.decl.Name.Name
		if r.decl.Recv != nil {
			t := r.decl.Recv.List[0].Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			name = f.of(t) + "." + name
		}
		return name
	}
	return "?"
}

func readJudgments(file string) ([]judgment, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all, err := parseJudgments(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// parseJudgments parses a list. Each mutant has its key in three lines, then a word, a colon and the reason.
func parseJudgments(text string) ([]judgment, error) {
	var all []judgment
	var block []string
	number := 0
	for line := range strings.Lines(text + "\n\n") {
		number++
		line = strings.TrimRight(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			block = append(block, line)
			continue
		}
		if len(block) == 0 {
			continue
		}
		if len(block) != 4 || !strings.HasPrefix(block[1], "- ") || !strings.HasPrefix(block[2], "+ ") {
			return nil, fmt.Errorf("before line %d: want file, function and kind; the line before; the line after; a judgment", number)
		}
		word, reason, ok := strings.Cut(block[3], ": ")
		if !ok || !slices.Contains(judgmentWords, word) {
			return nil, fmt.Errorf("before line %d: want one of %s, a colon and the reason", number, strings.Join(judgmentWords, ", "))
		}
		j := judgment{strings.Join(block[:3], "\n"), word, reason}
		if slices.ContainsFunc(all, func(o judgment) bool { return o.key == j.key }) {
			return nil, fmt.Errorf("before line %d: it is there twice", number)
		}
		all, block = append(all, j), nil
	}
	return all, nil
}

func judgmentOf(known []judgment, key string) (judgment, bool) {
	i := slices.IndexFunc(known, func(j judgment) bool { return j.key == key })
	if i < 0 {
		return judgment{}, false
	}
	return known[i], true
}

// judge prints the survivors that aren't listed, and returns the necessary changes to the list.
func judge(w io.Writer, known []judgment, everything []*mutant, outcomes []outcome) []error {
	var faults []error
	for _, o := range outcomes {
		j, listed := judgmentOf(known, o.mutant.key)
		switch {
		case o.verdict == killed && listed:
			faults = append(faults, fmt.Errorf("%s notices it now; take it off tools/mutate/judged.txt:\n%s", o.by, o.mutant.key))
		case (o.verdict == survived || o.verdict == notReached) && (!listed || j.word == unjudged):
			_, _ = fmt.Fprintf(w, "# %s: %s\n%s\n\n", o.mutant.position(), o.verdict, o.mutant.key)
			faults = append(faults, fmt.Errorf("%s %s: no test notices it, and tools/mutate/judged.txt doesn't say why", o.mutant.position(), o.mutant.kind))
		}
	}
	for _, j := range known {
		name, _, _ := strings.Cut(j.key, " ")
		here := slices.ContainsFunc(everything, func(mu *mutant) bool { return mu.file().name == name })
		if here && !slices.ContainsFunc(everything, func(mu *mutant) bool { return mu.key == j.key }) {
			faults = append(faults, fmt.Errorf("the code has changed; take it off tools/mutate/judged.txt:\n%s", j.key))
		}
	}
	return faults
}

// reportPackages prints the number of noticed mutants in each package, by own and other tests.
func reportPackages(w io.Writer, outcomes []outcome, known []judgment) {
	type count struct{ all, own, others, survived, unreached, judged, broken, left int }
	counts := map[string]*count{}
	var names []string
	for _, o := range outcomes {
		name := o.mutant.file().pkg.name
		c := counts[name]
		if c == nil {
			c = &count{}
			counts[name], names = c, append(names, name)
		}
		c.all++
		switch o.verdict {
		case killed:
			if o.by.pkg == name {
				c.own++
			} else {
				c.others++
			}
		case survived, notReached:
			c.survived++
			if o.verdict == notReached {
				c.unreached++
			}
			if j, ok := judgmentOf(known, o.mutant.key); ok && j.word != unjudged {
				c.judged++
			}
		case notBuilt:
			c.broken++
		case leftOut:
			c.left++
		}
	}
	for _, n := range names {
		c := counts[n]
		_, _ = fmt.Fprintf(w, "%-18s %d mutants: %d killed by its own tests, %d by others; %d survived (%d of them not reached), %d of them judged; %d don't compile; %d left out\n",
			n, c.all, c.own, c.others, c.survived, c.unreached, c.judged, c.broken, c.left)
	}
}

// writeJudgments removes noticed mutants from the list, and adds new survivors, unjudged.
func writeJudgments(file string, known []judgment, outcomes []outcome) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var head strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		head.WriteString(line)
	}
	blocks := []string{strings.TrimSpace(head.String())}
	kept := slices.Clone(known)
	for _, o := range outcomes {
		_, listed := judgmentOf(known, o.mutant.key)
		if o.verdict == killed {
			kept = slices.DeleteFunc(kept, func(j judgment) bool { return j.key == o.mutant.key })
		} else if (o.verdict == survived || o.verdict == notReached) && !listed {
			kept = append(kept, judgment{o.mutant.key, unjudged, string(o.verdict) + ", line " + strings.TrimPrefix(o.mutant.position(), o.mutant.file().name+":")})
		}
	}
	for _, j := range kept {
		blocks = append(blocks, j.key+"\n"+j.word+": "+j.reason)
	}
	return os.WriteFile(file, []byte(strings.Join(blocks, "\n\n")+"\n"), 0o644) //nolint:gosec // a file of the repository
}
