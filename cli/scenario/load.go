package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"
)

// maxFile is the maximum size of a scenario file, in bytes.
const maxFile = 1 << 20

// separator is the line between two documents of a file.
var separator = regexp.MustCompile(`(?m)^---[ \t]*(?:#.*)?\r?$`)

// content matches a line that isn't blank and isn't all comment. A document without such a line is empty.
var content = regexp.MustCompile(`(?m)^[ \t]*[^\s#]`)

// Load reads and checks a file with one scenario, or with several as documents. The first line of such a document is part of its scenario's File. A
// matrix makes one scenario for each of its runs. The error of an invalid file is [Mistakes].
func Load(file string, in Inputs) ([]*Scenario, error) {
	raw, err := readFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return Read(file, raw, in)
}

// readFile reads a file of limited size.
func readFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return bytes.TrimPrefix(raw, byteOrderMark), nil
}

// byteOrderMark is the first character of some editors' files.
var byteOrderMark = []byte("\ufeff")

// Read is like [Load], for a text. Its includes are relative to the file's name.
func Read(name string, raw []byte, in Inputs) ([]*Scenario, error) {
	l := &loading{file: name, in: in}
	l.parts = parts{mistakes: &l.mistakes, read: map[string]*node{}}
	var all []*Scenario
	documents := documentsOf(bytes.TrimPrefix(raw, byteOrderMark))
	for _, document := range documents {
		tree := readDocument(name, document, &l.mistakes)
		if tree == nil {
			continue
		}
		for _, s := range l.scenarios(tree) {
			if len(documents) > 1 {
				s.File = Position{File: name, Line: s.At.Line}.String()
			}
			all = append(all, s)
		}
	}
	if err := l.mistakes.err(); err != nil {
		return nil, err
	}
	return all, nil
}

// documentsOf splits a file into its documents and drops empty ones. It prefixes each document with one empty line per preceding line of the file, so
// that line numbers stay correct.
func documentsOf(raw []byte) (documents [][]byte) {
	from := 0
	for _, at := range append(separator.FindAllIndex(raw, -1), []int{len(raw), len(raw)}) {
		if content.Match(raw[from:at[0]]) {
			documents = append(documents, append(bytes.Repeat([]byte("\n"), bytes.Count(raw[:from], []byte("\n"))), raw[from:at[0]]...))
		}
		from = at[1]
	}
	if documents == nil {
		return [][]byte{raw}
	}
	return documents
}

// Parse is [Read] for a text with one run.
func Parse(file string, raw []byte) (*Scenario, error) {
	all, err := Read(file, raw, Inputs{})
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("%s: %d scenarios instead of one", file, len(all))
	}
	return all[0], nil
}

// readDocument returns the values of a document, or nil if it is unreadable or empty.
func readDocument(file string, raw []byte, mistakes *found) (tree *node) {
	if m := guard(file, raw); m != nil {
		mistakes.add(*m)
		return nil
	}
	before := len(mistakes.list)
	tree = readTree(file, raw, mistakes)
	switch {
	case len(mistakes.list) > before:
		return nil
	case tree == nil:
		mistakes.at(Position{File: file}, "the file is empty: a scenario has a name and steps")
	case tree.kind != mapNode:
		mistakes.at(tree.at, "a scenario is a map with name and steps")
		return nil
	}
	return tree
}

// loading is a file being loaded.
type loading struct {
	file     string
	in       Inputs
	mistakes found
	parts    parts
}

// ahead are the keys that are used up before a run.
var ahead = []string{"vars", "matrix", "exclude", "refused"}

// scenarios returns the runs of a document.
func (l *loading) scenarios(tree *node) []*Scenario {
	own := &scope{vars: map[string]bound{}}
	if vars := tree.get("vars"); vars != nil && vars.kind == mapNode {
		own.bind(vars, own, &l.mistakes, false)
	}
	for name, value := range l.in.Vars {
		at := Position{File: "--var " + name}
		if slices.Contains(runtime, name) {
			validName(name, at, "var", &l.mistakes)
			continue
		}
		own.vars[name] = bound{&node{at: at, scalar: value, given: true}, own}
	}
	var all []*Scenario
	for _, c := range combinations(tree, &l.mistakes) {
		in := &scope{vars: map[string]bound{}}
		for name, v := range own.vars {
			if v.in == own {
				v.in = in
			}
			in.vars[name] = v
		}
		for _, vars := range c.vars {
			in.bind(vars, in, &l.mistakes, true)
		}
		if s := l.scenario(tree, in, c); s != nil {
			all = append(all, s)
		}
		if l.mistakes.filled > mostFilled {
			break
		}
	}
	return all
}

