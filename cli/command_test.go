package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// inGo lists the commands that a Go test covers: commands that run until they are stopped, commands that need one of
// those, and commands that change more than a database of their own.
var inGo = []string{"dev", "serve", "work", "sandbox", "signup run", "migrate roles", "events listen", "events send-test"}

// commands lists every runnable command, by its path without the program's name.
func commands() map[string]*cobra.Command {
	all := map[string]*cobra.Command{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if path := strings.TrimPrefix(c.CommandPath(), "cojoin "); path != "cojoin" && c.Name() != "help" && c.Name() != "completion" {
			all[path] = c
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRootCommand())
	return all
}

// scriptLines returns the arguments of every cojoin line of the scripts, split into succeeding and failing ones.
func scriptLines(t *testing.T) (succeeding, failing []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/script*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	fails := regexp.MustCompile(`^fails [0-9]+ `)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(raw), "\n-- ")
		for _, line := range strings.Split(script, "\n") {
			if fails.MatchString(line) {
				failing = append(failing, fails.ReplaceAllString(line, "")+" ")
				continue
			}
			rest, isRefused := strings.CutPrefix(line, "! ")
			args, ok := strings.CutPrefix(strings.TrimPrefix(rest, "exec "), "cojoin ")
			switch {
			case ok && isRefused:
				failing = append(failing, args+" ")
			case ok:
				succeeding = append(succeeding, args+" ")
			}
		}
	}
	return succeeding, failing
}

// Every command has a script for its success, for an error, and for its JSON if it has a flag --json.
func TestEveryCommandHasAScript(t *testing.T) {
	t.Parallel()
	succeeding, failing := scriptLines(t)
	for path, c := range commands() {
		if c.HasSubCommands() && c.Args != nil && c.Flags().NFlag() == 0 && !slices.Contains(inGo, path) {
			continue // a group shows its help; root.txtar has them
		}
		has := func(lines []string, flag string) bool {
			return slices.ContainsFunc(lines, func(l string) bool {
				return strings.HasPrefix(l, path+" ") && (flag == "" || strings.Contains(l, " "+flag+" "))
			})
		}
		if !has(succeeding, "") && !slices.Contains(inGo, path) {
			t.Errorf("no script shows the success of: cojoin %s", path)
		}
		if !has(failing, "") {
			t.Errorf("no script shows an error of: cojoin %s", path)
		}
		if c.Flags().Lookup("json") != nil && !has(succeeding, "--json") && !has(failing, "--json") {
			t.Errorf("no script shows the JSON of: cojoin %s", path)
		}
	}
}

// Every command has a description, an example of its own, and an explanation of each flag.
func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	for path, c := range commands() {
		code, out, errOut := command(t, append(strings.Fields(path), "--help")...)
		if code != exitOK || errOut != "" || !strings.Contains(out, "Usage:") {
			t.Errorf("cojoin %s --help: exit code %d, %s%s", path, code, out, errOut)
		}
		if c.Short == "" || c.Short != strings.TrimSpace(c.Short) || strings.HasSuffix(c.Short, ".") {
			t.Errorf("cojoin %s has the description %q in the list of commands", path, c.Short)
		}
		if !strings.Contains(c.Example, "cojoin "+path) {
			t.Errorf("cojoin %s has no example of itself: %q", path, c.Example)
		}
		for _, line := range strings.Split(c.LocalFlags().FlagUsages(), "\n") {
			if fields := strings.Fields(line); len(fields) == 1 {
				t.Errorf("cojoin %s: nothing explains the flag %s", path, fields[0])
			}
		}
	}
}
