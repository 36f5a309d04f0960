package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mutant is one small breakage of the product's code. It is compiled in beside the original, and selected when a program starts.
type mutant struct {
	id    int // value of $MUTANT that selects it; 0 is the original
	name  string
	key   string // its name in lists that survive changes of line numbers
	kind  string
	edits []edit
	// sites are the statements with its edits. If no test reaches one of them, and always is unset, the mutant survives.
	sites  []site
	always bool
	fixed  bool // selected when a program starts, not between two rounds
	// killers are tests that killed it before. They run first.
	killers []killer
	tests   []string // other packages with tests that should notice it
}

// edit replaces a part of a file's text.
type edit struct {
	file     *sourceFile
	from, to int
	text     string
}

// killer is a test of a package; the package's path is relative to the module.
type killer struct{ pkg, test string }

func (k killer) String() string { return k.pkg + " " + k.test }

// site is a statement with a mutated part. A mutant without a reached site survives without being run.
type site struct {
	pkg    string
	number int
}

func (m *mutant) file() *sourceFile { return m.edits[0].file }

func (m *mutant) position() string {
	return fmt.Sprintf("%s:%d", m.file().name, m.file().line(m.edits[0].from))
}

// diff returns the lines that the first edit changes, before and after.
func (m *mutant) diff() (before, after string) {
	f := m.file()
	from := strings.LastIndexByte(f.text[:m.edits[0].from], '\n') + 1
	to := m.edits[0].to
	if end := strings.IndexByte(f.text[to:], '\n'); end >= 0 {
		to += end
	} else {
		to = len(f.text)
	}
	var there []edit
	for _, e := range m.edits {
		if e.file == f && e.from >= from && e.to <= to {
			there = append(there, e)
		}
	}
	broken := strings.ReplaceAll(apply(f.text, from, to, there), "cojoinZero(", "zero(")
	return around(oneLine(f.text[from:to]), oneLine(broken))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// around shortens two long lines to the part around their difference.
func around(a, b string) (string, string) {
	const near, far = 60, 160
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	cut := func(s string) string {
		if from := same - near; from > 0 && len(s) > far {
			s = "…" + s[from:]
		}
		if len(s) > far {
			s = s[:far] + "…"
		}
		return strings.ToValidUTF8(s, "")
	}
	return cut(a), cut(b)
}

// apply returns a part of a text with the edits within it.
func apply(text string, from, to int, edits []edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var b strings.Builder
	at := from
	for _, e := range edits {
		b.WriteString(text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(text[at:to])
	return b.String()
}
