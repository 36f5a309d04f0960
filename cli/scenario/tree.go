package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// node is a value of a file with its position: a map, a list or a scalar. It is never changed, because an alias shares it.
type node struct {
	at     Position
	kind   nodeKind
	scalar any // nil, bool, int64, uint64, float64 or string
	items  []*node
	fields []field
	given  bool // a text of the command line or the environment, which has no types: it may stand for a number
}

type nodeKind int

const (
	scalarNode nodeKind = iota
	listNode
	mapNode
)

// field is a key of a map with its value.
type field struct {
	key   string
	at    Position // of the key
	value *node
}

// get returns a key's value, or nil.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for _, f := range n.fields {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// keyAt returns a key's position, or the map's if it has no such key.
func (n *node) keyAt(key string) Position {
	for _, f := range n.fields {
		if f.key == key {
			return f.at
		}
	}
	return n.at
}

// entries returns the keys and values of a map; nil has none.
func (n *node) entries() []field {
	if n == nil {
		return nil
	}
	return n.fields
}

// placeholders adds the names of all placeholders inside of a value.
func (n *node) placeholders(names map[string]bool) {
	if text, ok := n.scalar.(string); ok {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
	}
	for _, item := range n.items {
		item.placeholders(names)
	}
	for _, f := range n.fields {
		f.value.placeholders(names)
	}
}

// keys returns the keys in the file's order.
func (n *node) keys() []string {
	keys := make([]string, len(n.fields))
	for i, f := range n.fields {
		keys[i] = f.key
	}
	return keys
}

// with returns the map with a key's value replaced. A missing key is added.
func (n *node) with(key string, value *node) *node {
	out := *n
	out.fields = slices.Clone(n.fields)
	for i := range out.fields {
		if out.fields[i].key == key {
			out.fields[i].value = value
			return &out
		}
	}
	out.fields = append(out.fields, field{key, value.at, value})
	return &out
}

// without returns the map without some keys.
func (n *node) without(keys ...string) *node {
	out := *n
	out.fields = slices.DeleteFunc(slices.Clone(n.fields), func(f field) bool { return slices.Contains(keys, f.key) })
	return &out
}

// text returns a scalar's text; false for a list, a map and an empty value.
func (n *node) text() (string, bool) {
	if n == nil || n.kind != scalarNode || n.scalar == nil {
		return "", false
	}
	return fmt.Sprint(n.scalar), true
}

// MarshalJSON returns the value without positions, with the keys in the file's order.
func (n *node) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	switch n.kind {
	case listNode:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			raw, err := item.MarshalJSON()
			if err != nil {
				return nil, err
			}
			b.Write(raw)
		}
		b.WriteByte(']')
		return b.Bytes(), nil
	case mapNode:
		b.WriteByte('{')
		for i, f := range n.fields {
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(f.key)
			if err != nil {
				return nil, err
			}
			raw, err := f.value.MarshalJSON()
			if err != nil {
				return nil, err
			}
			b.Write(append(append(key, ':'), raw...))
		}
		b.WriteByte('}')
		return b.Bytes(), nil
	}
	return json.Marshal(n.scalar)
}

// at returns the deepest existing value on a path, and the position of its key or, in a list, of the value itself.
func (n *node) find(path []string) (*node, Position) {
	at := n.at
	for _, part := range path {
		next := n.get(part)
		if next != nil {
			at = n.keyAt(part)
		}
		var index int
		if _, err := fmt.Sscanf(part, "%d", &index); next == nil && err == nil && n.kind == listNode && index < len(n.items) {
			next = n.items[index]
			at = next.at
		}
		if next == nil {
			break
		}
		n = next
	}
	return n, at
}

// reader turns a document of YAML or JSON into nodes.
type reader struct {
	file     string
	anchors  map[string]*node
	mistakes *found
}

// readTree parses one document. It returns nil for an empty or unreadable one, and records the reason.
func readTree(file string, raw []byte, mistakes *found) *node {
	parsed, err := parser.ParseBytes(raw, 0)
	if err != nil {
		mistakes.add(syntaxMistake(file, raw, err))
		return nil
	}
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.CommentType && doc.Body.Type() != ast.CommentGroupType {
			r := &reader{file: file, anchors: map[string]*node{}, mistakes: mistakes}
			return r.node(doc.Body)
		}
	}
	return nil
}

// bare matches a value that begins with a placeholder without quotes: YAML reads its first { as a map.
var bare = regexp.MustCompile(`(?:[:,\[{]|^\s*-)\s*(\{\{[^{}]*}})`)

