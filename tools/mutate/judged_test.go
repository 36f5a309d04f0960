package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPackages(t *testing.T) {
	t.Parallel()
	m := openSample(t)
	s := settings{root: m.root, workers: 2, kinds: "constant,call", resume: filepath.Join(t.TempDir(), "progress.txt")}
	list := s.data("judged.txt")
	if err := os.MkdirAll(filepath.Dir(list), 0o700); err != nil {
		t.Fatal(err)
	}
	const gone = "till/till.go Name constant\n- return 1\n+ return 2\nequivalent: nobody asks"
	const known = "till/till.go Save call\n- func Save(exec func(sql string, args ...any), b Bill) { exec(save, b.Seats, b.Price) }\n" +
		"+ func Save(exec func(sql string, args ...any), b Bill) { if false { exec(save, b.Seats, b.Price) } }\n"
	write := func(entries ...string) {
		if err := os.WriteFile(list, []byte(strings.Join(append([]string{"# A list."}, entries...), "\n\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a"}} {
		if _, err := git(t.Context(), m.root, args...); err != nil {
			t.Fatal(err)
		}
	}
	faults := func() string {
		err := wholePackages(t.Context(), s, m, []string{"till"})
		if err == nil {
			return ""
		}
		return err.Error()
	}
	if got, want := faults(), "till/till.go:31 call: no test notices it, and tools/mutate/judged.txt doesn't say why"; got != want {
		t.Errorf("a survivor that isn't on the list: %q", got)
	}
	write(known+"open: nobody looks whether a bill is saved", gone)
	if got, want := faults(), "the code has changed; take it off tools/mutate/judged.txt:\n"+strings.TrimSuffix(gone, "\nequivalent: nobody asks"); got != want {
		t.Errorf("a removed survivor: %q", got)
	}
	s.write = true
	write()
	if got := faults(); got != "" {
		t.Error(got)
	}
	if text, err := os.ReadFile(list); err != nil || string(text) != "# A list.\n\n"+known+"unjudged: survived, line 31\n" {
		t.Errorf("the list that is written: %v\n%s", err, text)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "progress.txt")
	open := func(state string) string {
		p, err := openProgress(name, state)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.close() })
		return fmt.Sprint(p.killed, p.passed, p.reached, p.before)
	}
	p, err := openProgress(name, "a tree")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.noteKilled("f\n- a\n+ b", killer{"till", "TestNew"}); err != nil {
		t.Fatal(err)
	}
	if err := p.notePassed("g", "till", true); err != nil {
		t.Fatal(err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	got := []string{open("a tree"), open("another"), open("a tree")}
	want := []string{
		"map[f\n- a\n+ b:till TestNew] map[g:map[till:true]] map[g:true] map[f\n- a\n+ b:till TestNew]",
		"map[] map[] map[] map[f\n- a\n+ b:till TestNew]",
		"map[f\n- a\n+ b:till TestNew] map[g:map[till:true]] map[g:true] map[f\n- a\n+ b:till TestNew]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRefusedJudgments(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.go F call\n- x\n+ y":                                  "before line 4: want file, function and kind; the line before; the line after; a judgment",
		"a.go F call\n- x\n+ y\nmaybe: who knows":                "before line 5: want one of equivalent, slower, guarded, wording, open, unjudged, a colon and the reason",
		"a.go F\n- x\n+ y\nopen: z\n\na.go F\n- x\n+ y\nopen: z": "before line 10: it is there twice",
	} {
		if _, err := parseJudgments(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
