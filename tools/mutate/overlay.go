package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// region is a part of a file that is repeated for each of its mutants: a function's body, or the value of a package's variable or constant.
type region struct {
	decl *ast.FuncDecl
	// Of a variable or constant:
	group    *ast.GenDecl
	spec     *ast.ValueSpec
	from, to int
	mutants  []*mutant
}

func regions(f *sourceFile) []*region {
	var all []*region
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				all = append(all, &region{decl: d, from: f.offset(d.Body.Lbrace) + 1, to: f.offset(d.Body.Rbrace)})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
					all = append(all, &region{group: d, spec: v, from: f.offset(v.Values[0].Pos()), to: f.offset(v.Values[0].End())})
				}
			}
		}
	}
	return all
}

// within returns a mutant's edits inside the region of a file.
func (r *region) within(f *sourceFile, m *mutant) []edit {
	var there []edit
	for _, e := range m.edits {
		if e.file == f && e.from >= r.from && e.to <= r.to {
			there = append(there, e)
		}
	}
	return there
}

// woven is a file with its mutants: its text, and the position of each mutant.
type woven struct {
	file  *sourceFile
	text  string
	spans []span
}

type span struct {
	from, to int
	mutant   *mutant
}

// weaver inserts mutants into the files of packages.
type weaver struct {
	mutants []*mutant
	sites   int // their number so far
}

// weave returns the changed files of a package, with their mutants.
func (w *weaver) weave(p *sourcePackage) []*woven {
	here := map[*sourceFile][]*region{}
	entered := map[*sourceFile]map[int]int{} // functions that read a mutated constant or variable, by start offset
	for _, f := range p.files {
		for _, r := range regions(f) {
			for _, m := range w.mutants {
				if len(r.within(f, m)) > 0 {
					r.mutants = append(r.mutants, m)
				}
			}
			if len(r.mutants) > 0 {
				here[f] = append(here[f], r)
				if r.spec != nil {
					w.readers(p, r, entered)
				}
			}
		}
	}
	w.freeDependents(p, here)
	var all []*woven
	for _, f := range p.files {
		if len(here[f])+len(entered[f]) > 0 {
			all = append(all, w.weaveFile(f, here[f], entered[f]))
		}
	}
	return all
}

// freeDependents adds the constants that are computed from a mutated one: they become variables, too.
func (w *weaver) freeDependents(p *sourcePackage, here map[*sourceFile][]*region) {
	free := map[types.Object]bool{}
	isConstant := func(r *region) bool { return r.group != nil && r.group.Tok == token.CONST }
	for _, list := range here {
		for _, r := range list {
			if isConstant(r) {
				free[p.info.Defs[r.spec.Names[0]]] = true
			}
		}
	}
	for more := len(free) > 0; more; {
		more = false
		for _, f := range p.files {
			for _, r := range regions(f) {
				if !isConstant(r) || free[p.info.Defs[r.spec.Names[0]]] {
					continue
				}
				ast.Inspect(r.spec.Values[0], func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && free[p.info.Uses[id]] && !more {
						free[p.info.Defs[r.spec.Names[0]]], more = true, true
						here[f] = append(here[f], r)
					}
					return true
				})
			}
		}
	}
}

// readers numbers the functions that read a package's variable or constant. If code outside functions reads it, or it is exported, its mutants are
// always reached.
func (w *weaver) readers(p *sourcePackage, r *region, entered map[*sourceFile]map[int]int) {
	object := p.info.Defs[r.spec.Names[0]]
	always := object.Exported()
	for _, f := range p.files {
		bodies := slices.DeleteFunc(regions(f), func(r *region) bool { return r.decl == nil })
		ast.Inspect(f.ast, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || p.info.Uses[id] != object {
				return true
			}
			at := f.offset(id.Pos())
			i := slices.IndexFunc(bodies, func(b *region) bool { return b.from <= at && at < b.to })
			if i < 0 {
				always = true
				return true
			}
			if entered[f] == nil {
				entered[f] = map[int]int{}
			}
			if _, ok := entered[f][bodies[i].from]; !ok {
				entered[f][bodies[i].from] = w.number()
			}
			for _, m := range r.mutants {
				m.sites = append(m.sites, site{p.name, entered[f][bodies[i].from]})
			}
			return true
		})
	}
	for _, m := range r.mutants {
		m.always = m.always || always
	}
}

