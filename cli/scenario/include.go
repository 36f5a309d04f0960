package scenario

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	mostIncludes = 10   // depth
	mostSteps    = 1000 // of a scenario, with the included ones
)

// partKeys are the keys of an included file.
var partKeys = []string{"$schema", "name", "vars", "steps"}

// placed is a step with the scope of its placeholders.
type placed struct {
	step *node
	in   *scope
}

// parts reads included files, each once.
type parts struct {
	mistakes *found
	read     map[string]*node // by path; nil is unreadable
	placed   int              // steps of the scenario so far
}

// steps returns a list of steps with the included ones in place. chain has the files from the scenario's own to the current one.
func (p *parts) steps(list *node, in *scope, chain []string) []placed {
	var out []placed
	if list == nil {
		return nil
	}
	for _, step := range list.items {
		if p.placed == mostSteps {
			p.mistakes.at(Position{File: chain[0]}, "more than %d steps: split the scenario", mostSteps)
			break
		}
		if step.get("include") == nil {
			out = append(out, placed{step, in})
			p.placed++
			continue
		}
		out = append(out, p.include(step, in, chain)...)
	}
	return out
}

// include returns the steps of an included file.
func (p *parts) include(step *node, in *scope, chain []string) []placed {
	for _, f := range step.fields {
		if !slices.Contains([]string{"include", "with", "as"}, f.key) {
			p.mistakes.at(f.at, "an include has no %s: write it on a step of the included file", f.key)
		}
	}
	at := step.keyAt("include")
	target := (&filler{mistakes: p.mistakes, where: "include"}).fill(step.get("include"), in)
	path, ok := target.text()
	if !ok || strings.TrimSpace(path) == "" {
		p.mistakes.at(at, "include names no file: write the path of a part, e.g. parts/family.yaml")
		return nil
	}
	file := filepath.Join(filepath.Dir(chain[len(chain)-1]), filepath.FromSlash(path))
	switch {
	case filepath.IsAbs(path) || filepath.VolumeName(path) != "":
		p.mistakes.at(at, "include %s is an absolute path: write it relative to this file", path)
		return nil
	case slices.Contains(chain, file):
		p.mistakes.at(at, "include %s is a cycle: %s", path, strings.Join(append(slices.Clone(chain), file), " includes "))
		return nil
	case len(chain) > mostIncludes:
		p.mistakes.at(at, "includes are nested deeper than %d", mostIncludes)
		return nil
	}
	part := p.part(file, path, at)
	if part == nil {
		return nil
	}
	own := &scope{vars: map[string]bound{}}
	own.bind(part.get("vars"), own, p.mistakes, false)
	for name, v := range in.vars {
		own.vars[name] = v
	}
	own.bind(step.get("with"), in, p.mistakes, true)
	out := p.steps(part.get("steps"), own, append(slices.Clone(chain), file))
	p.checkWith(step.get("with"), part, out)
	if person := step.get("as"); person != nil {
		for i := range out {
			if out[i].step.get("as") == nil {
				out[i].step = out[i].step.with("as", person)
			}
		}
	}
	return out
}

// checkWith records the values of an include that neither its part nor the parts inside it use.
func (p *parts) checkWith(with, part *node, steps []placed) {
	if with == nil || len(p.mistakes.list) > 0 {
		return
	}
	known := map[string]bool{}
	part.placeholders(known)
	for _, f := range part.get("vars").entries() {
		known[f.key] = true
	}
	for _, s := range steps {
		s.step.placeholders(known)
		for _, v := range s.in.vars {
			v.value.placeholders(known)
		}
	}
	for _, f := range with.fields {
		if !known[f.key] {
			names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(n string) bool { return slices.Contains(runtime, n) || strings.HasPrefix(n, environment) })
			p.mistakes.at(f.at, "the included file has no var %s: %s", f.key, suggest(f.key, names))
		}
	}
}

// part reads an included file.
func (p *parts) part(file, path string, at Position) *node {
	if known, ok := p.read[file]; ok {
		return known
	}
	p.read[file] = nil
	raw, err := readFile(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		p.mistakes.at(at, "there is no file %s: include is relative to this file", path)
		return nil
	case err != nil:
		p.mistakes.at(at, "include %s: %v", path, err)
		return nil
	}
	documents := documentsOf(raw)
	if len(documents) > 1 {
		p.mistakes.at(at, "include %s: it has %d documents, and a part is one", path, len(documents))
		return nil
	}
	tree := readDocument(file, documents[0], p.mistakes)
	if tree == nil {
		return nil
	}
	steps := tree.get("steps")
	if tree.kind != mapNode || steps == nil || steps.kind != listNode || len(steps.items) == 0 {
		p.mistakes.at(at, "include %s: the file has no steps", path)
		return nil
	}
	for _, f := range tree.fields {
		if !slices.Contains(partKeys, f.key) {
			p.mistakes.at(f.at, "an included file has name, vars and steps only: %s belongs in the including file", f.key)
		}
	}
	p.read[file] = tree
	return tree
}
