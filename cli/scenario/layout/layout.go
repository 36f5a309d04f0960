// Package layout formats scenario files: two spaces for each level, maps of one line in { key: value }, double quotes, no trailing spaces. Comments,
// the order of the keys and single empty lines stay. A formatted file is unchanged by another formatting.
package layout

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// width is the longest line with a map or a list in one line.
const width = 150

// separator is a line between two documents.
var separator = regexp.MustCompile(`(?m)^---[ \t]*(?:#.*)?$`)

// ErrUnsure is the error of a file that can't be formatted without a change of its meaning. The file stays as it is.
var ErrUnsure = errors.New("the file can't be formatted safely: simplify its comments and line breaks")

// Format returns the formatted text of a file. The error of a text that isn't YAML is a [*yaml.SyntaxError] or wraps one.
func Format(raw []byte) (formatted []byte, err error) {
	// The YAML library is well fuzzed but not proven; a file that makes it panic stays as it is.
	defer func() {
		if p := recover(); p != nil {
			formatted, err = nil, ErrUnsure
		}
	}()
	formatted, err = once(raw)
	if err != nil {
		return nil, err
	}
	if again, err := once(formatted); err != nil || !bytes.Equal(again, formatted) {
		return nil, ErrUnsure
	}
	return formatted, nil
}

// once formats a text a single time.
func once(raw []byte) ([]byte, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	if bytes.ContainsRune(raw, '\r') {
		return nil, ErrUnsure
	}
	var out bytes.Buffer
	from := 0
	for _, at := range append(separator.FindAllIndex(raw, -1), []int{len(raw), len(raw)}) {
		formatted, err := document(raw[from:at[0]], bytes.Count(raw[:from], []byte("\n")))
		if err != nil {
			return nil, err
		}
		out.Write(formatted)
		if at[0] < len(raw) {
			out.WriteString(strings.TrimRight(string(raw[at[0]:at[1]]), " \t") + "\n")
		}
		from = min(at[1]+1, len(raw))
	}
	return out.Bytes(), nil
}

// document formats one document. Its errors count the lines of the file, which has others before it.
func document(raw []byte, before int) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	if _, err := parser.ParseBytes(append(bytes.Repeat([]byte("\n"), before), raw...), 0); err != nil {
		return nil, err
	}
	parsed, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return nil, err
	}
	p := &printer{source: strings.Split(string(raw), "\n"), beside: map[int]string{}}
	comments := p.collect(lexer.Tokenize(string(raw)))
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			p.root(doc.Body)
		}
	}
	p.comments(len(p.source)+1, 0, 0)
	out := p.out.Bytes()
	if p.printed != comments || !sameValues(raw, out) {
		return nil, ErrUnsure
	}
	return out, nil
}

// sameValues reports whether two texts have the same values.
func sameValues(a, b []byte) bool {
	one, err := yaml.YAMLToJSON(a)
	if err != nil {
		return false
	}
	other, err := yaml.YAMLToJSON(b)
	return err == nil && bytes.Equal(one, other)
}

// comment is a comment on a line of its own.
type comment struct {
	line, column int
	text         string
}

// collect sorts the comments into those on lines of their own and those beside a value, and returns their number.
func (p *printer) collect(tokens token.Tokens) (count int) {
	for _, t := range tokens {
		if t.Type != token.CommentType {
			continue
		}
		count++
		text := "#" + strings.TrimRight(t.Value, " \t\r\n")
		line := p.source[t.Position.Line-1]
		if before, _, _ := strings.Cut(line, "#"); strings.TrimSpace(before) == "" {
			p.own = append(p.own, comment{t.Position.Line, len(before) + 1, text})
		} else {
			p.beside[t.Position.Line] = text
		}
	}
	return count
}

// quoted returns a text in double quotes, as YAML and JSON read it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		default:
			if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff {
				fmt.Fprintf(&b, `\u%04x`, r)
				continue
			}
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
