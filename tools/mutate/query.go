package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// queries breaks statements in SQL in Go strings. It knows the functions that send the strings which are
// constants of their package: a parameter that a broken statement no longer has is left out of their calls.
type queries struct {
	uses map[*sourcePackage]map[string][]use
}

// use is a function's use of a constant with a statement.
type use struct {
	file *sourceFile
	args []ast.Expr // the statement's parameters
}

func newQueries() *queries { return &queries{uses: map[*sourcePackage]map[string][]use{}} }

func (q *queries) usesOf(p *sourcePackage, name string) []use {
	if q.uses[p] == nil {
		q.uses[p] = map[string][]use{}
		for _, f := range p.files {
			for _, d := range f.ast.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
					q.collect(f, d)
				}
			}
		}
	}
	return q.uses[p][name]
}

func (q *queries) collect(f *sourceFile, d *ast.FuncDecl) {
	lists := map[string]*ast.CompositeLit{} // slices of parameters
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if lit, ok := n.Rhs[0].(*ast.CompositeLit); ok {
					lists[f.of(n.Lhs[0])] = lit
				}
			}
		case *ast.CallExpr:
			for i, a := range n.Args {
				id, ok := a.(*ast.Ident)
				if !ok || f.pkg.types.Scope().Lookup(id.Name) == nil || f.pkg.info.Uses[id] != f.pkg.types.Scope().Lookup(id.Name) {
					continue
				}
				args := n.Args[i+1:]
				if n.Ellipsis.IsValid() && len(args) == 1 {
					if lit := lists[f.of(args[0])]; lit != nil {
						args = lit.Elts
					}
				}
				q.uses[f.pkg][id.Name] = append(q.uses[f.pkg][id.Name], use{f, args})
			}
		}
		return true
	})
}

var beginsSQL = regexp.MustCompile(`(?is)^\s*(--[^\n]*\n\s*)*(select|insert|update|delete|with)\s`)

