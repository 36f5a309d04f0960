package layout

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// inner returns a value without its anchor and tag.
func inner(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return inner(n.Value)
	case *ast.TagNode:
		return inner(n.Value)
	}
	return n
}

// prefix returns the anchor and the tag of a value, with a space behind each.
func prefix(n ast.Node) string {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return "&" + n.Name.GetToken().Value + " " + prefix(n.Value)
	case *ast.TagNode:
		return n.Start.Value + " " + prefix(n.Value)
	}
	return ""
}

func isList(n ast.Node) bool {
	_, ok := inner(n).(*ast.SequenceNode)
	return ok
}

// isCollection reports whether a value is a map or a list.
func isCollection(n ast.Node) bool {
	switch inner(n).(type) {
	case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode:
		return true
	}
	return false
}

func isEmpty(n ast.Node) bool { return len(children(n)) == 0 }

// isFlow reports whether a map or a list is written in brackets.
func isFlow(n ast.Node) bool {
	switch n := inner(n).(type) {
	case *ast.MappingNode:
		return n.IsFlowStyle
	case *ast.SequenceNode:
		return n.IsFlowStyle
	}
	return false
}

// children returns the entries of a map, or the items of a list.
func children(n ast.Node) []ast.Node {
	var list []ast.Node
	switch n := inner(n).(type) {
	case *ast.MappingNode:
		for _, pair := range n.Values {
			list = append(list, pair)
		}
	case *ast.MappingValueNode:
		list = append(list, n)
	case *ast.SequenceNode:
		list = n.Values
	}
	return list
}

// first returns the position of a value's first character.
func first(n ast.Node) token.Position {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return first(n.Values[0])
		}
	case *ast.MappingValueNode:
		return first(n.Key)
	}
	return *n.GetToken().Position
}

// last returns the line of a value's last character.
func last(n ast.Node) int {
	switch n := inner(n).(type) {
	case *ast.MappingNode:
		if n.IsFlowStyle && n.End != nil {
			return n.End.Position.Line
		}
	case *ast.SequenceNode:
		if n.IsFlowStyle && n.End != nil {
			return n.End.Position.Line
		}
	}
	if list := children(n); len(list) > 0 {
		return last(list[len(list)-1])
	}
	if pair, ok := n.(*ast.MappingValueNode); ok {
		return last(pair.Value)
	}
	return inner(n).GetToken().Position.Line
}
