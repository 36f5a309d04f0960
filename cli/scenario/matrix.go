package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// mostRuns is the maximum number of runs of a matrix.
const mostRuns = 1000

// axis is a dimension of a matrix.
type axis struct {
	name   string
	values []axisValue
}

// axisValue is a value of an axis, and the vars that it sets.
type axisValue struct {
	id   string
	vars *node
}

func (a axis) ids() []string {
	ids := make([]string, len(a.values))
	for i, v := range a.values {
		ids[i] = v.id
	}
	return ids
}

// combination is one run of a matrix.
type combination struct {
	ids     map[string]string // by axis
	name    string            // [US, card]
	vars    []*node
	refusal *node // the entry of refused
}

// combinations returns the runs of a file: one without a matrix.
func combinations(file *node, mistakes *found) []combination {
	axes := axesOf(file.get("matrix"), mistakes)
	if len(axes) == 0 {
		for _, key := range []string{"exclude", "refused"} {
			if file.get(key) != nil {
				mistakes.at(file.keyAt(key), "%s needs a matrix", key)
			}
		}
		return []combination{{}}
	}
	runs := 1
	for _, a := range axes {
		if runs *= len(a.values); runs > mostRuns {
			mistakes.at(file.keyAt("matrix"), "the matrix has more than %d runs: split it", mostRuns)
			return nil
		}
	}
	all := []combination{{ids: map[string]string{}}}
	for _, a := range axes {
		var next []combination
		for _, c := range all {
			for _, v := range a.values {
				ids := map[string]string{a.name: v.id}
				for k, id := range c.ids {
					ids[k] = id
				}
				next = append(next, combination{ids: ids, vars: append(slices.Clone(c.vars), v.vars)})
			}
		}
		all = next
	}
	for i := range all {
		parts := make([]string, len(axes))
		for k, a := range axes {
			parts[k] = all[i].ids[a.name]
		}
		all[i].name = "[" + strings.Join(parts, ", ") + "]"
	}
	all = excluded(all, axes, file.get("exclude"), mistakes)
	refuse(all, axes, file.get("refused"), mistakes)
	if len(all) == 0 {
		mistakes.at(file.keyAt("matrix"), "exclude leaves no run of the matrix")
	}
	return all
}

// axesOf reads the axes of a matrix.
func axesOf(matrix *node, mistakes *found) []axis {
	if matrix == nil || matrix.kind != mapNode { // the schema reports another type
		return nil
	}
	var axes []axis
	for _, f := range matrix.fields {
		if !validName(f.key, f.at, "axis", mistakes) {
			continue
		}
		if f.value.kind == listNode && len(f.value.items) == 0 {
			mistakes.at(f.at, "the axis %s has no values: write a list, e.g. [US, GB]", f.key)
			continue
		}
		a := axis{name: f.key}
		for _, item := range f.value.items {
			value, ok := axisValueOf(f.key, item, mistakes)
			if ok && slices.Contains(a.ids(), value.id) {
				mistakes.at(item.at, "the axis %s has the value %s twice: keep one", f.key, value.id)
				continue
			}
			if ok {
				a.values = append(a.values, value)
			}
		}
		if len(a.values) > 0 {
			axes = append(axes, a)
		}
	}
	return axes
}

func axisValueOf(axis string, item *node, mistakes *found) (axisValue, bool) {
	if id, ok := item.text(); ok {
		return axisValue{id, &node{at: item.at, kind: mapNode, fields: []field{{axis, item.at, item}}}}, true
	}
	id, ok := item.get("id").text()
	if !ok {
		mistakes.at(item.at, "a value of the axis %s is a text, or a map of vars with an id that names it", axis)
		return axisValue{}, false
	}
	vars := item.without("id")
	vars.fields = append(vars.fields, field{axis, item.at, item.get("id")})
	return axisValue{id, vars}, true
}

