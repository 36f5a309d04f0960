package signup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// settled is the time without changes after which files are read: editors save in several steps.
const settled = 100 * time.Millisecond

// watch runs the selected scenarios, and again those of each changed file, until the context ends. The error is that of the last runs.
func (r *runner) watch(ctx context.Context, from source, selected selection) (last error) {
	if slices.Contains(from.args, scenario.StandardInput) {
		return console.Usagef("--watch needs files: standard input doesn't change")
	}
	changes, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	defer func() { _ = changes.Close() }()
	inputs, err := from.load()
	if err != nil {
		return err
	}
	if err := watchFolders(changes, from, inputs); err != nil {
		return err
	}
	last = r.runSelected(ctx, inputs, selected)
	for ran := true; ; {
		if ran {
			fmt.Fprintf(r.cmd.ErrOrStderr(), "waiting for changes of %s; Ctrl-C ends\n", console.Count(len(inputs), "file"))
		}
		changed, err := nextChanges(ctx, changes)
		if err != nil || len(changed) == 0 {
			return errors.Join(err, last)
		}
		before := inputs
		if inputs, err = from.load(); err != nil {
			return err
		}
		if err := watchFolders(changes, from, inputs); err != nil {
			return err
		}
		again, err := selected.of(changedOf(before, inputs, changed))
		if ran = err == nil && len(again) > 0; ran {
			last = r.run(ctx, again)
		}
	}
}

// watchFolders watches the folders of all files. An editor replaces a file, which ends a watch of the file itself.
func watchFolders(changes *fsnotify.Watcher, from source, inputs []input) error {
	folders := map[string]bool{}
	for _, in := range inputs {
		for file := range in.files() {
			folders[filepath.Dir(absolute(file))] = true
		}
	}
	for _, arg := range from.args {
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				folders[absolute(path)] = true
			}
			return err
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("--watch: %w", err)
		}
	}
	for folder := range folders {
		if err := changes.Add(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("--watch %s: %w", folder, err)
		}
	}
	return nil
}

// nextChanges waits for changes of files, and returns their paths once no further one follows. It returns none when the context ends.
func nextChanges(ctx context.Context, changes *fsnotify.Watcher) (map[string]bool, error) {
	changed := map[string]bool{}
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, nil
		case err := <-changes.Errors:
			return nil, fmt.Errorf("--watch: %w", err)
		case e := <-changes.Events:
			if !e.Has(fsnotify.Chmod) {
				changed[absolute(e.Name)] = true
				quiet = time.After(settled)
			}
		case <-quiet:
			return changed, nil
		}
	}
}

// changedOf returns the inputs with a changed file, and those with other content than before, such as an included file's.
func changedOf(before, after []input, changed map[string]bool) []input {
	known := map[string]input{}
	for _, in := range before {
		known[in.file] = in
	}
	var all []input
	for _, in := range after {
		old, existed := known[in.file]
		again := !existed || !reflect.DeepEqual(old, in)
		for file := range in.files() {
			again = again || changed[absolute(file)]
		}
		if again {
			all = append(all, in)
		}
	}
	return all
}

// absolute returns a file's absolute path, or the path itself if the working folder is gone.
func absolute(file string) string {
	if path, err := filepath.Abs(file); err == nil {
		return path
	}
	return file
}
