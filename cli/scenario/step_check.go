package scenario

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/theory/jsonpath"
)

// modifiers are the keys of a step beside its action.
var modifiers = []string{"as", "expect", "capture", "assert", "wait", "with"}

// subjects and predicates are the keys of an assertion.
var (
	subjects   = []string{"path", "header", "status"}
	predicates = []string{"equals", "contains", "matches", "absent", "count", "exists"}
)

// actionsOf returns the known actions of a step in the file's order. A wait without another action is one.
func actionsOf(step *node) []string {
	known := readSchema().keys("#/$defs/step")
	actions := slices.DeleteFunc(step.keys(), func(key string) bool { return slices.Contains(modifiers, key) || !slices.Contains(known, key) })
	if len(actions) == 0 && step.get("wait") != nil {
		return []string{"wait"}
	}
	return actions
}

// capturesOf returns the names that a step captures.
func capturesOf(step *node) map[string]Position {
	names := map[string]Position{}
	if capture := step.get("capture"); capture != nil {
		for _, f := range capture.fields {
			names[f.key] = f.at
		}
	}
	return names
}

// checkSteps records the mistakes that the schema can't find.
func checkSteps(steps *node, in *scope, mistakes *found) {
	for i, step := range steps.items {
		if step.kind == mapNode {
			checkAction(i, step, mistakes)
			if step.get("with") != nil {
				mistakes.at(step.keyAt("with"), "with gives values to an included file: write it beside include")
			}
			checkCapture(step.get("capture"), in, mistakes)
			checkAssert(step.get("assert"), mistakes)
			checkWait(step, mistakes)
			checkClock(step, mistakes)
			checkChoices(step, mistakes)
		}
	}
}

// checkAction records a step without an action, or with several.
func checkAction(index int, step *node, mistakes *found) {
	actions := actionsOf(step)
	switch {
	case len(actions) > 1:
		mistakes.at(step.at, "the step has %d actions, %s: write each as a step of its own", len(actions), strings.Join(actions, " and "))
	case len(actions) == 0 && !slices.ContainsFunc(step.keys(), unknownKey):
		mistakes.at(step.at, "step %d has no action: add one, e.g. read: {}", index+1)
	}
}

// unknownKey reports whether a step's key is unknown, which is a mistake of its own.
func unknownKey(key string) bool { return !slices.Contains(readSchema().keys("#/$defs/step"), key) }

func checkCapture(capture *node, in *scope, mistakes *found) {
	if capture == nil || capture.kind != mapNode {
		return
	}
	for _, f := range capture.fields {
		if !validName(f.key, f.at, "capture", mistakes) {
			continue
		}
		if _, taken := in.vars[f.key]; taken {
			mistakes.at(f.at, "%s is a var already: give the capture another name", f.key)
		}
		source, ok := f.value.text()
		if !ok {
			continue // the schema reports its type
		}
		header, isHeader := strings.CutPrefix(source, "header ")
		switch {
		case strings.HasPrefix(source, "$"):
			checkPath(f.value, source, mistakes)
		case isHeader && strings.TrimSpace(header) != "", source == "status":
		default:
			mistakes.at(f.value.at, "%s captures %q, which is no source: write a JSON path like $.receipt.receiptId, header NAME, or status", f.key, source)
		}
	}
}

// checkPath records a JSON path that can't be read.
func checkPath(n *node, path string, mistakes *found) {
	if _, err := jsonpath.Parse(placeholder.ReplaceAllString(path, "x")); err != nil {
		reason := strings.TrimPrefix(err.Error(), "jsonpath: ")
		if !strings.HasPrefix(path, "$") {
			reason = "a path begins with $, e.g. $." + strings.TrimPrefix(path, ".")
		}
		mistakes.at(n.at, "%s isn't a JSON path: %s", path, reason)
	}
}

