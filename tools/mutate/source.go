package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is the product's module with its packages, as `go list` reports them.
type module struct {
	root, path string
	packages   map[string]*listed // by path below the module
	exports    map[string]string  // export data of every imported package, by import path
	loaded     map[string]*sourcePackage
	fset       *token.FileSet
	importer   types.Importer
}

// listed is a package in the output of `go list`.
type listed struct {
	ImportPath, Name, Dir, Export      string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles          []string
	Module                             *struct{ Path string }
}

func (l *listed) hasTests() bool { return len(l.TestGoFiles)+len(l.XTestGoFiles) > 0 }

// sourcePackage is a package with mutants.
type sourcePackage struct {
	name  string // path below the module
	files []*sourceFile
	info  *types.Info
	types *types.Package
}

type sourceFile struct {
	pkg  *sourcePackage
	name string // path below the module's folder
	path string
	text string
	ast  *ast.File
	tok  *token.File
}

func (f *sourceFile) line(offset int) int      { return f.tok.Line(f.tok.Pos(offset)) }
func (f *sourceFile) offset(pos token.Pos) int { return f.tok.Offset(pos) }
func (f *sourceFile) of(n ast.Node) string     { return f.text[f.offset(n.Pos()):f.offset(n.End())] }

// replace returns the edit that replaces a node by a text.
func (f *sourceFile) replace(n ast.Node, text string) edit {
	return edit{file: f, from: f.offset(n.Pos()), to: f.offset(n.End()), text: text}
}

func openModule(ctx context.Context, root string) (*module, error) {
	m := &module{
		root: root, packages: map[string]*listed{}, exports: map[string]string{}, loaded: map[string]*sourcePackage{}, fset: token.NewFileSet(),
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles,Module", "./...",
		"flag", "os", "strconv", "sync/atomic") // imports of switchFile
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	path, err := exec.CommandContext(ctx, "go", "-C", root, "list", "-m").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	m.path = strings.TrimSpace(string(path))
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		m.exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Path == m.path {
			m.packages[m.below(p.ImportPath)] = &p
		}
	}
	m.importer = importer.ForCompiler(m.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(m.exports[path]) })
	return m, nil
}

// below returns an import path relative to the module.
func (m *module) below(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, m.path), "/")
}

// names returns the packages' paths relative to the module, in order.
func (m *module) names() []string { return slices.Sorted(maps.Keys(m.packages)) }

// load parses and type-checks a package.
func (m *module) load(name string) (*sourcePackage, error) {
	if p := m.loaded[name]; p != nil {
		return p, nil
	}
	l := m.packages[name]
	if l == nil {
		return nil, fmt.Errorf("%s: no such package", name)
	}
	p := &sourcePackage{name: name}
	var trees []*ast.File
	for _, file := range l.GoFiles {
		path := filepath.Join(l.Dir, file)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(m.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, &sourceFile{
			pkg: p, name: filepath.ToSlash(filepath.Join(name, file)), path: path, text: string(text), ast: tree, tok: m.fset.File(tree.FileStart),
		})
		trees = append(trees, tree)
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	var err error
	if p.types, err = (&types.Config{Importer: m.importer}).Check(l.ImportPath, m.fset, trees, p.info); err != nil {
		return nil, err
	}
	m.loaded[name] = p
	return p, nil
}

// loadFile loads the package of a file. The name is relative to the module.
func (m *module) loadFile(name string) (*sourceFile, error) {
	p, err := m.load(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "."))
	if err != nil {
		return nil, err
	}
	for _, f := range p.files {
		if f.name == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%s: no such file, or one that isn't built here", name)
}

// declares reports a declaration of a name at an offset.
func (f *sourceFile) declares(from int, name string) bool {
	for _, d := range f.ast.Decls {
		if f.offset(d.Pos()) != from {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			return d.Name.Name == name
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && v.Names[0].Name == name {
					return true
				}
			}
		}
	}
	return false
}
