package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// Kinds of generated mutants.
const (
	kindAssignment = "assignment" // an assignment is left out
	kindKey        = "key"        // an element of a literal is left out
	kindCall       = "call"       // a call is left out
	kindCondition  = "condition"  // an operand of && or || is dropped, or a condition is negated
	kindBoundary   = "boundary"   // < becomes <=
	kindError      = "error"      // an error is ignored, or not returned
	kindConstant   = "constant"   // another number, truth value or constant of the same type
)

// generator collects the mutants of a file.
type generator struct {
	file    *sourceFile
	mutants []*mutant
	stack   []ast.Node
}

// generate returns the mutants of a file's wanted declarations. Generated files have none: internal/condition proves their SQL.
func generate(f *sourceFile, selected func(from, to int) bool) []*mutant {
	g := &generator{file: f}
	if ast.IsGenerated(f.ast) {
		return nil
	}
	for _, d := range f.ast.Decls {
		if selected(f.offset(d.Pos()), f.offset(d.End())) {
			ast.Inspect(d, func(n ast.Node) bool {
				if n == nil {
					g.stack = g.stack[:len(g.stack)-1]
					return true
				}
				g.visit(n)
				g.stack = append(g.stack, n)
				return true
			})
		}
	}
	return g.mutants
}

func (g *generator) add(kind string, edits ...edit) {
	m := &mutant{kind: kind, edits: edits}
	m.name = fmt.Sprintf("%s %s", m.position(), kind)
	for _, r := range regions(g.file) {
		if len(r.within(g.file, m)) > 0 {
			g.mutants = append(g.mutants, m)
			return
		}
	}
}

func (g *generator) parent() ast.Node {
	if len(g.stack) == 0 {
		return nil
	}
	return g.stack[len(g.stack)-1]
}

// inBlock reports a node that is a statement of a list.
func (g *generator) inBlock() bool {
	switch g.parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

func (g *generator) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		g.assignment(n)
	case *ast.IncDecStmt:
		if g.inBlock() {
			g.add(kindAssignment, g.file.replace(n, "if false { "+g.file.of(n)+" }"))
		}
	case *ast.ExprStmt:
		if _, ok := n.X.(*ast.CallExpr); ok && g.inBlock() && !isPanic(n.X) {
			g.add(kindCall, g.file.replace(n, "if false { "+g.file.of(n)+" }"))
		}
	case *ast.CompositeLit:
		g.literal(n)
	case *ast.IfStmt:
		g.condition(n)
	case *ast.ReturnStmt:
		g.returned(n)
	case *ast.BinaryExpr:
		g.binary(n)
	case *ast.BasicLit:
		g.basic(n)
	case *ast.Ident:
		g.named(n, n)
	case *ast.SelectorExpr:
		g.named(n, n.Sel)
	}
}

func isPanic(x ast.Expr) bool {
	id, ok := x.(*ast.CallExpr).Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

func (g *generator) assignment(n *ast.AssignStmt) {
	switch {
	case n.Tok == token.DEFINE:
	case n.Tok != token.ASSIGN:
		if g.inBlock() {
			g.add(kindAssignment, g.file.replace(n, "if false { "+g.file.of(n)+" }"))
		}
	default:
		for i, left := range n.Lhs {
			if id, ok := left.(*ast.Ident); ok && id.Name == "_" {
				continue
			}
			if len(n.Lhs) == len(n.Rhs) && g.file.pkg.info.Types[n.Rhs[i]].IsNil() {
				if len(n.Lhs) == 1 && g.inBlock() {
					g.add(kindAssignment, g.file.replace(n, "if false { "+g.file.of(n)+" }"))
				} else if len(n.Lhs) > 1 {
					g.add(kindAssignment, g.file.replace(n.Rhs[i], g.file.of(left)))
				}
				continue
			}
			if at, ok := left.(*ast.IndexExpr); ok && len(n.Lhs) == 1 && g.inBlock() { // keeps the index in use
				g.add(kindAssignment, g.file.replace(n, "_, _ = "+g.file.of(at.Index)+", "+g.file.of(n.Rhs[0])))
				continue
			}
			kind := kindAssignment
			if g.isError(left) {
				kind = kindError
			}
			g.add(kind, g.file.replace(left, "_"))
		}
	}
}

func (g *generator) literal(n *ast.CompositeLit) {
	for _, element := range n.Elts {
		kv, keyed := element.(*ast.KeyValueExpr)
		if _, isStruct := types.Unalias(g.file.pkg.info.TypeOf(n)).Underlying().(*types.Struct); isStruct {
			if keyed {
				g.field(n, kv)
			}
			continue
		}
		g.add(kindKey, g.without(element))
	}
}

// field leaves a field out. It still computes the field's value where that keeps variables in use.
func (g *generator) field(n *ast.CompositeLit, kv *ast.KeyValueExpr) {
	info := g.file.pkg.info
	value := info.Types[kv.Value]
	if value.Value != nil && isZero(value.Value) || value.IsNil() {
		return // the mutant would be equivalent
	}
	if value.Value == nil {
		if s, ok := types.Unalias(info.TypeOf(n)).Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Name() == g.file.of(kv.Key) && types.Identical(f.Type(), value.Type) {
					g.add(kindKey, g.file.replace(kv.Value, "cojoinZero("+g.file.of(kv.Value)+")"))
					return
				}
			}
		}
	}
	g.add(kindKey, g.without(kv))
}