func (w *weaver) number() int {
	w.sites++
	return w.sites - 1
}

func (w *weaver) weaveFile(f *sourceFile, here []*region, entered map[int]int) *woven {
	type piece struct {
		edit
		spans []span // relative to the piece
	}
	var pieces []piece
	var tail strings.Builder // variables that were constants, after the last declaration
	var tailSpans []span
	for at, number := range entered {
		pieces = append(pieces, piece{edit: edit{file: f, from: at, to: at, text: fmt.Sprintf("cojoinAt(%d);", number)}})
	}
	for _, r := range here {
		var b strings.Builder
		var spans []span
		write := func(m *mutant, text string) {
			spans = append(spans, span{b.Len(), b.Len() + len(text), m})
			b.WriteString(text)
		}
		if r.decl != nil {
			b.WriteString("\nswitch cojoinMutant {")
			for _, m := range r.mutants {
				fmt.Fprintf(&b, "\ncase %d: {", m.id)
				write(m, apply(f.text, r.from, r.to, append(r.within(f, m), labels(f, r.decl, m)...)))
				b.WriteString("\n}")
				if r.decl.Type.Results == nil {
					b.WriteString("\nreturn")
				}
			}
			b.WriteString("\n}\n")
			pieces = append(pieces, piece{edit{file: f, from: r.from, to: r.from, text: b.String()}, spans})
			for at, number := range w.statements(f, r) {
				pieces = append(pieces, piece{edit: edit{file: f, from: at, to: at, text: fmt.Sprintf("cojoinAt(%d);", number)}})
			}
			continue
		}
		pick := "cojoinPick"
		if r.spec.Type != nil {
			pick += "[" + f.of(r.spec.Type) + "]"
		}
		b.WriteString(pick + "(" + f.text[r.from:r.to])
		for _, m := range r.mutants {
			fmt.Fprintf(&b, ", cojoinOther(%d, ", m.id)
			if r.spec.Type != nil {
				b.WriteString(f.of(r.spec.Type) + "(")
			}
			write(m, apply(f.text, r.from, r.to, r.within(f, m)))
			if r.spec.Type != nil {
				b.WriteString(")")
			}
			b.WriteString(")")
		}
		b.WriteString(")")
		if r.group.Tok == token.VAR {
			for _, m := range r.mutants {
				m.fixed = true
			}
			pieces = append(pieces, piece{edit{file: f, from: r.from, to: r.to, text: b.String()}, spans})
			continue
		}
		var gone ast.Node = r.spec
		if !r.group.Lparen.IsValid() {
			gone = r.group
		}
		pieces = append(pieces, piece{edit: f.replace(gone, "")})
		fmt.Fprintf(&tail, "\nvar %s = ", r.spec.Names[0].Name)
		for _, s := range spans {
			tailSpans = append(tailSpans, span{s.from + tail.Len(), s.to + tail.Len(), s.mutant})
		}
		tail.WriteString(b.String())
		fmt.Fprintf(&tail, "\nfunc init() { cojoinChanged = append(cojoinChanged, func() { %s = %s }) }", r.spec.Names[0].Name, b.String())
	}
	pieces = append(pieces, piece{edit{file: f, from: len(f.text), to: len(f.text), text: tail.String()}, tailSpans})
	slices.SortStableFunc(pieces, func(a, b piece) int { return a.from - b.from })
	out := &woven{file: f}
	var b strings.Builder
	at := 0
	for _, p := range pieces {
		b.WriteString(f.text[at:p.from])
		for _, s := range p.spans {
			out.spans = append(out.spans, span{s.from + b.Len(), s.to + b.Len(), s.mutant})
		}
		b.WriteString(p.text)
		at = p.to
	}
	b.WriteString(f.text[at:])
	out.text = b.String()
	return out
}