// scenario returns one run of a document, or nil if it has a mistake.
func (l *loading) scenario(tree *node, in *scope, c combination) *Scenario {
	filled := &node{at: tree.at, kind: mapNode}
	for _, f := range tree.fields {
		switch f.key {
		case "steps":
			f.value = l.steps(f.value, in, c)
		case "vars", "matrix", "exclude", "refused": // as they are: the schema checks their form
		default:
			f.value = (&filler{mistakes: &l.mistakes, where: f.key}).fill(f.value, in)
		}
		filled.fields = append(filled.fields, f)
	}
	if l.mistakes.filled > mostFilled {
		return nil
	}
	validate(filled, &l.mistakes)
	timeout := l.timeout(filled)
	if steps := filled.get("steps"); steps != nil {
		checkSteps(steps, in, &l.mistakes)
	}
	if c.refusal != nil {
		filled = refusedEnding(filled, c.refusal)
	}
	if len(l.mistakes.list) > 0 {
		return nil
	}
	s := &Scenario{File: l.file, At: tree.at, Timeout: timeout}
	if err := decode(filled.without(ahead...), s); err != nil {
		l.mistakes.at(tree.at, "%v", err)
		return nil
	}
	checkRepeats(filled.get("steps"), s.Steps, &l.mistakes)
	if c.name != "" {
		s.Name += " " + c.name
	}
	for i, step := range filled.get("steps").items {
		s.Steps[i].At = step.at
		for k := range s.Steps[i].Assert {
			s.Steps[i].Assert[k].At = step.get("assert").items[k].at
		}
	}
	return s
}

// steps returns a run's steps with the included ones, and their placeholders replaced.
func (l *loading) steps(list *node, in *scope, c combination) *node {
	if list == nil || list.kind != listNode {
		return list
	}
	l.parts.placed = 0
	placedSteps := l.parts.steps(list, in, []string{l.file})
	if c.refusal != nil {
		placedSteps = refusedSteps(placedSteps, c.refusal, in, &l.mistakes)
	}
	if len(placedSteps) == 0 {
		return list // the mistakes of the includes are known
	}
	captures := map[string]Position{}
	for _, p := range placedSteps {
		for name, at := range capturesOf(p.step) {
			if _, exists := captures[name]; !exists {
				captures[name] = at
			}
		}
	}
	out := &node{at: list.at, kind: listNode, items: make([]*node, len(placedSteps))}
	captured, minted := map[string]Position{}, false
	for i, p := range placedSteps {
		out.items[i] = (&filler{mistakes: &l.mistakes, captured: captured, captures: captures, atRun: true, noCode: !minted}).fill(p.step, p.in)
		minted = minted || p.step.get("mintCode") != nil
		for name, at := range capturesOf(p.step) {
			captured[name] = at
		}
	}
	return out
}

// timeout returns the limit of a run, or 0.
func (l *loading) timeout(tree *node) time.Duration {
	value := tree.get("timeout")
	text, ok := "", false
	if value != nil {
		text, ok = value.scalar.(string)
	}
	if !ok {
		return 0 // the schema reports another type
	}
	limit, err := time.ParseDuration(text)
	if err != nil || limit <= 0 {
		l.mistakes.at(value.at, "timeout %s isn't a duration: write a number with a unit, e.g. 90s or 2m", text)
	}
	return limit
}

// decode fills a scenario from values that the schema allows.
func decode(tree *node, s *Scenario) error {
	raw, err := json.Marshal(tree)
	if err != nil {
		return fmt.Errorf("scenario: %w", err)
	}
	err = json.Unmarshal(raw, s)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s is %s, which doesn't fit", wrong.Field, wrong.Value)
	}
	return err
}
