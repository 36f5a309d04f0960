package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/joho/godotenv"
)

// PartsFolder is the name of folders with included files, which are no scenarios themselves.
const PartsFolder = "parts"

// Files returns the scenario files of a path: a file itself, or the YAML files below a folder, sorted, without its parts.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil //nolint:nilerr // reading a missing file reports it
	}
	var files []string
	err = filepath.WalkDir(path, func(below string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == PartsFolder && below != path:
			return filepath.SkipDir
		case !entry.IsDir() && filepath.Ext(below) == ".yaml":
			files = append(files, below)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", path, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("folder %s has no scenarios: no file ends in .yaml", path)
	}
	return files, nil
}

// StandardInput is the path of standard input.
const StandardInput = "-"

// AllFiles returns the scenario files of paths, each once.
func AllFiles(paths []string) ([]string, error) {
	var all []string
	seen := map[string]bool{}
	for _, path := range paths {
		files := []string{path}
		if path != StandardInput {
			var err error
			if files, err = Files(path); err != nil {
				return nil, err
			}
		}
		for _, file := range files {
			if !seen[filepath.Clean(file)] {
				seen[filepath.Clean(file)] = true
				all = append(all, file)
			}
		}
	}
	return all, nil
}

// LoadFrom is [Load] for a file or standard input.
func LoadFrom(file string, stdin io.Reader, in Inputs) ([]*Scenario, error) {
	if file != StandardInput {
		return Load(file, in)
	}
	raw, err := io.ReadAll(stdin)
	if err != nil {
		return nil, err
	}
	return Read(file, raw, in)
}

// ReadInputs returns the values of files of lines NAME=value, and of pairs name=value, which replace them.
func ReadInputs(envFiles, pairs []string) (Inputs, error) {
	in := Inputs{Vars: map[string]string{}}
	for _, file := range envFiles {
		read, err := godotenv.Read(file)
		if errors.Is(err, os.ErrNotExist) {
			return Inputs{}, fmt.Errorf("there is no file %s with values", file)
		}
		if err != nil {
			return Inputs{}, fmt.Errorf("%s has a line that isn't NAME=value: %w", file, err)
		}
		maps.Copy(in.Vars, read)
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return Inputs{}, fmt.Errorf("the var %q isn't name=value, e.g. city=Philadelphia", pair)
		}
		in.Vars[name] = value
	}
	return in, nil
}

// MistakesOf returns the mistakes in the error of [Load] or [Read]. The file is that of an error without a position.
func MistakesOf(file string, err error) Mistakes {
	var mistakes Mistakes
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mistakes):
		return mistakes
	case errors.Is(err, os.ErrNotExist):
		return Mistakes{{Position{File: file}, "there is no file " + file}}
	}
	return Mistakes{{Position{File: file}, strings.TrimPrefix(err.Error(), file+": ")}}
}
