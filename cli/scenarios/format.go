package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/cli/scenario/layout"
)

// formatFlags are the flags of "cojoin scenarios fmt".
type formatFlags struct{ check, diff bool }

func newFormatCommand() *cobra.Command {
	var f formatFlags
	cmd := &cobra.Command{
		Use:   "fmt FILE|FOLDER|-…",
		Short: "Format scenario files",
		Long: `Format scenario files like the shipped ones: two spaces for each level, { key: value } for maps in one line,
double quotes. Comments, the order of the keys and single empty lines stay. Changed files are listed.

With --check or --diff no file is written. The file - is standard input, which is formatted to standard output.

Exit codes: 0 done, or nothing to change; 1 --check or --diff found a file to change; 2 a file isn't YAML.`,
		Example: `  cojoin scenarios fmt card.yaml
  cojoin scenarios fmt --check examples/scenarios
  cojoin scenarios fmt -d examples/scenarios
  cojoin signup record --har journey.har | cojoin scenarios fmt - > journey.yaml`,
		Args: files,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "only list the files to change")
	cmd.Flags().BoolVarP(&f.diff, "diff", "d", false, "only print the changes")
	cmd.MarkFlagsMutuallyExclusive("check", "diff")
	return cmd
}

func (f formatFlags) run(cmd *cobra.Command, args []string) error {
	paths, err := allFiles(args)
	if err != nil {
		return err
	}
	changed := 0
	var broken []error
	for _, path := range paths {
		different, err := f.format(cmd, path)
		if err != nil {
			broken = append(broken, err)
		}
		if different {
			changed++
		}
	}
	switch {
	case len(broken) > 0:
		return &console.UsageError{Err: errors.Join(broken...)}
	case changed > 0 && (f.check || f.diff):
		return &console.SilentError{}
	}
	return nil
}

// format formats a file, and reports whether it changes.
func (f formatFlags) format(cmd *cobra.Command, path string) (bool, error) {
	raw, err := source(cmd, path)
	if err != nil {
		return false, err
	}
	formatted, err := layout.Format(raw)
	if err != nil {
		return false, mistake(path, err)
	}
	different := !bytes.Equal(raw, formatted)
	out := cmd.OutOrStdout()
	switch {
	case f.diff && different:
		_, err = io.WriteString(out, udiff.Unified(path, path, string(raw), string(formatted)))
	case f.check && different:
		_, err = fmt.Fprintln(out, path)
	case f.diff || f.check:
	case path == scenario.StandardInput:
		_, err = out.Write(formatted)
	case different:
		if err = write(path, formatted); err == nil {
			_, err = fmt.Fprintln(out, path)
		}
	}
	return different, err
}

// source returns the text of a file or of standard input.
func source(cmd *cobra.Command, path string) ([]byte, error) {
	if path == scenario.StandardInput {
		return io.ReadAll(cmd.InOrStdin())
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	return raw, err
}

// write replaces a file's text and keeps its mode.
func write(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, info.Mode().Perm())
}

// mistake adds the file to the error of a text that can't be formatted.
func mistake(path string, err error) error {
	var broken *yaml.SyntaxError
	if errors.As(err, &broken) && broken.Token != nil {
		return fmt.Errorf("%s:%d:%d: %s", path, broken.Token.Position.Line, broken.Token.Position.Column, broken.Message)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// allFiles returns the YAML files of the arguments, with the parts of folders.
func allFiles(args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			paths = append(paths, arg)
			continue
		}
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && filepath.Ext(path) == ".yaml" {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, console.Usagef("folder %s: %w", arg, err)
		}
	}
	return paths, nil
}