// mutants returns the mutants of a string, if it is a statement.
func (q *queries) mutants(f *sourceFile, n *ast.BasicLit) []*mutant {
	if n.Kind != token.STRING || len(n.Value) < 12 || n.Value[0] == '"' && strings.Contains(n.Value, `\`) {
		return nil
	}
	text := n.Value[1 : len(n.Value)-1]
	if !beginsSQL.MatchString(text) {
		return nil
	}
	at := f.offset(n.Pos()) + 1
	var name string
	for _, r := range regions(f) {
		if r.spec != nil && r.spec.Values[0] == n {
			name = r.spec.Names[0].Name
		}
	}
	var all []*mutant
	for _, b := range breakSQL(text) {
		edits, ok := q.renumber(f, name, text, b.edits)
		if !ok {
			continue
		}
		m := &mutant{kind: b.kind}
		for _, e := range edits {
			if e.file == nil {
				e = edit{file: f, from: e.from + at, to: e.to + at, text: e.text}
			}
			m.edits = append(m.edits, e)
		}
		all = append(all, m)
	}
	return all
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// renumber adds to the edits of a statement what leaves a parameter out that it no longer has: the other parameters'
// numbers, and the arguments of the calls. It reports whether that was possible.
func (q *queries) renumber(f *sourceFile, name, text string, edits []edit) ([]edit, bool) {
	left := map[int]bool{}
	for _, p := range parameter.FindAllStringSubmatch(apply(text, 0, len(text), edits), -1) {
		number, _ := strconv.Atoi(p[1])
		left[number] = true
	}
	var gone []int
	for _, p := range parameter.FindAllStringSubmatch(text, -1) {
		if number, _ := strconv.Atoi(p[1]); !left[number] && !slices.Contains(gone, number) {
			gone = append(gone, number)
		}
	}
	if len(gone) == 0 {
		return edits, true
	}
	uses := q.usesOf(f.pkg, name)
	if name == "" || len(uses) == 0 {
		return nil, false
	}
	out := slices.Clone(edits)
	for _, at := range parameter.FindAllStringSubmatchIndex(text, -1) {
		number, _ := strconv.Atoi(text[at[2]:at[3]])
		less := 0
		for _, g := range gone {
			if g < number {
				less++
			}
		}
		within := slices.ContainsFunc(edits, func(e edit) bool { return e.from <= at[0] && at[1] <= e.to })
		if less > 0 && !within {
			out = append(out, edit{from: at[2], to: at[3], text: strconv.Itoa(number - less)})
		}
	}
	for _, u := range uses {
		g := &generator{file: u.file}
		for _, number := range gone {
			if number > len(u.args) {
				return nil, false
			}
			e := g.without(u.args[number-1])
			if u.file.text[e.to-1] != ',' { // the last one: with the comma before it
				e.from = strings.LastIndexByte(u.file.text[:e.from], ',')
			}
			out = append(out, e)
		}
	}
	for i, a := range out {
		for _, b := range out[i+1:] {
			if a.file == b.file && a.from < b.to && b.from < a.to {
				return nil, false
			}
		}
	}
	return out, true
}

// broken is a way to break a statement. Its edits are relative to the statement.
type broken struct {
	kind  string
	edits []edit
}

// word is a token of SQL, with the depth of parentheses around it.
type word struct {
	text     string // in capitals, unless quoted
	from, to int
	depth    int
}

var sqlTokens = regexp.MustCompile(`--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\d+|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|::|<=|>=|<>|!=|->>|->|@>|<@|\|\||[^\s]`)

func splitSQL(text string) []word {
	var words []word
	depth := 0
	for _, at := range sqlTokens.FindAllStringIndex(text, -1) {
		w := word{text: text[at[0]:at[1]], from: at[0], to: at[1]}
		if strings.HasPrefix(w.text, "--") {
			continue
		}
		if w.text[0] != '\'' && w.text[0] != '"' {
			w.text = strings.ToUpper(w.text)
		}
		switch w.text {
		case "(", "[":
			w.depth = depth
			depth++
		case ")", "]":
			depth--
			w.depth = depth
		default:
			w.depth = depth
		}
		words = append(words, w)
	}
	return words
}

// statement is a statement that is being broken.
type statement struct {
	text  string
	words []word
	found []broken
}

func breakSQL(text string) []broken {
	s := &statement{text: text, words: splitSQL(text)}
	for i, w := range s.words {
		switch {
		case w.text == "WHERE" || w.text == "HAVING" || w.text == "ON" && s.at(i+1) != "CONFLICT":
			s.conditions(i+1, s.end(i, clauseEnds))
		case w.text == "SET" && i > 0:
			s.set(i+1, s.end(i, clauseEnds))
		case w.text == "INSERT" && s.at(i+1) == "INTO":
			s.insert(i + 2)
		}
		s.value(i)
	}
	return s.found
}

var clauseEnds = []string{
	"WHERE", "GROUP", "ORDER", "LIMIT", "OFFSET", "RETURNING", "FOR", "UNION", "HAVING", "FROM", "JOIN", "LEFT", "CROSS", "INNER", "ON", ";", "WINDOW", "EXCEPT",
}

func (s *statement) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i].text
}

// end returns the index of the first word after one that ends its clause: a word at its depth, or the parenthesis around it.
func (s *statement) end(i int, ends []string) int {
	depth := s.words[i].depth
	for j := i + 1; j < len(s.words); j++ {
		w := s.words[j]
		if w.depth < depth {
			return j
		}
		if w.depth == depth && slices.Contains(ends, w.text) {
			if w.text == "FROM" && s.at(j-1) == "DISTINCT" { // IS DISTINCT FROM
				continue
			}
			return j
		}
	}
	return len(s.words)
}

// split returns the parts of a list of words between a separator.
func (s *statement) split(from, to int, separator string) [][2]int {
	if from >= to {
		return nil
	}
	depth := s.words[from].depth
	var parts [][2]int
	begin, between := from, false
	for j := from; j < to; j++ {
		w := s.words[j]
		if w.depth != depth {
			continue
		}
		if w.text == "BETWEEN" {
			between = true
		}
		if w.text == separator {
			if separator == "AND" && between {
				between = false
				continue
			}
			parts = append(parts, [2]int{begin, j})
			begin = j + 1
		}
	}
	return append(parts, [2]int{begin, to})
}

func (s *statement) span(part [2]int) (from, to int) {
	return s.words[part[0]].from, s.words[part[1]-1].to
}

func (s *statement) add(kind string, edits ...edit) { s.found = append(s.found, broken{kind, edits}) }

// conditions makes each condition count for nothing. It stays in the statement, as a parameter's type may follow from it.
func (s *statement) conditions(from, to int) {
	if from >= to {
		return
	}
	alternatives := s.split(from, to, "OR")
	for _, a := range alternatives {
		all := s.split(a[0], a[1], "AND")
		for _, part := range all {
			if len(alternatives) > 1 && len(all) == 1 {
				s.wrap(part, "(", " AND false)")
			} else {
				s.wrap(part, "(", " OR true)")
			}
			// Within parentheses, also after NOT.
			inner := part[0]
			if s.at(inner) == "NOT" {
				inner++
			}
			if s.at(inner) == "(" && s.at(part[1]-1) == ")" && s.words[part[1]-1].depth == s.words[inner].depth && s.at(inner+1) != "SELECT" {
				if len(s.split(inner+1, part[1]-1, "OR")) > 1 || len(s.split(inner+1, part[1]-1, "AND")) > 1 {
					s.conditions(inner+1, part[1]-1)
				}
			}
		}
	}
}

func (s *statement) wrap(part [2]int, before, after string) {
	if part[0] >= part[1] {
		return
	}
	from, to := s.span(part)
	s.add(kindWhere, edit{from: from, to: to, text: before + s.text[from:to] + after})
}

// set leaves out one column of SET.
func (s *statement) set(from, to int) {
	parts := s.split(from, to, ",")
	for i, part := range parts {
		if part[0] >= part[1] || s.at(part[0]+1) != "=" {
			continue
		}
		if len(parts) == 1 {
			if name := s.table(from); name != "" {
				at := s.words[part[0]+2].from
				_, end := s.span(part)
				s.add(kindSet, edit{from: at, to: end, text: name + "." + s.text[s.words[part[0]].from:s.words[part[0]].to]})
			}
			continue
		}
		s.add(kindSet, s.leaveOut(parts, i))
	}
}

// leaveOut removes one part of a list, with a comma.
func (s *statement) leaveOut(parts [][2]int, i int) edit {
	from, to := s.span(parts[i])
	if i+1 < len(parts) {
		to = s.words[parts[i+1][0]].from
	} else {
		_, from = s.span(parts[i-1])
	}
	return edit{from: from, to: to}
}

// table returns the name of the table that the SET before a word belongs to.
func (s *statement) table(set int) string {
	for j := set - 2; j >= 0; j-- {
		if s.words[j].text == "UPDATE" && s.at(j+1) != "SET" {
			return strings.ToLower(s.at(set - 2)) // its alias, or itself
		}
		if s.words[j].text == "INSERT" {
			name := strings.ToLower(s.at(j + 2))
			if s.at(j+3) == "AS" {
				name = strings.ToLower(s.at(j + 4))
			}
			return name
		}
	}
	return ""
}

// insert leaves out one column with its value.
func (s *statement) insert(i int) {
	for s.at(i) != "(" {
		if i++; i >= len(s.words) || s.at(i) == "SELECT" {
			return
		}
	}
	end := s.end(i+1, nil)
	columns := s.split(i+1, end, ",")
	next := end + 1
	var rows [][][2]int
	switch s.at(next) {
	case "VALUES":
		for j := next + 1; s.at(j) == "("; {
			closed := s.end(j+1, nil)
			rows = append(rows, s.split(j+1, closed, ","))
			if j = closed + 1; s.at(j) == "," {
				j++
			}
		}
	case "SELECT":
		rows = append(rows, s.split(next+1, s.end(next, clauseEnds), ","))
	}
	for c := range columns {
		edits := make([]edit, 0, 1+len(rows))
		if len(columns) < 2 {
			return
		}
		edits = append(edits, s.leaveOut(columns, c))
		for _, row := range rows {
			if len(row) != len(columns) {
				return
			}
			edits = append(edits, s.leaveOut(row, c))
		}
		if len(rows) > 0 {
			s.add(kindInsert, edits...)
		}
	}
}

// value puts another constant in a constant's place.
func (s *statement) value(i int) {
	w := s.words[i]
	other := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "TRUE": "false", "FALSE": "true"}[w.text]
	switch {
	case other != "":
	case w.text == "NULL" && s.at(i-1) == "IS":
		other = "NOT NULL"
	case w.text == "NULL" && s.at(i-1) == "NOT" && s.at(i-2) == "IS":
		w.from, other = s.words[i-1].from, "NULL"
	case w.text[0] >= '0' && w.text[0] <= '9' && s.at(i-1) != "[" && s.at(i-1) != "." && s.at(i-1) != "SELECT":
		n, err := strconv.Atoi(w.text)
		if err != nil {
			return
		}
		other = strconv.Itoa(n + 1)
	case w.text[0] == '\'':
		var texts []string
		for _, o := range s.words {
			if o.text[0] == '\'' && !slices.Contains(texts, o.text) {
				texts = append(texts, o.text)
			}
		}
		slices.SortFunc(texts, cmp.Compare[string])
		at := slices.Index(texts, w.text)
		if other = texts[(at+1)%len(texts)]; other == w.text {
			other = fmt.Sprintf("'%s~'", strings.Trim(w.text, "'"))
		}
	default:
		return
	}
	s.add(kindSQLValue, edit{from: w.from, to: w.to, text: other})
}
