package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recordRun runs a scenario through the recorder, and returns the recorded scenario's file and the recorder's notes.
func recordRun(t *testing.T, d *development, file string) (recorded, notes string) {
	t.Helper()
	recorded = filepath.Join(t.TempDir(), filepath.Base(file))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := newOutput()
	ended := make(chan int, 1)
	go func() {
		args := []string{"signup", "record", "--listen", "127.0.0.1:0", "--server", d.public, "--out", recorded}
		ended <- runUntil(ctx, args, strings.NewReader(""), out, out)
	}()
	address := out.waitFor(t, `open (http://\S+)/app/join`, ended)
	if code, said, errSaid := command(t, "signup", "run", file, "--server", address); code != exitOK {
		t.Fatalf("%s through the recorder: %s%s", file, said, errSaid)
	}
	stop()
	if code := <-ended; code != exitOK {
		t.Fatalf("recording ended with %d:\n%s", code, out)
	}
	return recorded, out.String()
}

// A shipped scenario that is recorded passes again, and its second recording is the same file.
func TestRecordedScenarioPasses(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	for _, name := range []string{
		"custom", "declined-then-good", "duplicate", "expired", "invited-by-professional", "invited-paid", "invited-paying", "invited-renewed-link",
		"mistakes", "parent-card-new-flow", "parent-paypal", "parent-spanish", "pay-for-coparent", "professional-colleague", "subscription-code",
	} {
		t.Run(name, func(t *testing.T) {
			first, notes := recordRun(t, d, "../examples/scenarios/"+name+".yaml")
			text, err := os.ReadFile(first)
			if err != nil {
				t.Fatal(err)
			}
			second, _ := recordRun(t, d, first)
			again, err := os.ReadFile(second)
			if err != nil {
				t.Fatal(err)
			}
			if string(again) != string(text) {
				t.Errorf("recorded twice:\n%s\n%s\n%s", text, again, notes)
			}
		})
	}
}