// syntaxMistake returns the mistake in a text that isn't YAML.
func syntaxMistake(file string, raw []byte, err error) Mistake {
	var broken *yaml.SyntaxError
	if !errors.As(err, &broken) || broken.Token == nil {
		return Mistake{Position{File: file}, "not readable as YAML: " + err.Error()}
	}
	text, at := broken.Message, broken.Token.Position
	line := lineOf(raw, at.Line)
	switch {
	case bare.MatchString(line):
		text = fmt.Sprintf("the value begins with %s, and YAML reads { as a map: write the value in quotes", bare.FindStringSubmatch(line)[1])
	case strings.Contains(text, "'\t'"):
		text = "the line is indented with a tab: YAML takes spaces only"
	case strings.HasPrefix(text, "mapping key"):
		text = fmt.Sprintf("the key %s is written twice: keep one", broken.Token.Value)
	case strings.HasPrefix(text, "mapping value is not allowed"):
		text = "a second colon in the line: write the value in quotes, or the inner key on a line of its own"
	case strings.HasPrefix(text, "value is not allowed"):
		text = "the line is indented differently from the lines of its list or map: indent it like them"
	case strings.Contains(text, "reserved character"):
		text += ": write the value in quotes"
	}
	return Mistake{Position{file, at.Line, at.Column}, text}
}

// lineOf returns a line of a text, from 1, or "".
func lineOf(raw []byte, number int) string {
	lines := strings.Split(string(raw), "\n")
	if number < 1 || number > len(lines) {
		return ""
	}
	return lines[number-1]
}

func (r *reader) position(n ast.Node) Position {
	if mapping, ok := n.(*ast.MappingNode); ok && !mapping.IsFlowStyle && len(mapping.Values) > 0 {
		n = mapping.Values[0].Key // its own token is the first colon
	}
	if pair, ok := n.(*ast.MappingValueNode); ok {
		n = pair.Key
	}
	token := n.GetToken()
	if token == nil || token.Position == nil {
		return Position{File: r.file}
	}
	return Position{r.file, token.Position.Line, token.Position.Column}
}

func (r *reader) node(n ast.Node) *node {
	out := &node{at: r.position(n)}
	switch n := n.(type) {
	case *ast.AnchorNode:
		value := r.node(n.Value)
		r.anchors[n.Name.GetToken().Value] = value
		return value
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		if value, ok := r.anchors[name]; ok {
			return value
		}
		r.mistakes.at(out.at, "there is no anchor &%s before this alias", name)
	case *ast.TagNode:
		value := r.node(n.Value)
		if value.kind != scalarNode {
			return value
		}
		if err := yaml.NodeToValue(n, &out.scalar); err != nil {
			r.mistakes.at(out.at, "the value isn't %s", n.Start.Value)
		}
	case *ast.MappingNode:
		out.kind = mapNode
		for _, pair := range n.Values {
			r.field(out, pair)
		}
	case *ast.MappingValueNode:
		out.kind = mapNode
		r.field(out, n)
	case *ast.SequenceNode:
		out.kind = listNode
		for _, item := range n.Values {
			out.items = append(out.items, r.node(item))
		}
	case *ast.LiteralNode:
		out.scalar = n.Value.GetValue()
	case ast.ScalarNode:
		out.scalar = n.GetValue()
		if number, ok := out.scalar.(float64); ok && (math.IsInf(number, 0) || math.IsNaN(number)) {
			r.mistakes.at(out.at, "%s isn't a number of JSON", n.GetToken().Value)
			out.scalar = nil
		}
	}
	return out
}

// field adds a key to a map. A merge key adds the keys that the map doesn't have itself.
func (r *reader) field(to *node, pair *ast.MappingValueNode) {
	if _, merges := pair.Key.(*ast.MergeKeyNode); merges {
		merged := r.node(pair.Value)
		for _, from := range append([]*node{merged}, merged.items...) {
			for _, f := range from.fields {
				if to.get(f.key) == nil {
					to.fields = append(to.fields, f)
				}
			}
		}
		return
	}
	key := fmt.Sprint(r.node(pair.Key).scalar)
	value := field{key, r.position(pair.Key), r.node(pair.Value)}
	for i := range to.fields {
		if to.fields[i].key == key { // merged before
			to.fields[i] = value
			return
		}
	}
	to.fields = append(to.fields, value)
}
