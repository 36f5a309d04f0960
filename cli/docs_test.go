package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/dev"
)

// A document's commands are in fenced blocks of the language sh. The words after the language set how the
// block is run; without them the block must succeed:
//
//	```sh                       run unchanged, after the blocks above it, in a folder like the repository's root
//	```sh starts it             starts a process for the blocks after it; in the test it already runs
//	```sh fails                 it must fail
//	```sh long                  like sh, but only with COJOIN_DOCS=long (make check-long)
//	```sh not run: <reason>     it can't run here; its commands and flags must exist nevertheless
//
// A comment `<!-- sh … -->` is a block hidden from readers: the steps that a person does by hand.
// https://join.example.com and http://127.0.0.1:8080 mean the test's server.
var docBlock = regexp.MustCompile("(?ms)^(?:```(\\w*) ?([^\n]*)\n(.*?)^```$|<!-- sh\n(.*?)^-->$)")

type docCommand struct {
	place, how, script string
	hidden             bool
}

// documents are the pages for people, without those generated from the code.
func documents(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, root := range []string{"../README.md", "../CONTRIBUTING.md", "../docs", "../examples", "../widget/README.md"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "node_modules" || path == "../docs/reference"):
				return fs.SkipDir
			case strings.HasSuffix(path, ".md"):
				pages = append(pages, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(pages) < 15 {
		t.Fatalf("only %d pages were found", len(pages))
	}
	return pages
}

func docCommands(t *testing.T, page string) []docCommand {
	t.Helper()
	raw, err := os.ReadFile(page) //nolint:gosec // our own documents
	if err != nil {
		t.Fatal(err)
	}
	var commands []docCommand
	for _, at := range docBlock.FindAllSubmatchIndex(raw, -1) {
		group := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return string(raw[at[2*n]:at[2*n+1]])
		}
		place := fmt.Sprintf("%s:%d", strings.TrimPrefix(page, "../"), 1+bytes.Count(raw[:at[0]], []byte("\n")))
		switch language := group(1); {
		case group(4) != "":
			commands = append(commands, docCommand{place: place, script: group(4), hidden: true})
		case language == "sh":
			commands = append(commands, docCommand{place: place, how: group(2), script: group(3)})
		case slices.Contains([]string{"", "bash", "shell", "console"}, language):
			t.Errorf("%s: a block without a language, or with %q: commands are sh, anything else is text", place, language)
		}
	}
	if strings.Contains(string(raw), "\n\n    ") && regexp.MustCompile(`\n\n {4}(cojoin|bin/|make|npm) `).Match(raw) {
		t.Errorf("%s has commands in an indented block; fence them as sh", page)
	}
	return commands
}

// Every command of the documents works as its page describes, on a new server.
func TestDocumentedCommandsWork(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	ran := 0
	t.Run("pages", func(t *testing.T) {
		for _, page := range documents(t) {
			commands := docCommands(t, page)
			var script strings.Builder
			runs := 0
			for _, c := range commands {
				if c.how == "long" && os.Getenv("COJOIN_DOCS") == "long" {
					c.how = ""
				}
				switch c.how {
				case "", "fails":
					runs++
					fmt.Fprintf(&script, "echo '== %s' >&2\n", c.place)
					if c.how == "fails" {
						fmt.Fprintf(&script, "if (\n%s\n); then echo 'it should have failed'; exit 1; fi\n", c.script)
					} else {
						script.WriteString(c.script)
					}
				case "starts it", "long":
				default:
					if reason, ok := strings.CutPrefix(c.how, "not run: "); !ok || len(reason) < 10 {
						t.Errorf("%s: %q has neither a way to run the block nor a reason not to", c.place, c.how)
					}
				}
			}
			ran += runs
			if runs > 0 {
				t.Run(strings.TrimPrefix(page, "../"), func(t *testing.T) {
					t.Parallel()
					runDocument(t, d, script.String())
				})
			}
		}
	})
	if ran < 15 {
		t.Errorf("only %d blocks were run", ran)
	}
}

