package stack

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/apiserver"
)

const root = "../.."

// Binary, API, widget and the pages with a version have the same one. /embed/v1 changes with its major number.
func TestOneVersion(t *testing.T) {
	t.Parallel()
	if got, _, _ := strings.Cut(BuildVersion(), "+"); got != apiserver.Version {
		t.Errorf("the binary is %s, the API %s", got, apiserver.Version)
	}
	if got := regexp.MustCompile(`"version": "(.*)"`).FindStringSubmatch(read(t, root, "widget/package.json")); got == nil || got[1] != apiserver.Version {
		t.Errorf("the npm package is %q, the API %s", got, apiserver.Version)
	}
	for _, name := range releasedFiles(t) {
		if !strings.Contains(read(t, root, name), apiserver.Version) {
			t.Errorf("%s doesn't name %s", name, apiserver.Version)
		}
	}
}

func TestRelease(t *testing.T) {
	t.Parallel()
	checkout := t.TempDir()
	files := append(releasedFiles(t), "tools/release", "tools/changie/go.mod", "tools/changie/go.sum", "go.mod", ".changie.yaml", ".changes/header.tpl.md", ".changes/0.1.0.md",
		"CHANGELOG.md", "widget/CHANGELOG.md")
	for _, name := range files {
		write(t, checkout, name, read(t, root, name))
	}
	run := func(program string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = checkout
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(program string, args ...string) string {
		t.Helper()
		out, err := run(program, args...)
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
		}
		return out
	}
	refused := func(version, reason string) {
		t.Helper()
		if out, err := run("tools/release", version); err == nil || !strings.Contains(out, reason) {
			t.Errorf("release %q: %v: %s", version, err, out)
		}
	}
	for name, kind := range map[string]string{"One of them. See [a page](docs/a.md).": "Added", "Two of them.": "Security", "Three of them.": "Added"} {
		write(t, checkout, ".changes/unreleased/"+kind+name[:3]+".yaml", "kind: "+kind+"\nbody: "+name+"\ntime: 2026-11-27T12:00:00Z\n")
	}
	must("git", "init", "-q")
	must("git", "add", ".")
	must("git", "commit", "-q", "-m", "before")

	write(t, checkout, ".changes/unreleased/long.yaml", "kind: Added\nbody: |-\n"+strings.Repeat("  - one line\n", 40)+"time: 2026-11-27T12:00:00Z\n")
	must("git", "add", ".")
	must("git", "commit", "-q", "-m", "too long")
	refused("9.8.7", "has more than 40 lines")
	must("git", "reset", "-q", "--hard", "HEAD~")

	refused("", "name a version")
	refused("v9.8.7", "name a version")
	must("tools/release", "9.8.7")
	refused("9.8.7", "the tag v9.8.7 exists")
	refused("9.9.0", ".changes/unreleased has no change to release")
	write(t, checkout, "left.txt", "over")
	refused("9.9.0", "the working tree has changes")

	if kind := must("git", "cat-file", "-t", "v9.8.7"); kind != "tag\n" {
		t.Errorf("the tag is a %s", kind)
	}
	if changed := must("git", "diff", "--name-only", "v9.8.7~", "v9.8.7"); len(strings.Fields(changed)) < len(releasedFiles(t))+5 {
		t.Errorf("changed are only\n%s", changed)
	}
	wantChanges := regexp.MustCompile("\n## 9\\.8\\.7 \\(\\d{4}-\\d\\d-\\d\\d\\)\n\n" +
		regexp.QuoteMeta("### Added\n\n- One of them. See [a page](docs/a.md).\n- Three of them.\n\n### Security\n\n- Two of them.\n\n## 0.1.0"))
	if text := read(t, checkout, "CHANGELOG.md"); !wantChanges.MatchString(text) {
		t.Errorf("the changelog begins\n%.600s", text)
	}
	if left, err := filepath.Glob(filepath.Join(checkout, ".changes/unreleased/*")); err != nil || len(left) != 0 {
		t.Errorf("left are %q, %v", left, err)
	}
	for _, name := range releasedFiles(t) {
		if text := read(t, checkout, name); !strings.Contains(text, "9.8.7") || strings.Contains(text, apiserver.Version) {
			t.Errorf("%s has the version before", name)
		}
	}
}

// releasedFiles are the files in which tools/release sets the version.
func releasedFiles(t *testing.T) []string {
	t.Helper()
	list := regexp.MustCompile(`(?s)\nfiles=\((.*?)\)`).FindStringSubmatch(read(t, root, "tools/release"))
	if list == nil {
		t.Fatal("tools/release lists no files")
	}
	return strings.Fields(list[1])
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name)) //nolint:gosec // our own files
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil { //nolint:gosec // one of them is a program
		t.Fatal(err)
	}
}