// excluded returns the combinations without the excluded ones.
func excluded(all []combination, axes []axis, list *node, mistakes *found) []combination {
	if list == nil {
		return all
	}
	out := all
	for _, pattern := range list.items {
		if !validPattern(pattern, axes, "exclude", mistakes) {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(out), func(c combination) bool { return c.matches(pattern) })
		if len(left) == len(out) {
			mistakes.at(pattern.at, "this excludes no run that is left: remove it")
		}
		out = left
	}
	return out
}

// refuse sets the expected refusals of combinations.
func refuse(all []combination, axes []axis, list *node, mistakes *found) {
	if list == nil {
		return
	}
	for _, entry := range list.items {
		pattern := entry.get("match")
		if pattern == nil || !validPattern(pattern, axes, "refused", mistakes) { // the schema reports a missing match
			continue
		}
		matched := false
		for i := range all {
			if !all[i].matches(pattern) {
				continue
			}
			matched = true
			if all[i].refusal != nil {
				mistakes.at(pattern.at, "the run %s is refused twice: an earlier entry matches it, too", all[i].name)
				break
			}
			all[i].refusal = entry
		}
		if !matched {
			mistakes.at(pattern.at, "this matches no run of the matrix: remove it")
		}
	}
}

// validPattern reports whether a pattern names axes and their values only.
func validPattern(pattern *node, axes []axis, key string, mistakes *found) bool {
	if pattern.kind != mapNode || len(pattern.fields) == 0 {
		mistakes.at(pattern.at, "%s takes axes with their values, e.g. { %s: %s }", key, axes[0].name, axes[0].values[0].id)
		return false
	}
	ok := true
	for _, f := range pattern.fields {
		at := slices.IndexFunc(axes, func(a axis) bool { return a.name == f.key })
		if at < 0 {
			names := make([]string, len(axes))
			for i, a := range axes {
				names[i] = a.name
			}
			mistakes.at(f.at, "the matrix has no axis %s: %s", f.key, suggest(f.key, names))
			ok = false
			continue
		}
		for _, id := range idsOf(f.value) {
			if !slices.Contains(axes[at].ids(), id) {
				mistakes.at(f.value.at, "the axis %s has no value %s: %s", f.key, id, suggest(id, axes[at].ids()))
				ok = false
			}
		}
	}
	return ok
}

// idsOf returns the ids of a pattern's value: one, or a list.
func idsOf(n *node) []string {
	if n.kind != listNode {
		return []string{fmt.Sprint(n.scalar)}
	}
	ids := make([]string, len(n.items))
	for i, item := range n.items {
		ids[i] = fmt.Sprint(item.scalar)
	}
	return ids
}

func (c combination) matches(pattern *node) bool {
	for _, f := range pattern.fields {
		if !slices.Contains(idsOf(f.value), c.ids[f.key]) {
			return false
		}
	}
	return true
}

// refusedSteps returns the steps up to the refused one, which expects the refusal instead of an answer.
func refusedSteps(steps []placed, refusal *node, in *scope, mistakes *found) []placed {
	action, _ := refusal.get("step").text()
	if refusal.get("expect") == nil {
		return steps // the schema reports it
	}
	for i, s := range steps {
		if s.step.get(action) == nil {
			continue
		}
		step := s.step.without("expect", "capture", "assert", "wait")
		// The refusal's placeholders have the scope of the file, and the step's own those of its part.
		expected := (&filler{mistakes: mistakes, atRun: true}).fill(refusal.get("expect"), in)
		return append(slices.Clone(steps[:i]), placed{step.with("expect", expected), s.in})
	}
	if action != "" {
		var actions []string
		for _, s := range steps {
			actions = append(actions, actionsOf(s.step)...)
		}
		slices.Sort(actions)
		mistakes.at(refusal.keyAt("step"), "no step is %s: %s", action, suggest(action, slices.Compact(actions)))
	}
	return steps
}
