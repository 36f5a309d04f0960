package scenario

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/cojoin/cojoin/sdk/price"
)

// maxAliases is the maximum number of aliases in a file.
const maxAliases = 100

var (
	errTooManyAliases = fmt.Errorf("more than %d aliases", maxAliases)
	errNestedAlias    = errors.New("an alias is inside a value that is itself repeated: write it out")
)

// guard returns the mistake of a file that isn't safe to read. Deeply nested values, and aliases inside repeated values, make a small file large or
// slow. A second document would be ignored.
func guard(file string, raw []byte) (m *Mistake) {
	// The YAML library is well fuzzed but not proven; a file that makes it panic is rejected like any other.
	defer func() {
		if p := recover(); p != nil {
			m = &Mistake{Position{File: file}, "not readable as YAML"}
		}
	}()
	if line := price.DeepLine(raw); line > 0 {
		return &Mistake{Position{File: file, Line: line}, "values are nested too deep"}
	}
	parsed, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return nil // it is parsed again, which reports errors with their positions
	}
	found, bodies := &aliases{}, 0
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			ast.Walk(found, doc.Body)
			if bodies++; bodies > 1 { // only the first would be read
				line := doc.Body.GetToken().Position.Line
				return &Mistake{Position{File: file, Line: line}, "another scenario begins here: write --- on a line of its own before it"}
			}
		}
	}
	if found.err != nil {
		return &Mistake{Position{File: file}, found.err.Error()}
	}
	return nil
}

// aliases counts aliases, and finds those in an anchored value.
type aliases struct {
	count int
	err   error
}

// Visit implements [ast.Visitor].
func (a *aliases) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.AliasNode:
		if a.count++; a.count > maxAliases {
			a.err = errTooManyAliases
		}
	case *ast.AnchorNode:
		within := &aliases{}
		if n.Value != nil {
			ast.Walk(within, n.Value)
		}
		if within.count > 0 {
			a.err = errNestedAlias
		}
	}
	if a.err != nil {
		return nil
	}
	return a
}
