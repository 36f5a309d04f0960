package main

import (
	"fmt"
	"io"
	"strings"
)

// printMutant prints a mutant's position, and the line before and after.
func printMutant(w io.Writer, m *mutant, note string) {
	before, after := m.diff()
	title := m.name
	if !strings.HasPrefix(m.name, m.position()) {
		title = m.position() + " " + m.kind + ": " + m.name
	}
	if note != "" {
		note = ": " + note
	}
	_, _ = fmt.Fprintf(w, "%s%s\n  - %s\n  + %s\n", title, note, before, after)
}

// report prints the mutants that no test noticed, and the number of each verdict.
func report(w io.Writer, outcomes []outcome, all bool) {
	counts := map[verdict]int{}
	for _, o := range outcomes {
		counts[o.verdict]++
		switch {
		case o.verdict == survived || o.verdict == notReached:
			printMutant(w, o.mutant, string(o.verdict))
		case o.verdict == notBuilt:
			printMutant(w, o.mutant, string(o.verdict)+" ("+o.note+")")
		case o.verdict == killed && all:
			printMutant(w, o.mutant, strings.TrimSpace("killed by "+o.by.String()+" "+o.note))
		}
	}
	tried := counts[killed] + counts[survived] + counts[notReached]
	_, _ = fmt.Fprintf(w, "%d mutants tried: %d killed, %d survived, %d not reached by a test", tried, counts[killed], counts[survived], counts[notReached])
	if n := counts[notBuilt]; n > 0 {
		_, _ = fmt.Fprintf(w, "; %d don't compile", n)
	}
	if n := counts[leftOut]; n > 0 {
		_, _ = fmt.Fprintf(w, "; %d left out, as the time was over", n)
	}
	_, _ = fmt.Fprintln(w)
}
