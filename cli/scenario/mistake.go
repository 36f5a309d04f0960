package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// found collects the mistakes of a file. The same mistake in several runs of a matrix is one.
type found struct {
	list   Mistakes
	seen   map[Mistake]bool
	filled int // values with their placeholders replaced
}

const (
	mostFilled  = 250_000 // values of a file with all of its runs
	textOfValue = 64      // bytes of a text that count as a value
)

// overflows counts values, and records a mistake when there are too many: a small file with vars inside vars can become a large one.
func (f *found) overflows(n *node, values int) bool {
	if f.filled += values; f.filled <= mostFilled {
		return false
	}
	f.add(Mistake{Position{File: n.at.File}, fmt.Sprintf("with its vars and runs, the file has more than %d values: split it", mostFilled)})
	return true
}

// at adds a mistake at a position.
func (f *found) at(at Position, format string, args ...any) {
	f.add(Mistake{at, fmt.Sprintf(format, args...)})
}

func (f *found) add(m Mistake) {
	if f.seen == nil {
		f.seen = map[Mistake]bool{}
	}
	if !f.seen[m] {
		f.seen[m] = true
		f.list = append(f.list, m)
	}
}

// err returns the mistakes in the order of their positions, or nil.
func (f *found) err() error {
	if len(f.list) == 0 {
		return nil
	}
	sorted := slices.Clone(f.list)
	slices.SortStableFunc(sorted, func(a, b Mistake) int {
		return cmp.Or(strings.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return sorted
}

// excerpt returns the beginning of a value for a message.
func excerpt(value any) string {
	text := []rune(fmt.Sprint(value))
	if len(text) > longestExcerpt {
		return string(text[:longestExcerpt]) + "…"
	}
	return string(text)
}

// longestExcerpt is the length at which a value in a mistake is cut, in characters.
const longestExcerpt = 60

// mostListed is the longest list of names in a mistake.
const mostListed = 14

// suggest returns the cure for a name that isn't one of the known ones: the name meant, or the list of all.
func suggest(name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	if len(known) == 0 {
		return "none is possible here"
	}
	if len(known) > mostListed {
		return fmt.Sprintf("for example %s; cojoin scenarios schema has all", strings.Join(known[:3], ", "))
	}
	if len(known) == 1 {
		return "only " + known[0] + " is possible"
	}
	return "one of " + strings.Join(known, ", ")
}

// usualNames are wrong names that are closer to another right one.
var usualNames = map[string]string{"UK": "GB", "USA": "US"}

// nearest returns the known name that a misspelled one is closest to, or "" if none is close.
func nearest(name string, known []string) string {
	if usual, ok := usualNames[name]; ok && slices.Contains(known, usual) {
		return usual
	}
	most := 1
	if len(name) > 3 { // two swapped letters are two changes
		most = max(2, (len(name)+1)/3)
	}
	best, distance := "", most+1
	for _, candidate := range known {
		d := levenshtein.Distance(strings.ToLower(name), strings.ToLower(candidate), nil)
		if d < distance {
			best, distance = candidate, d
		}
	}
	return best
}
