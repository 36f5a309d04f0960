package price

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// CatalogFault is one mistake in a catalog file.
type CatalogFault struct {
	Line   int    `json:"line"` // from 1
	Path   string `json:"path"` // e.g. packages[3].price; empty for the file itself
	Reason string `json:"reason"`
}

// String returns "line 12: packages[3].price: reason".
func (f CatalogFault) String() string {
	s := "line " + strconv.Itoa(f.Line) + ": "
	if f.Path != "" {
		s += f.Path + ": "
	}
	return s + f.Reason
}

// CatalogError lists all mistakes in a catalog file by line. Its reader is the file's author, so it may quote the file.
type CatalogError struct{ Faults []CatalogFault }

// Error lists the faults, one a line.
func (e *CatalogError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// catalogProblem is a fault without its line. path holds keys and indices.
type catalogProblem struct {
	path   []string
	reason string
}

// fail returns a fault of the file as a whole.
func (d *catalogDocument) fail(reason string) error {
	return d.failAll([]catalogProblem{{reason: reason}})
}

// failAll sets each problem's line to that of its value, or of the nearest enclosing value.
func (d *catalogDocument) failAll(problems []catalogProblem) error {
	faults := make([]CatalogFault, len(problems))
	for i, p := range problems {
		faults[i] = CatalogFault{Line: d.line(p.path), Path: joinPath(p.path), Reason: p.reason}
	}
	slices.SortStableFunc(faults, func(a, b CatalogFault) int { return a.Line - b.Line })
	return &CatalogError{Faults: slices.Compact(faults)}
}

func (d *catalogDocument) line(path []string) int {
	if d.body == nil {
		return 1
	}
	node, line := d.body, lineOf(d.body)
	for _, step := range path {
		child, at := childOf(node, step)
		if child == nil {
			return line
		}
		node, line = child, at
	}
	return line
}

// childOf steps into a mapping by key or into a sequence by index. at is the line of the key or of the item's start.
func childOf(n ast.Node, step string) (child ast.Node, at int) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if v.Key.GetToken() != nil && v.Key.GetToken().Value == step {
				return v.Value, lineOf(v.Key)
			}
		}
	case *ast.MappingValueNode:
		if n.Key.GetToken() != nil && n.Key.GetToken().Value == step {
			return n.Value, lineOf(n.Key)
		}
	case *ast.SequenceNode:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.Values) {
			return n.Values[i], firstLine(n.Values[i])
		}
	}
	return nil, 0
}

// firstLine returns the line where an item begins. A mapping's own token is its first colon.
func firstLine(n ast.Node) int {
	switch m := n.(type) {
	case *ast.MappingNode:
		if len(m.Values) > 0 {
			return lineOf(m.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return lineOf(m.Key)
	}
	return lineOf(n)
}

func lineOf(n ast.Node) int {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return 1
	}
	return max(1, min(n.GetToken().Position.Line, math.MaxInt32))
}

func joinPath(path []string) string {
	var b strings.Builder
	for _, step := range path {
		if _, err := strconv.Atoi(step); err == nil {
			b.WriteString("[" + step + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}

// yamlFault keeps the line and reason of a YAML error, without its source excerpt.
func yamlFault(err error) error {
	var y yaml.Error
	if !errors.As(err, &y) {
		return &CatalogError{Faults: []CatalogFault{{Line: 1, Reason: err.Error()}}}
	}
	f := CatalogFault{Line: 1, Reason: y.GetMessage()}
	if t := y.GetToken(); t != nil && t.Position != nil {
		f.Line = max(1, t.Position.Line)
	}
	return &CatalogError{Faults: []CatalogFault{f}}
}
