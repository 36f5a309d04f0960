package scenario

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/cojoin/cojoin/sdk"
)

// maxAliases bounds how often a file repeats what stands elsewhere in it.
const maxAliases = 100

var (
	errTooManyAliases = fmt.Errorf("more than %d aliases", maxAliases)
	errNestedAlias    = errors.New("an alias stands in a value that is itself repeated: write it out")
)

// guard refuses what makes a small file big or slow before it is read: values nested without end, and aliases
// in what is itself repeated.
func guard(file string, raw []byte) (err error) {
	// The YAML library is well fuzzed but not proven; a file that trips it is refused like any other.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: this is not YAML that can be read", file)
		}
	}()
	if line := sdk.DeepLine(raw); line > 0 {
		return fmt.Errorf("%s:%d: values are nested too deep", file, line)
	}
	parsed, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return nil // it is read again, and its faults are said with their places
	}
	found := &aliases{}
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			ast.Walk(found, doc.Body)
		}
	}
	if found.err != nil {
		return fmt.Errorf("%s: %w", file, found.err)
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
