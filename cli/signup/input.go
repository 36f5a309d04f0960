package signup

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/joho/godotenv"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// standardInput names standard input on the command line and in reports.
const standardInput = "-"

// partsFolder is the name of folders of included files. These don't run by themselves.
const partsFolder = "parts"

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
	var all []input
	seen := map[string]bool{}
	for _, arg := range s.args {
		files, err := filesOf(arg)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if !seen[filepath.Clean(file)] {
				seen[filepath.Clean(file)] = true
				all = append(all, s.read(file))
			}
		}
	}
	return all, nil
}

func (s source) read(file string) input {
	var found []*scenario.Scenario
	var err error
	if file == standardInput {
		var raw []byte
		if raw, err = io.ReadAll(s.stdin); err == nil {
			found, err = scenario.Read(file, raw, s.values)
		}
	} else {
		found, err = scenario.Load(file, s.values)
	}
	if err != nil {
		return input{file: file, mistakes: mistakesOf(file, err)}
	}
	return input{file: file, scenarios: found}
}

// mistakesOf returns the mistakes of an invalid or unreadable file.
func mistakesOf(file string, err error) scenario.Mistakes {
	var mistakes scenario.Mistakes
	switch at := (scenario.Position{File: file}); {
	case errors.As(err, &mistakes):
		return mistakes
	case errors.Is(err, os.ErrNotExist):
		return scenario.Mistakes{{At: at, Text: "there is no file " + file}}
	default:
		return scenario.Mistakes{{At: at, Text: strings.TrimPrefix(err.Error(), file+": ")}}
	}
}

// filesOf returns the files of an argument: itself, or those below a folder, without its parts.
func filesOf(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	if arg == standardInput || err != nil || !info.IsDir() {
		return []string{arg}, nil //nolint:nilerr // a missing file is an invalid file
	}
	var files []string
	err = filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == partsFolder && path != arg:
			return filepath.SkipDir
		case !entry.IsDir() && filepath.Ext(path) == ".yaml":
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil, console.Usagef("folder %s: %w", arg, err)
	}
	if len(files) == 0 {
		return nil, console.Usagef("folder %s has no scenarios: no file ends in .yaml", arg)
	}
	return files, nil
}

// valuesOf returns the values of --env-file and --var. A --var replaces a value of a file.
func valuesOf(envFiles, pairs []string) (scenario.Inputs, error) {
	vars := map[string]string{}
	for _, file := range envFiles {
		read, err := godotenv.Read(file)
		if errors.Is(err, os.ErrNotExist) {
			return scenario.Inputs{}, console.Usagef("--env-file: there is no file %s", file)
		}
		if err != nil {
			return scenario.Inputs{}, console.Usagef("--env-file %s has a line that isn't NAME=value: %w", file, err)
		}
		maps.Copy(vars, read)
	}
	set, err := pairsOf("--var", "key=value", "city=Philadelphia", pairs)
	if err != nil {
		return scenario.Inputs{}, err
	}
	maps.Copy(vars, set)
	return scenario.Inputs{Vars: vars}, nil
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