func runDocument(t *testing.T, d *development, script string) {
	t.Helper()
	folder := t.TempDir()
	plain, err := plainCommand()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o755); err != nil { //nolint:gosec // nothing secret
		t.Fatal(err)
	}
	links := map[string]string{"bin/cojoin": filepath.Join(plain, "cojoin")}
	for _, name := range []string{"examples", "docs", "sdk"} {
		if links[name], err = filepath.Abs("../" + name); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	script = strings.NewReplacer("https://join.example.com", d.public, "http://127.0.0.1:8080", d.public).Replace(script)
	if err := os.WriteFile(filepath.Join(folder, "page.sh"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-e", "page.sh")
	cmd.Dir, cmd.Stdin = folder, yes{}
	cmd.Env = []string{
		"PATH=" + plain + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + folder, "XDG_CONFIG_HOME=" + folder, "COJOIN_SERVER=" + d.public,
		"COJOIN_CONFIG=" + dev.ConfigFile(d.folder), "DATABASE_URL=" + d.database, "COJOIN_SANDBOX_URL=" + d.ledger,
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v, after:\n%s", err, out)
	}
}

// yes answers yes to every question.
type yes struct{}

func (yes) Read(p []byte) (int, error) { return copy(p, "y\n"), nil }

var (
	inlineCommand = regexp.MustCompile("`((?:bin/)?cojoin [^`]+|make [^`]+)`")
	commandLine   = regexp.MustCompile(`(?m)^(?:[A-Z_]+=\S+ )*((?:bin/)?cojoin|make) (.*)$`)
	makeTarget    = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
)

// Every command in a page or in a command's help exists, with its flags: in sentences, in blocks that aren't run, and in
// generated pages.
func TestNamedCommandsExist(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	const changelog = "../CHANGELOG.md" // it names targets of earlier releases
	targets := map[string]bool{}
	for _, found := range makeTarget.FindAllStringSubmatch(string(makefile), -1) {
		targets[found[1]] = true
	}
	named := 0
	check := func(where, line string) {
		named++
		words := strings.Fields(line)
		if words[0] == "make" {
			if target := words[1]; !targets[target] && !strings.HasPrefix(target, "…") && where != changelog {
				t.Errorf("%s: %s: there is no such target", where, line)
			}
			return
		}
		if fault := faultOfCommandLine(words[1:]); fault != "" {
			t.Errorf("%s: %s: %s", where, line, fault)
		}
	}
	pages := append(documents(t), "../docs/reference/errors.md", "../docs/reference/http.md", changelog)
	for _, page := range pages {
		raw, err := os.ReadFile(page) //nolint:gosec // our own documents
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range inlineCommand.FindAllStringSubmatch(string(raw), -1) {
			check(page, found[1])
		}
		for _, block := range docCommands(t, page) {
			if block.hidden || block.how == "" || block.how == "fails" {
				continue // it is run
			}
			for _, found := range commandLine.FindAllStringSubmatch(block.script, -1) {
				check(block.place, found[1]+" "+found[2])
			}
		}
	}
	for path, c := range commands() {
		for _, line := range strings.Split(c.Example, "\n") {
			if found := commandLine.FindStringSubmatch(strings.TrimSpace(line)); found != nil {
				check("help of "+path, found[1]+" "+found[2])
			}
		}
	}
	if named < 150 {
		t.Errorf("only %d commands were found", named)
	}
}

// faultOfCommandLine returns the mistake in the words after "cojoin", as far as it is known without running them. a|b
// stands for either. It ignores the words after a pipe, a redirection or a comment.
func faultOfCommandLine(words []string) string {
	for i, word := range words {
		if slices.Contains([]string{"|", ">", "<", "&&", ";", "#", "||", "\\", "…"}, word) || strings.HasPrefix(word, "#") || strings.HasPrefix(word, ">") {
			words = words[:i]
			break
		}
		if before, _, cut := strings.Cut(word, ")"); cut {
			words = append(slices.Clone(words[:i]), before)
			break
		}
	}
	for i, word := range words {
		if strings.Contains(word, "|") {
			for _, one := range strings.Split(word, "|") {
				if fault := faultOfCommandLine(append(append(slices.Clone(words[:i]), one), words[i+1:]...)); fault != "" {
					return fault
				}
			}
			return ""
		}
	}
	root := newRootCommand()
	root.InitDefaultCompletionCmd()
	c, rest, err := root.Find(words)
	if err != nil {
		return err.Error()
	}
	if c.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return "no such command below " + c.CommandPath()
	}
	for _, word := range rest {
		name, isFlag := strings.CutPrefix(word, "--")
		if name, _, _ = strings.Cut(strings.TrimRight(name, ".,:;"), "="); !isFlag || name == "" || name == "help" {
			continue
		}
		if lookupFlag(c, name) {
			continue
		}
		return "it has no --" + name
	}
	return ""
}

func lookupFlag(c *cobra.Command, name string) bool {
	return c.Flags().Lookup(name) != nil || c.InheritedFlags().Lookup(name) != nil
}
