package sdk_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var docLink = regexp.MustCompile(`\[\*?((?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\]`)

// go doc and pkg.go.dev show a link without a target as plain text.
func TestDocLinksResolve(t *testing.T) {
	t.Parallel()
	files, names := map[string][]*ast.File{}, map[string]map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(file))
		files[dir] = append(files[dir], parsed)
		if names[dir] == nil {
			names[dir] = map[string]bool{}
		}
		declare(parsed, names[dir])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for dir, all := range files {
		for _, file := range all {
			for _, group := range file.Comments {
				for _, link := range docLink.FindAllStringSubmatch(group.Text(), -1) {
					links++
					if !linked(dir, link[1], names) {
						t.Errorf("%s: [%s] names nothing", dir, link[1])
					}
				}
			}
		}
	}
	if links < 300 {
		t.Errorf("%d links were found", links)
	}
}

// linked reports whether a link's target exists in its own package or in another package of the SDK. It skips names of other modules.
func linked(dir, link string, names map[string]map[string]bool) bool {
	if names[dir][link] {
		return true
	}
	qualifier, name, _ := strings.Cut(link, ".")
	if ast.IsExported(qualifier) {
		return false
	}
	ours := false
	for other, all := range names {
		if path.Base(other) == qualifier || other == "." && qualifier == "sdk" {
			ours = true
			if all[name] {
				return true
			}
		}
	}
	return !ours
}

// declare adds a file's declarations to names, and their methods and fields as Type.Member.
func declare(file *ast.File, names map[string]bool) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
				continue
			}
			receiver := d.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			if of, ok := receiver.(*ast.Ident); ok {
				names[of.Name+"."+d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names[name.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					ast.Inspect(s.Type, func(n ast.Node) bool {
						if field, ok := n.(*ast.Field); ok {
							for _, name := range field.Names {
								names[s.Name.Name+"."+name.Name] = true
							}
						}
						return true
					})
				}
			}
		}
	}
}