// without leaves an element of a list out, with the comma after it.
func (g *generator) without(n ast.Node) edit {
	e := g.file.replace(n, "")
	rest := g.file.text[e.to:]
	if trimmed := strings.TrimLeft(rest, " \t"); strings.HasPrefix(trimmed, ",") {
		e.to += len(rest) - len(trimmed) + 1
	}
	return e
}

func isZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Int, constant.Float:
		return constant.Sign(v) == 0
	}
	return false
}

func (g *generator) isError(x ast.Expr) bool {
	t := g.file.pkg.info.TypeOf(x)
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// condition breaks an if. An error check is never taken; any other condition is negated.
func (g *generator) condition(n *ast.IfStmt) {
	if b, ok := n.Cond.(*ast.BinaryExpr); ok {
		if b.Op == token.NEQ && g.isError(b.X) {
			if n.Init != nil && g.inBlock() && n.Else == nil {
				g.add(kindError, g.file.replace(n, "if false { "+g.file.of(n)+" }"))
			}
			g.add(kindError, g.file.replace(n.Cond, "false && ("+g.file.of(n.Cond)+")"))
			return
		}
		if b.Op == token.LAND || b.Op == token.LOR {
			return // its operands are broken one by one
		}
	}
	g.add(kindCondition, g.file.replace(n.Cond, "!("+g.file.of(n.Cond)+")"))
}

func (g *generator) returned(n *ast.ReturnStmt) {
	if len(n.Results) < 2 {
		return
	}
	last := n.Results[len(n.Results)-1]
	if g.isError(last) && !g.file.pkg.info.Types[last].IsNil() {
		if _, call := last.(*ast.CallExpr); !call {
			g.add(kindError, g.file.replace(last, "nil"))
		}
	}
}

func (g *generator) binary(n *ast.BinaryExpr) {
	other := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	switch n.Op {
	case token.LAND, token.LOR:
		nothing := "true || "
		if n.Op == token.LOR {
			nothing = "false && "
		}
		for _, x := range []ast.Expr{n.X, n.Y} {
			if b, ok := ast.Unparen(x).(*ast.BinaryExpr); ok && b.Op == n.Op {
				continue // has operands of its own
			}
			g.add(kindCondition, g.file.replace(x, "("+nothing+"("+g.file.of(x)+"))"))
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		at := g.file.offset(n.OpPos)
		g.add(kindBoundary, edit{file: g.file, from: at, to: at + len(n.Op.String()), text: other[n.Op]})
	}
}

func (g *generator) basic(n *ast.BasicLit) {
	if n.Kind != token.INT || g.isIndex(n) {
		return
	}
	if v, err := strconv.ParseInt(n.Value, 0, 32); err == nil {
		g.add(kindConstant, g.file.replace(n, strconv.FormatInt(v+1, 10)))
	}
}

func (g *generator) isIndex(n ast.Node) bool {
	switch p := g.parent().(type) {
	case *ast.IndexExpr:
		return p.Index == n
	case *ast.SliceExpr, *ast.ArrayType:
		return true
	}
	return false
}

// named replaces a constant by the next constant of the same type.
func (g *generator) named(x ast.Expr, id *ast.Ident) {
	if s, ok := g.parent().(*ast.SelectorExpr); ok && s.Sel == x {
		return // visited as a whole
	}
	if kv, ok := g.parent().(*ast.KeyValueExpr); ok && kv.Key == x {
		return
	}
	switch id.Name {
	case "true", "false":
		if g.file.pkg.info.Uses[id] == types.Universe.Lookup(id.Name) {
			g.add(kindConstant, g.file.replace(x, strconv.FormatBool(id.Name == "false")))
		}
		return
	}
	c, ok := g.file.pkg.info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() {
		return
	}
	named, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != c.Pkg() {
		return
	}
	var same []string
	at := 0
	for _, name := range c.Pkg().Scope().Names() {
		if o, ok := c.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(o.Type(), c.Type()) && (o.Exported() || c.Pkg() == g.file.pkg.types) {
			if name == c.Name() {
				at = len(same)
			}
			same = append(same, name)
		}
	}
	if len(same) > 1 {
		g.add(kindConstant, g.file.replace(id, same[(at+1)%len(same)]))
	}
}
