package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update rewrites the golden file: go test ./cli/scenario -run TestPlantedMistakes -update
var update = flag.Bool("update", false, "rewrite the golden files")

// Each file has one planted mistake. Its whole message leads to the line and the cure.
func TestPlantedMistakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mistakes/*.yaml")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var got strings.Builder
	for _, file := range files {
		scenarios, err := Load(file, Inputs{})
		if err == nil {
			t.Errorf("%s has no mistake: %d scenarios", file, len(scenarios))
			continue
		}
		got.WriteString(strings.ReplaceAll(err.Error(), "testdata/mistakes/", "") + "\n")
	}
	const golden = "testdata/mistakes/expected.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
