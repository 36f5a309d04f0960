package sdk_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// shownToTests are the sandbox and the log of a test's environment. A test calls their methods without naming their types.
var shownToTests = map[string]bool{module + "sdk/sdktest.Env": true, module + "sdk/sdktest.Log": true}

// A program of another module can't import sdk/internal. It can't call functions that take or return its types.
func TestPublicPackagesHaveNoInternalTypes(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, p := range publicPackages(t) {
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			if !o.Exported() {
				continue
			}
			shown++
			if found := internalIn(o.Type()); found != "" && !shownToTests[p.Path()+"."+name] {
				t.Errorf("%s.%s shows %s", p.Path(), name, found)
			}
			named, ok := o.Type().(*types.Named)
			if _, isType := o.(*types.TypeName); !ok || !isType {
				continue
			}
			if found := internalIn(named.Underlying()); found != "" && !shownToTests[p.Path()+"."+name] {
				t.Errorf("type %s.%s shows %s", p.Path(), name, found)
			}
			for m := range named.Methods() {
				if found := internalIn(m.Type()); m.Exported() && found != "" {
					t.Errorf("method %s.%s.%s shows %s", p.Path(), name, m.Name(), found)
				}
			}
		}
	}
	if shown < 1000 {
		t.Errorf("%d exported names were looked at", shown)
	}
}

// publicPackages returns the SDK's packages that other modules can import, from the compiler's export data.
func publicPackages(t *testing.T) []*types.Package {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := map[string]string{}
	var paths []string
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
		if strings.HasPrefix(path, module+"sdk") && !strings.Contains(path, "/internal/") {
			paths = append(paths, path)
		}
	}
	read := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		file := exports[path]
		if file == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(file)
	})
	var packages []*types.Package
	for _, path := range paths {
		p, err := read.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	return packages
}

// internalIn returns the first type of an internal package that a type shows to a caller; "" for none. A named type is checked at its declaration.
func internalIn(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		if p := t.Obj().Pkg(); isInternal(p) {
			return t.String()
		}
		return internalIn(types.Unalias(t))
	case *types.Named:
		if isInternal(t.Obj().Pkg()) {
			return t.String()
		}
		for arg := range t.TypeArgs().Types() {
			if found := internalIn(arg); found != "" {
				return found
			}
		}
	case *types.Map:
		return internalIn(t.Key()) + internalIn(t.Elem())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return internalIn(t.Elem())
	case *types.Signature:
		return internalInTuple(t.Params()) + internalInTuple(t.Results())
	case *types.Struct:
		for field := range t.Fields() {
			if found := internalIn(field.Type()); field.Exported() && found != "" {
				return found
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if found := internalIn(m.Type()); found != "" {
				return found
			}
		}
	}
	return ""
}

func internalInTuple(tuple *types.Tuple) string {
	for v := range tuple.Variables() {
		if found := internalIn(v.Type()); found != "" {
			return found
		}
	}
	return ""
}

func isInternal(p *types.Package) bool { return p != nil && strings.Contains(p.Path(), "/internal/") }
