package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/reference/cli is up to date with the commands.
func TestReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	want, err := referencePages(newRootCommand())
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../docs/reference/cli/*.md")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]byte{}
	for _, file := range files {
		if got[filepath.Base(file)], err = os.ReadFile(file); err != nil { //nolint:gosec // our own documents
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run: cojoin reference docs/reference/cli (-commands +files):\n%.2000s", diff)
	}
}
