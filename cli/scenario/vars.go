package scenario

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// placeholder matches {{name}} and {{env.NAME}} in a text.
var placeholder = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)

// unclosed matches a placeholder without its end.
var unclosed = regexp.MustCompile(`\{\{\s*[\w.]+\s*(?:\}[^}]|\}?$)`)

// name matches the names of vars, axes, captures and people.
var name = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// runtime are the placeholders that are different in each run.
var runtime = []string{"unique", "digits", "run", "code"}

// environment begins the name of a placeholder for an environment variable.
const environment = "env."

// scope holds the vars of a file, or of an included one.
type scope struct {
	vars map[string]bound
}

// bound is a var's value, and the scope of the placeholders inside it.
type bound struct {
	value *node
	in    *scope
}

// names returns the names of the vars, sorted.
func (s *scope) names() []string { return slices.Sorted(maps.Keys(s.vars)) }

// bind adds vars. It replaces existing ones if replace is true.
func (s *scope) bind(vars *node, in *scope, mistakes *found, replace bool) {
	if vars == nil {
		return
	}
	for _, f := range vars.fields {
		if !validName(f.key, f.at, "var", mistakes) {
			continue
		}
		if _, exists := s.vars[f.key]; !exists || replace {
			s.vars[f.key] = bound{f.value, in}
		}
	}
}

// validName records a mistake if the name can't be used for a new value.
func validName(key string, at Position, kind string, mistakes *found) bool {
	if !name.MatchString(key) {
		mistakes.at(at, "%q can't name a %s: use letters, digits and _, and begin with a letter", key, kind)
		return false
	}
	if slices.Contains(runtime, key) {
		mistakes.at(at, "{{%s}} has its own meaning: give this %s another name", key, kind)
		return false
	}
	return true
}

// filler replaces the placeholders that are known before the run.
type filler struct {
	mistakes *found
	captured map[string]Position // names that an earlier step captures
	captures map[string]Position // names that any step captures
	atRun    bool                // placeholders of the run are possible
	noCode   bool                // no earlier step mints {{code}}
	where    string              // where they aren't: the key, for the mistake
}

// fill returns the value with its placeholders replaced. A text that is only a placeholder becomes the var's value, of any type.
func (f *filler) fill(n *node, in *scope) *node { return f.fillWithin(n, in, nil) }

// fillWithin is fill inside of vars: within are their values.
func (f *filler) fillWithin(n *node, in *scope, within []*node) *node {
	if n == nil || f.mistakes.overflows(n, 1) {
		return n
	}
	out := *n
	switch n.kind {
	case mapNode:
		out.fields = make([]field, len(n.fields))
		for i, own := range n.fields {
			out.fields[i] = field{own.key, own.at, f.fillWithin(own.value, in, within)}
		}
	case listNode:
		out.items = make([]*node, len(n.items))
		for i, item := range n.items {
			out.items[i] = f.fillWithin(item, in, within)
		}
	case scalarNode:
		if text, ok := n.scalar.(string); ok {
			return f.fillText(n, text, in, within)
		}
	}
	return &out
}

func (f *filler) fillText(n *node, text string, in *scope, within []*node) *node {
	if at := unclosed.FindString(text); at != "" {
		f.mistakes.at(n.at, "the placeholder %s isn't closed: write }} after its name", strings.TrimSpace(strings.TrimRight(at, "\"' ")))
		return n
	}
	whole := placeholder.FindStringSubmatch(text)
	if whole != nil && whole[0] == text {
		value := f.value(n, whole[1], in, within)
		if value == nil {
			return n
		}
		out := *value
		out.at = n.at // a mistake is shown where the value is used
		return &out
	}
	out := *n
	out.scalar = placeholder.ReplaceAllStringFunc(text, func(match string) string {
		value := f.value(n, placeholder.FindStringSubmatch(match)[1], in, within)
		if value == nil {
			return match
		}
		part, ok := value.text()
		if !ok {
			f.mistakes.at(n.at, "%s is a list or a map: it can only be the whole value, not a part of a text", match)
		}
		return part
	})
	if text, ok := out.scalar.(string); ok && f.mistakes.overflows(n, len(text)/textOfValue) {
		return n
	}
	return &out
}

// value returns a placeholder's value. A placeholder of the run is returned as itself. It returns nil for a mistake.
func (f *filler) value(n *node, key string, in *scope, within []*node) *node {
	if variable, ok := strings.CutPrefix(key, environment); ok {
		value, set := os.LookupEnv(variable)
		if !set {
			f.mistakes.at(n.at, "the environment variable %s isn't set: set it before the run", variable)
			return nil
		}
		return &node{at: n.at, scalar: value, given: true}
	}
	if v, ok := in.vars[key]; ok {
		if slices.Contains(within, v.value) {
			f.mistakes.at(n.at, "the var %s contains itself: write its value out", key)
			return nil
		}
		if v.value.kind == scalarNode && v.value.scalar == nil {
			f.mistakes.at(v.value.at, "the var %s has no value: write one here, or pass --var %s=VALUE", key, key)
			return nil
		}
		return f.fillWithin(v.value, v.in, append(slices.Clone(within), v.value))
	}
	_, isCaptured := f.captured[key]
	switch later, isLater := f.captures[key]; {
	case slices.Contains(runtime, key) || isCaptured:
		if f.atRun && key == "code" && f.noCode {
			f.mistakes.at(n.at, "{{code}} is used before it exists: add a step mintCode before this one")
			return nil
		}
		if f.atRun {
			return &node{at: n.at, scalar: "{{" + key + "}}"}
		}
		f.mistakes.at(n.at, "{{%s}} has its value only during a run, and %s is read before it: use a var", key, f.where)
	case isLater:
		f.mistakes.at(n.at, "{{%s}} is used before it exists: the step in line %d captures it", key, later.Line)
	default:
		known := slices.Concat(runtime, in.names(), slices.Sorted(maps.Keys(f.captures)))
		cure := "the placeholders are " + braced(known) + ", and {{env.NAME}}"
		if near := nearest(key, known); near != "" {
			cure = fmt.Sprintf("did you mean {{%s}}?", near)
		}
		f.mistakes.at(n.at, "unknown placeholder {{%s}}: %s", key, cure)
	}
	return nil
}

func braced(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "{{" + n + "}}"
	}
	return strings.Join(out, ", ")
}
