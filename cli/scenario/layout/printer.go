package layout

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// printer writes the values of a document with their comments.
type printer struct {
	source  []string
	own     []comment      // on lines of their own, not written yet
	beside  map[int]string // beside a value, by line
	printed int            // comments written
	out     bytes.Buffer
}

// root writes the document's value.
func (p *printer) root(n ast.Node) {
	if isCollection(n) && !isEmpty(n) {
		p.block(n, 0, math.MaxInt)
		return
	}
	p.comments(first(n).Line, 0, 0)
	p.line(p.text(n), last(n))
}

// line writes a line, with the comment beside its last source line.
func (p *printer) line(text string, source int) {
	p.out.WriteString(text)
	if beside, ok := p.beside[source]; ok {
		p.out.WriteString(" " + beside)
		delete(p.beside, source)
		p.printed++
	}
	p.out.WriteByte('\n')
}

// comments writes the comments on lines before a line that are indented at least to a column.
func (p *printer) comments(before, column, indent int) {
	for len(p.own) > 0 && p.own[0].line < before && p.own[0].column >= column {
		p.gap(p.own[0].line)
		p.out.WriteString(strings.Repeat(" ", indent) + p.own[0].text + "\n")
		p.own = p.own[1:]
		p.printed++
	}
}

// gap keeps an empty line before a source line.
func (p *printer) gap(line int) {
	if line >= 2 && strings.TrimSpace(p.source[line-2]) == "" && p.out.Len() > 0 && !bytes.HasSuffix(p.out.Bytes(), []byte("\n\n")) && !p.opens() {
		p.out.WriteByte('\n')
	}
}

// opens reports whether the last line begins a block.
func (p *printer) opens() bool { return bytes.HasSuffix(p.out.Bytes(), []byte(":\n")) }

// block writes a map or a list over several lines. until is the line of the next value outside of it.
func (p *printer) block(n ast.Node, indent, until int) {
	p.items(n, indent, until, "")
	if column := first(n).Column; !isFlow(n) {
		p.comments(until, column, indent)
	}
}

// items writes the entries of a map or a list. lead replaces the indentation of the first line.
func (p *printer) items(n ast.Node, indent, until int, lead string) {
	parts := children(n)
	for i, part := range parts {
		next := until
		if i+1 < len(parts) {
			next = first(parts[i+1]).Line
		}
		start := strings.Repeat(" ", indent)
		if lead != "" && i == 0 {
			start = lead
		} else {
			p.comments(first(part).Line, 0, indent)
			p.gap(first(part).Line)
		}
		if pair, ok := part.(*ast.MappingValueNode); ok {
			p.value(start+p.key(pair)+":", " ", pair.Value, indent, next, first(pair).Line)
			continue
		}
		p.item(start, part, indent, next)
	}
}

// item writes an entry of a list.
func (p *printer) item(start string, n ast.Node, indent, until int) {
	line := start + "- " + p.text(n)
	if isCollection(n) && !isEmpty(n) && (!isFlow(n) || !p.fits(line, n)) && !isList(n) && inner(n) == n {
		p.items(n, indent+2, until, start+"- ")
		if !isFlow(n) {
			p.comments(until, first(n).Column, indent+2)
		}
		return
	}
	p.value(start+"-", " ", n, indent, until, first(n).Line)
}

// value writes a value after a key or a dash, on the same line if it is possible.
func (p *printer) value(before, space string, n ast.Node, indent, until, line int) {
	if literal, ok := inner(n).(*ast.LiteralNode); ok {
		p.literal(before+space+prefix(n), literal, indent+2)
		return
	}
	text := p.text(n)
	if text == "" {
		p.line(before, line)
		return
	}
	if !isCollection(n) || isEmpty(n) || isFlow(n) && p.fits(before+space+text, n) {
		p.line(before+space+text, last(n))
		return
	}
	if isFlow(n) && first(children(n)[0]).Line == line {
		line = 0 // the comment beside belongs to an entry
	}
	p.line(strings.TrimRight(before+space+prefix(n), " "), line)
	p.block(inner(n), indent+2, until)
}

// fits reports whether a map or a list can be on one line: it isn't too long, and has no comment inside.
func (p *printer) fits(line string, n ast.Node) bool {
	from, to := first(n).Line, last(n)
	for source := range p.beside {
		if source >= from && source < to {
			return false
		}
	}
	for _, c := range p.own {
		if c.line > from && c.line < to {
			return false
		}
	}
	return utf8.RuneCountInString(line) <= width
}

// literal writes a text of several lines, as the source has it.
func (p *printer) literal(before string, n *ast.LiteralNode, indent int) {
	header := n.Start.Position.Line
	p.line(before+strings.TrimSpace(n.Start.Value), header)
	lines := p.source[header:]
	depth := -1
	var body []string
	for _, line := range lines {
		own := len(line) - len(strings.TrimLeft(line, " "))
		if strings.TrimSpace(line) == "" {
			body = append(body, "")
			continue
		}
		if depth < 0 {
			depth = own
		}
		if own < depth {
			break
		}
		body = append(body, strings.Repeat(" ", indent)+line[depth:])
	}
	if !strings.Contains(n.Start.Value, "+") {
		for len(body) > 0 && body[len(body)-1] == "" {
			body = body[:len(body)-1]
		}
	}
	for _, line := range body {
		p.out.WriteString(line + "\n")
	}
}

// key returns a key as text.
func (p *printer) key(pair *ast.MappingValueNode) string {
	if _, merges := pair.Key.(*ast.MergeKeyNode); merges {
		return "<<"
	}
	return p.text(pair.Key)
}

// text returns a value on one line.
func (p *printer) text(n ast.Node) string {
	switch value := inner(n).(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		var parts []string
		for _, part := range children(value) {
			if pair, ok := part.(*ast.MappingValueNode); ok {
				parts = append(parts, strings.TrimRight(p.key(pair)+": "+p.text(pair.Value), " "))
			}
		}
		if len(parts) == 0 {
			return prefix(n) + "{}"
		}
		return prefix(n) + "{ " + strings.Join(parts, ", ") + " }"
	case *ast.SequenceNode:
		parts := make([]string, len(value.Values))
		for i, item := range value.Values {
			parts[i] = p.text(item)
		}
		return prefix(n) + "[" + strings.Join(parts, ", ") + "]"
	case *ast.AliasNode:
		return prefix(n) + "*" + value.Value.GetToken().Value
	case *ast.NullNode:
		if value.Token.Type == token.ImplicitNullType {
			return strings.TrimRight(prefix(n), " ")
		}
		return prefix(n) + value.Token.Value
	case *ast.StringNode:
		return prefix(n) + stringText(value)
	default:
		return prefix(n) + value.GetToken().Value
	}
}

// stringText returns a text with the quotes that it has. Single quotes become double ones, unless that adds escapes.
func stringText(n *ast.StringNode) string {
	switch n.Token.Type {
	case token.DoubleQuoteType:
		return quoted(n.Value)
	case token.SingleQuoteType:
		if strings.ContainsAny(n.Value, `\"`) {
			return "'" + strings.ReplaceAll(n.Value, "'", "''") + "'"
		}
		return quoted(n.Value)
	}
	return n.Value
}
