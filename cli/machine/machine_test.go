package machine_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/machine"
)

// Each action leaves the same files as its shell commands. Repeated, both change nothing.
func TestActionsAsShell(t *testing.T) {
	t.Parallel()
	actions := func(dir string) []machine.Action {
		return []machine.Action{
			machine.File{Path: filepath.Join(dir, "in/new folder/text"), Mode: 0o640, Text: "first line\nit's $HOME\n"},
			machine.File{Path: filepath.Join(dir, "kept"), Mode: 0o644, Text: "shipped\n", Keep: true},
			machine.Command{Args: []string{"sh", "-c", "cat > '" + dir + "/said' && chmod 644 '" + dir + "/said'"}, Input: "said\n", Unless: "[ -e '" + dir + "/said' ]"},
			machine.Handed{From: filepath.Join(dir, "given"), Path: filepath.Join(dir, "taken")},
		}
	}
	type file struct {
		Text string
		Mode os.FileMode
	}
	read := func(dir string) map[string]file {
		found := map[string]file{}
		for _, name := range []string{"in/new folder/text", "kept", "said", "given", "taken"} {
			path := filepath.Join(dir, name)
			text, err := os.ReadFile(path) //nolint:gosec // this test's own folder
			info, err2 := os.Stat(path)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			found[name] = file{string(text), info.Mode().Perm()}
		}
		return found
	}
	folder := func() string {
		dir := t.TempDir()
		for name, text := range map[string]string{"kept": "the operator's\n", "given": "a secret\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	done, typed := folder(), folder()
	step := machine.Step{Title: "files", Actions: actions(done)}
	if did, err := step.Take(t.Context()); err != nil || did != 3 {
		t.Errorf("did %d, want 3 (one is kept): %v", did, err)
	}
	if did, err := step.Take(t.Context()); err != nil || did != 0 {
		t.Errorf("the second time did %d: %v", did, err)
	}
	for range 2 {
		for _, action := range actions(typed) {
			shell(t.Context(), t, action.Shell())
		}
	}
	if diff := cmp.Diff(read(done), read(typed)); diff != "" {
		t.Errorf("done (-) and typed (+):\n%s", diff)
	}
	want := map[string]file{
		"in/new folder/text": {"first line\nit's $HOME\n", 0o640}, "kept": {"the operator's\n", 0o600}, "said": {"said\n", 0o644},
		"given": {"a secret\n", 0o600}, "taken": {"a secret\n", 0o600},
	}
	if diff := cmp.Diff(want, read(done)); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
}

// A secret is created once, only its owner may read it, and each secret is different.
func TestSecretsAreGeneratedOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made := map[string]bool{}
	for _, name := range []string{"one", "two", "three"} {
		path := filepath.Join(dir, name)
		secret := machine.Secret{Path: path}
		if name == "three" {
			shell(t.Context(), t, secret.Shell())
		}
		step := machine.Step{Actions: []machine.Action{secret}}
		for range 2 {
			if _, err := step.Take(t.Context()); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path) //nolint:gosec // this test's own folder
			if err != nil || len(text) != 45 {
				t.Fatalf("%q: %v", text, err)
			}
			made[string(text)] = true
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if len(made) != 3 {
		t.Errorf("%d different secrets in three files", len(made))
	}
}

// The services are restarted after a change of the program, the configuration, a unit or a secret.
func TestChangesRestartServices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	here := strings.NewReplacer("/etc/", dir+"/etc/", "/usr/local/bin/", dir+"/bin/")
	parts := []string{"bin/cojoin", "etc/cojoin/cojoin.yaml", "etc/systemd/system/cojoin-work.service", "etc/cojoin/secrets/braintree"}
	write := func(name, text string) {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range parts {
		write(part, "as it was")
	}
	const sums = "etc/cojoin/running.sha256"
	write(sums, "of an earlier release, which everybody may read")
	if err := os.Chmod(filepath.Join(dir, sums), 0o644); err != nil { //nolint:gosec // the subject of this test
		t.Fatal(err)
	}
	var note machine.Command
	for _, step := range machine.Install(machine.Options{Domain: "join.example.com", Binary: "cojoin"}) {
		if step.Title == "Start" {
			note, _ = step.Actions[len(step.Actions)-1].(machine.Command)
		}
	}
	same, _, _ := strings.Cut(here.Replace(note.Unless), " && systemctl")
	noted := func() bool { return exec.CommandContext(t.Context(), "sh", "-c", same).Run() == nil } //nolint:gosec // an action's condition
	for _, part := range parts {
		shell(t.Context(), t, here.Replace(note.Args[2]))
		if !noted() {
			t.Fatalf("nothing has changed, but the check reports a change: %s", same)
		}
		write(part, "corrected")
		if noted() {
			t.Errorf("%s has changed, and nothing is started again", part)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, sums)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the sums of secrets: %v, %v", info.Mode(), err)
	}
}

func shell(ctx context.Context, t *testing.T, script string) {
	t.Helper()
	if out, err := exec.CommandContext(ctx, "bash", "-euc", "umask 022\n"+script).CombinedOutput(); err != nil { //nolint:gosec // an action's shell commands
		t.Fatalf("%v: %s\n%s", err, out, script)
	}
}