func checkAssert(assert *node, mistakes *found) {
	if assert == nil || assert.kind != listNode {
		return
	}
	for _, one := range assert.items {
		if one.kind != mapNode {
			continue
		}
		chosen := func(keys []string) []string {
			return slices.DeleteFunc(one.keys(), func(key string) bool { return !slices.Contains(keys, key) })
		}
		checkOne(one, "subject", chosen(subjects), subjects, mistakes)
		checkOne(one, "comparison", chosen(predicates), predicates, mistakes)
		if path, ok := one.get("path").text(); ok {
			checkPath(one.get("path"), path, mistakes)
		}
		if pattern, ok := one.get("matches").text(); ok {
			if _, err := regexp.Compile(placeholder.ReplaceAllString(pattern, "x")); err != nil {
				mistakes.at(one.get("matches").at, "%s isn't a regular expression: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			}
		}
	}
}

// checkOne records an assertion without a key of a kind, or with several.
func checkOne(one *node, kind string, chosen, possible []string, mistakes *found) {
	switch {
	case len(chosen) == 0:
		mistakes.at(one.at, "the assertion has no %s: add one of %s", kind, strings.Join(possible, ", "))
	case len(chosen) > 1:
		mistakes.at(one.keyAt(chosen[1]), "the assertion has %d %ss, %s: write each as an assertion of its own", len(chosen), kind, strings.Join(chosen, " and "))
	}
}

// checkWait records a limit that isn't a duration, and a wait without a condition.
func checkWait(step *node, mistakes *found) {
	wait := step.get("wait")
	if wait == nil {
		return
	}
	limit := wait
	if wait.kind == mapNode {
		limit = wait.get("limit")
	}
	if text, ok := limit.text(); ok && limit.scalar == text {
		if d, err := time.ParseDuration(text); err != nil || d <= 0 {
			mistakes.at(limit.at, "limit %s isn't a duration: write a number with a unit, e.g. 20s", text)
		}
	}
	if actions := actionsOf(step); wait.get("for") == nil && step.get("assert") == nil && !slices.ContainsFunc(actions, waits) {
		mistakes.at(step.keyAt("wait"), "wait repeats the step until its assertions hold, and there are none: add assert")
	}
}

// waits reports whether an action waits by itself, so that wait beside it is only its limit.
func waits(action string) bool { return action == "mail" || action == "events" }

// checkClock records a day that isn't one.
func checkClock(step *node, mistakes *found) {
	to := step.get("clock").get("to")
	text, ok := to.text()
	if !ok || strings.Contains(text, "{{") {
		return
	}
	if slices.Contains(clockEvents, text) {
		mistakes.at(to.at, "clock.to is a day or a time, and %s is an event: write event: %s", text, text)
		return
	}
	if _, err := parseTime(text); err != nil {
		mistakes.at(to.at, "clock.to %s isn't a day or a time: write e.g. 2027-05-01 or 2027-05-01T10:00:00Z", text)
	}
}

// checkRepeats records a wait beside a step that changes something.
func checkRepeats(tree *node, steps []Step, mistakes *found) {
	for i, step := range steps {
		if step.Wait != nil && !step.reads() {
			at := tree.items[i].keyAt("wait")
			mistakes.at(at, "%s changes something, and wait repeats only steps that read: put the wait on a step of its own", step.action())
		}
	}
}

// refusedEnding returns the scenario with the ending of a refused run: the outcome that the matrix names, and no totals.
func refusedEnding(tree, refusal *node) *node {
	outcome := refusal.get("outcome")
	if outcome == nil {
		return tree.without("expect")
	}
	return tree.with("expect", &node{at: outcome.at, kind: mapNode, fields: []field{{"outcome", outcome.at, outcome}}})
}

// choices are the lists that the schema doesn't hold, because a server may have others of its own. A near miss is a mistake.
var choices = map[string]func() []string{
	"package.name":     packageNames,
	"billing.timeZone": timeZones,
}

// checkChoices records misspelled names of lists.
func checkChoices(step *node, mistakes *found) {
	if isRefusal(step.get("expect")) {
		return // the wrong value is the purpose of the step
	}
	for _, path := range slices.Sorted(maps.Keys(choices)) {
		action, key, _ := strings.Cut(path, ".")
		value := step.get(action).get(key)
		text, ok := value.text()
		if !ok || strings.Contains(text, "{{") {
			continue
		}
		known := choices[path]()
		if near := nearest(text, known); near != "" && !slices.Contains(known, text) && !sameButDigits(text, near) {
			mistakes.at(value.at, "unknown %s %s: did you mean %s?", path, text, near)
		}
	}
}

// sameButDigits reports whether two names differ only in their digits, like the terms of two packages.
func sameButDigits(a, b string) bool {
	letters := func(s string) string { return fmt.Sprint(digitRun.ReplaceAllString(s, "0")) }
	return letters(a) == letters(b)
}

var digitRun = regexp.MustCompile(`[0-9]+`)