// statements numbers the statements of a region with mutated parts, by start offset.
func (w *weaver) statements(f *sourceFile, r *region) map[int]int {
	numbers := map[int]int{}
	for _, m := range r.mutants {
		for _, e := range r.within(f, m) {
			at := r.to
			ast.Inspect(r.decl.Body, func(n ast.Node) bool {
				for _, s := range statementsOf(n) {
					if f.offset(s.Pos()) <= e.from && e.to <= f.offset(s.End()) {
						at = f.offset(s.Pos())
					}
				}
				return true
			})
			if at == r.to { // several statements: the start of the function
				at = r.from
			}
			if _, ok := numbers[at]; !ok {
				numbers[at] = w.number()
			}
			m.sites = append(m.sites, site{f.pkg.name, numbers[at]})
		}
	}
	return numbers
}

func statementsOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if len(n.List) > 0 {
			switch n.List[0].(type) {
			case *ast.CaseClause, *ast.CommClause: // of a switch or select: nothing can stand before a case
				return nil
			}
		}
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// labels returns the edits that rename a function's labels: a label is valid in the whole function.
func labels(f *sourceFile, d *ast.FuncDecl, m *mutant) []edit {
	var edits []edit
	rename := func(id *ast.Ident) {
		at := f.offset(id.Pos())
		for _, e := range m.edits {
			if e.file == f && e.from <= at && at < e.to {
				return
			}
		}
		edits = append(edits, f.replace(id, fmt.Sprintf("%sOf%d", id.Name, m.id)))
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			rename(n.Label)
		case *ast.BranchStmt:
			if n.Label != nil {
				rename(n.Label)
			}
		}
		return true
	})
	return edits
}

// switchFile is the additional file of each package with mutants.
const switchFile = `package %s

import (
	"flag"
	"os"
	"strconv"
	"sync/atomic"
)

var cojoinMutant, _ = strconv.Atoi(os.Getenv("MUTANT"))

// cojoinChanged computes the constants again that have mutants.
var cojoinChanged []func()

func init() {
	flag.Func("mutant-%s", "", func(id string) (err error) {
		cojoinMutant, err = strconv.Atoi(id)
		for range 3 {
			for _, f := range cojoinChanged {
				f()
			}
		}
		return err
	})
}

var cojoinReach = func() *os.File {
	if name := os.Getenv("MUTANT_REACH"); name != "" {
		file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		return file
	}
	return nil
}()

var cojoinSites [%d]atomic.Bool

func cojoinAt(site int) {
	if cojoinReach != nil && !cojoinSites[site].Swap(true) {
		_, _ = cojoinReach.WriteString(%q + strconv.Itoa(site) + "\n")
	}
}

type cojoinValue[T any] struct {
	id    int
	value T
}

func cojoinOther[T any](id int, value T) cojoinValue[T] { return cojoinValue[T]{id, value} }

func cojoinPick[T any](value T, others ...cojoinValue[T]) T {
	for _, o := range others {
		if o.id == cojoinMutant {
			return o.value
		}
	}
	return value
}

func cojoinZero[T any](T) (zero T) { return zero }
`

func switchText(p *sourcePackage, sites int) string {
	return fmt.Sprintf(switchFile, p.types.Name(), strings.ReplaceAll(p.name, "/", "-"), sites, p.name+" ")
}

// roundFile is an additional file for the tests of each package. Its test begins a round of [build.rounds].
const roundFile = `package %s_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var rounds = strings.Split(os.Getenv("MUTANTS"), ",")

func TestMutantRound(t *testing.T) {
	if len(rounds) == 0 || rounds[0] == "" {
		return
	}
	fmt.Println("\n=== MUTANT", rounds[0])
	flag.VisitAll(func(f *flag.Flag) {
		if strings.HasPrefix(f.Name, "mutant-") {
			if err := f.Value.Set(rounds[0]); err != nil {
				t.Fatal(err)
			}
		}
	})
	rounds = rounds[1:]
}
`

