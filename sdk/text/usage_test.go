package text_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/cojoin/cojoin/sdk/text"
)

const root = "../.." // of the repository

// usage holds the places that use codes, and the prefixes and suffixes of codes that are built from parts.
type usage struct {
	codes              map[string][]string // places by code
	prefixes, suffixes []string
	parts              map[ast.Expr]bool // expressions that are only part of a code
}

func (u *usage) code(code, place string) { u.codes[code] = append(u.codes[code], place) }

// Every code in Go has a text, and every text is used: in Go, in the catalog, in the widget or in a page.
func TestEveryTextIsUsed(t *testing.T) {
	t.Parallel()
	used := usage{codes: map[string][]string{}, parts: map[ast.Expr]bool{}}
	declared := used.readGo(t)
	for code, places := range used.codes {
		completes := func(prefix string) bool { return text.Has("en", text.Code(prefix+code)) }
		if !text.Has("en", text.Code(code)) && !slices.ContainsFunc(used.prefixes, completes) {
			t.Errorf("%s has no text; it is used in %s", code, strings.Join(places, ", "))
		}
	}
	for code, name := range declared {
		if len(used.codes[code]) == 0 {
			t.Errorf("%s is declared as %s and never used", code, name)
		}
	}
	used.readFiles(t, "sdk/price/catalog", ".yaml")
	used.readFiles(t, "widget/src", ".ts", ".tsx")
	used.readFiles(t, "apiserver/page", ".html")
	for code := range text.All("en") {
		base, _ := text.Plural(code)
		if !used.has(string(base)) {
			t.Errorf("text %s is used nowhere", code)
		}
	}
}

func (u *usage) has(code string) bool {
	if len(u.codes[code]) > 0 || slices.ContainsFunc(u.prefixes, func(p string) bool { return strings.HasPrefix(code, p) }) {
		return true
	}
	return slices.ContainsFunc(u.suffixes, func(suffix string) bool {
		base, ok := strings.CutSuffix(code, suffix)
		return ok && u.has(base)
	})
}

// readGo finds every constant of type text.Code in the module's code outside tests. It returns the names of declared constants by code: a declaration
// alone isn't a use.
func (u *usage) readGo(t *testing.T) (declared map[string]string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedFiles | packages.NeedImports,
		Dir:  root, Context: t.Context(),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	declared = map[string]string{}
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Errorf("%s: %v", pkg.PkgPath, err)
		}
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(node ast.Node) bool {
				if spec, ok := node.(*ast.ValueSpec); ok && pkg.TypesInfo.Defs[spec.Names[0]] != nil {
					if c, ok := pkg.TypesInfo.Defs[spec.Names[0]].(*types.Const); ok && isCode(c.Type()) {
						for _, name := range spec.Names {
							if c, ok := pkg.TypesInfo.Defs[name].(*types.Const); ok && constant.StringVal(c.Val()) != "" {
								declared[constant.StringVal(c.Val())] = name.Name
							}
						}
						return false
					}
				}
				if assign, ok := node.(*ast.AssignStmt); ok && assign.Tok == token.ADD_ASSIGN {
					u.suffix(pkg, assign.Rhs[0])
				}
				if expr, ok := node.(ast.Expr); ok {
					u.expression(pkg, expr)
				}
				return true
			})
		}
	}
	return declared
}

// expression records a constant code, and the constant parts of a code that is built from parts.
func (u *usage) expression(pkg *packages.Package, expr ast.Expr) {
	tv, ok := pkg.TypesInfo.Types[expr]
	if !ok {
		return
	}
	if sum, ok := expr.(*ast.BinaryExpr); ok && sum.Op == token.ADD && tv.Value == nil {
		u.suffix(pkg, sum.Y)
		return
	}
	if !isCode(tv.Type) || u.parts[expr] {
		return
	}
	if tv.Value != nil {
		switch code := constant.StringVal(tv.Value); {
		case strings.HasSuffix(code, "_"):
			u.prefixes = append(u.prefixes, code)
		case code != "":
			u.code(code, pkg.Fset.Position(expr.Pos()).String())
		}
		return
	}
	// text.Code("prefix_" + something)
	if call, ok := expr.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if sum, ok := call.Args[0].(*ast.BinaryExpr); ok && sum.Op == token.ADD {
			if prefix := pkg.TypesInfo.Types[sum.X].Value; prefix != nil {
				u.prefixes = append(u.prefixes, constant.StringVal(prefix))
			}
		}
	}
}

// suffix records a constant expression as the end of a code. The walk visits the expression again later and must not take it for a code then.
func (u *usage) suffix(pkg *packages.Package, expr ast.Expr) {
	if tv := pkg.TypesInfo.Types[expr]; tv.Value != nil && isCode(tv.Type) && constant.StringVal(tv.Value) != "" {
		u.suffixes = append(u.suffixes, constant.StringVal(tv.Value))
		u.parts[expr] = true
	}
}

func isCode(typ types.Type) bool {
	named, ok := typ.(*types.Named)
	return ok && named.Obj().Name() == "Code" && named.Obj().Pkg() != nil && strings.HasSuffix(named.Obj().Pkg().Path(), "/sdk/text")
}

var (
	word   = regexp.MustCompile(`[A-Za-z][A-Za-z0-9_]+`)
	prefix = regexp.MustCompile("`([a-z][A-Za-z0-9_]*_)\\$\\{")
)

// readFiles finds codes as words of other sources, except tests and sources generated from the texts.
func (u *usage) readFiles(t *testing.T, dir string, extensions ...string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains(extensions, filepath.Ext(path)) ||
			strings.Contains(path, ".test.") || strings.HasSuffix(path, "rules/codes.ts") || strings.HasSuffix(path, "schema.d.ts") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, code := range word.FindAllString(string(raw), -1) {
			if text.Has("en", text.Code(code)) {
				u.code(code, path)
			}
		}
		for _, match := range prefix.FindAllStringSubmatch(string(raw), -1) {
			u.prefixes = append(u.prefixes, match[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
