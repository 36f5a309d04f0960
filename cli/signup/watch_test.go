package signup

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
)

// Changed files run again, new ones run, others don't; the end of the context ends with the last outcome.
func TestWatch(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const passing = "steps:\n  - again: {}\n" // needs no server
	write("one.yaml", "name: One\n"+passing)
	write("two.yaml", "name: Two\n"+passing)

	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	lines, write2 := io.Pipe()
	cmd := &cobra.Command{Use: "run"}
	cmd.SetOut(write2)
	cmd.SetErr(write2)
	r, err := runFlags{count: 1, parallel: 1}.runner(cmd)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- r.watch(ctx, source{args: []string{folder}}, selection{})
		_ = write2.Close()
	}()
	output := bufio.NewScanner(lines)
	// round returns the marks and names of the runs until the command waits again.
	round := func() (all []string) {
		for output.Scan() {
			if strings.HasPrefix(output.Text(), "waiting for changes") {
				return all
			}
			if words := strings.Fields(output.Text()); len(words) > 2 && (strings.HasPrefix(output.Text(), "ok  ") || strings.HasPrefix(output.Text(), "no  ")) {
				all = append(all, words[0]+" "+filepath.Base(words[1]))
			}
		}
		t.Fatal("the command ended")
		return nil
	}
	got := [][]string{round()}
	write("two.yaml", "name: Second\n"+passing)
	got = append(got, round())
	write("notes.txt", "no scenario")
	write("three.yaml", "name: Three\n"+passing)
	got = append(got, round())
	write("one.yaml", "name: [")
	got = append(got, round())
	want := [][]string{{"ok One", "ok Two"}, {"ok Second"}, {"ok Three"}, {"no one.yaml"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	cancel()
	var usage *console.UsageError
	if err := <-ended; !errors.As(err, &usage) {
		t.Errorf("ends with %v, want the invalid file", err)
	}
}
