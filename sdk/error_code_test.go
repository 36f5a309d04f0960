package sdk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/text"
)

// The two lists of codes equal the source: each declared fault, and each constant that is a text's code.
func TestListsOfCodesAreComplete(t *testing.T) {
	t.Parallel()
	var faults, violations []text.Code
	for _, f := range Faults {
		faults = append(faults, f.Code)
	}
	violations = ViolationCodes()
	declaredFaults, declaredCodes := declaredCodes(t)
	for _, code := range text.Surface("rule") {
		if !slices.Contains(declaredCodes, code) {
			declaredCodes = append(declaredCodes, code)
		}
	}
	for _, list := range [][]text.Code{faults, violations, declaredFaults, declaredCodes} {
		slices.Sort(list)
	}
	if diff := cmp.Diff(declaredFaults, faults); diff != "" {
		t.Errorf("Faults (-declared +listed):\n%s", diff)
	}
	if diff := cmp.Diff(declaredCodes, violations); diff != "" {
		t.Errorf("ViolationCodes (-declared +listed):\n%s", diff)
	}
}

// declaredCodes reads the packages of the SDK: the literal codes of faults, and the values of its constants of type text.Code.
func declaredCodes(t *testing.T) (faults, constants []text.Code) {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.go", "*/*.go", "internal/core/*.go", "internal/engine/*/*.go", "internal/pg/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	literal := func(e ast.Expr) (text.Code, bool) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return "", false
		}
		value, err := strconv.Unquote(lit.Value)
		return text.Code(value), err == nil
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if makesFault(n.Fun) {
					if code, ok := literal(n.Args[1]); ok {
						faults = append(faults, code)
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
					if code, ok := literal(n.Value); ok {
						faults = append(faults, code)
					}
				}
			case *ast.ValueSpec:
				if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Code" {
					for _, value := range n.Values {
						if code, ok := literal(value); ok {
							constants = append(constants, code)
						}
					}
				}
			}
			return true
		})
	}
	return faults, constants
}

// makesFault reports a call of fault.New, from outside its package or within.
func makesFault(fun ast.Expr) bool {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name == "New"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return ok && x.Name == "fault" && f.Sel.Name == "New"
	}
	return false
}
