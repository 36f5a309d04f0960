package bench

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Figures are the results of a run, line by line.
type Figures struct {
	lines []figure
}

// figure is one line. A line without an aim is context for the others.
type figure struct {
	name, value, aim string
	met              bool
}

// note adds a line without an aim.
func (f *Figures) note(name, format string, args ...any) {
	f.lines = append(f.lines, figure{name: name, value: fmt.Sprintf(format, args...)})
}

// judge adds a line with an aim.
func (f *Figures) judge(name, aim string, met bool, format string, args ...any) {
	f.lines = append(f.lines, figure{name: name, value: fmt.Sprintf(format, args...), aim: aim, met: met})
}

// Missed counts the aims that weren't met.
func (f *Figures) Missed() int {
	n := 0
	for _, l := range f.lines {
		if l.aim != "" && !l.met {
			n++
		}
	}
	return n
}

// Met reports whether the named line exists and has met its aim.
func (f *Figures) Met(name string) bool {
	return slices.ContainsFunc(f.lines, func(l figure) bool { return l.name == name && l.met })
}

// Write prints the figures as a table.
func (f *Figures) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FIGURE\tVALUE\tAIM\t")
	for _, l := range f.lines {
		verdict := ""
		if l.aim != "" {
			verdict = "met"
			if !l.met {
				verdict = "NOT MET"
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.name, l.value, l.aim, verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("bench: figures: %w", err)
	}
	return nil
}
