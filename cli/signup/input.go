package signup

import (
	"io"
	"strings"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// input is a file with its scenarios, or with its mistakes if it is invalid.
type input struct {
	file      string // path; - for standard input
	scenarios []*scenario.Scenario
	mistakes  scenario.Mistakes
}

// files returns the files that the input is made of, with included ones.
func (in input) files() map[string]bool {
	all := map[string]bool{in.file: true}
	for _, s := range in.scenarios {
		for _, step := range s.Steps {
			if step.At.File != "" {
				all[step.At.File] = true
			}
		}
	}
	for _, m := range in.mistakes {
		all[m.At.File] = true
	}
	return all
}

// source is the command line's inputs.
type source struct {
	args   []string // files, folders, or - for standard input
	stdin  io.Reader
	values scenario.Inputs
}

// load reads every file before the first run, so that a mistake in the last one is reported early.
func (s source) load() ([]input, error) {
	files, err := scenario.AllFiles(s.args)
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	all := make([]input, len(files))
	for i, file := range files {
		found, err := scenario.LoadFrom(file, s.stdin, s.values)
		all[i] = input{file: file, scenarios: found, mistakes: scenario.MistakesOf(file, err)}
	}
	return all, nil
}

// pairsOf splits a flag's values, which are key=value, at their first =.
func pairsOf(flag, form, example string, pairs []string) (map[string]string, error) {
	all := map[string]string{}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return nil, console.Usagef("%s %q is not %s, e.g. %s", flag, pair, form, example)
		}
		all[key] = value
	}
	return all, nil
}