// weaveAll writes the overlay with every mutant that compiles. It returns the overlay's path, and the other mutants with the compiler's messages.
func weaveAll(m *module, mutants []*mutant, folder string) (overlay string, broken map[*mutant]string, err error) {
	broken = map[*mutant]string{}
	byPackage := map[*sourcePackage][]*mutant{}
	for _, mu := range mutants {
		for _, e := range mu.edits {
			if p := e.file.pkg; !slices.Contains(byPackage[p], mu) {
				byPackage[p] = append(byPackage[p], mu)
			}
		}
	}
	replace := map[string]string{}
	for _, p := range slices.SortedFunc(maps.Keys(byPackage), func(a, b *sourcePackage) int { return strings.Compare(a.name, b.name) }) {
		left := byPackage[p]
		var files []*woven
		var sites int
		for {
			left = slices.DeleteFunc(left, func(mu *mutant) bool { return broken[mu] != "" })
			for _, mu := range left {
				mu.sites = slices.DeleteFunc(mu.sites, func(s site) bool { return s.pkg == p.name })
			}
			w := &weaver{mutants: left}
			files = w.weave(p)
			sites = w.sites
			found, err := m.compile(p, files, sites)
			if err != nil {
				return "", nil, err
			}
			if len(found) == 0 {
				break
			}
			maps.Copy(broken, found)
		}
		dir := m.packages[p.name].Dir
		write := func(path, text string) error {
			to := filepath.Join(folder, strings.ReplaceAll(p.name, "/", "_")+"_"+filepath.Base(path))
			replace[path] = to
			return os.WriteFile(to, []byte(text), 0o600)
		}
		for _, f := range files {
			if err := write(f.file.path, f.text); err != nil {
				return "", nil, err
			}
		}
		if err := write(filepath.Join(dir, "zz_mutant.go"), switchText(p, sites)); err != nil {
			return "", nil, err
		}
	}
	for name, l := range m.packages {
		if l.hasTests() {
			to := filepath.Join(folder, strings.ReplaceAll(name, "/", "_")+"_round_test.go")
			replace[filepath.Join(l.Dir, "aaa_mutant_test.go")] = to
			if err := os.WriteFile(to, fmt.Appendf(nil, roundFile, l.Name), 0o600); err != nil {
				return "", nil, err
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	overlay = filepath.Join(folder, "overlay.json")
	return overlay, broken, os.WriteFile(overlay, text, 0o600)
}

// compile type-checks a package with its mutants, and returns those with errors.
func (m *module) compile(p *sourcePackage, files []*woven, sites int) (map[*mutant]string, error) {
	texts := map[string]*woven{}
	for _, w := range files {
		texts[w.file.path] = w
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "zz_mutant.go", switchText(p, sites), parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	trees := []*ast.File{tree}
	broken := map[*mutant]string{}
	var elsewhere []error
	blame := func(path string, at int, reason error) {
		if w := texts[path]; w != nil {
			for _, s := range w.spans {
				if s.from <= at && at <= s.to {
					broken[s.mutant] = reason.Error()
					return
				}
			}
		}
		elsewhere = append(elsewhere, reason)
	}
	for _, f := range p.files {
		text := f.text
		if w := texts[f.path]; w != nil {
			text = w.text
		}
		tree, err := parser.ParseFile(fset, f.path, text, parser.SkipObjectResolution)
		if err != nil {
			blameSyntax(err, f.path, blame)
			continue
		}
		trees = append(trees, tree)
	}
	if len(broken) > 0 {
		return broken, nil
	}
	if len(elsewhere) > 0 {
		return nil, errors.Join(elsewhere...)
	}
	conf := types.Config{Importer: m.importer, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			at := fset.Position(e.Pos)
			blame(at.Filename, at.Offset, errors.New(e.Msg))
		}
	}}
	_, _ = conf.Check(m.path+"/"+p.name, fset, trees, nil)
	if len(broken) > 0 || len(elsewhere) == 0 {
		return broken, nil
	}
	// The package has a constant that must stay one. The error doesn't identify it, so none of the package's constants is mutated.
	for _, w := range files {
		for _, r := range regions(w.file) {
			if r.group == nil || r.group.Tok != token.CONST {
				continue
			}
			for _, s := range w.spans {
				if len(r.within(w.file, s.mutant)) > 0 {
					broken[s.mutant] = "a constant of the package has to stay one: " + elsewhere[0].Error()
				}
			}
		}
	}
	if len(broken) == 0 {
		return nil, errors.Join(elsewhere...)
	}
	return broken, nil
}

// blameSyntax finds the mutant of a syntax error.
func blameSyntax(err error, path string, blame func(string, int, error)) {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		blame(path, -1, err)
		return
	}
	blame(path, list[0].Pos.Offset, errors.New(list[0].Msg)) // the others may follow from it
}
