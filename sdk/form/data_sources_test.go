package form_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every file of look-up data names its sources and their versions, and docs/look-up-data.md names the same.
func TestLookUpDataNamesItsSources(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/look-up-data.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("data/*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var data struct{ Sources []string }
		if err := json.Unmarshal(raw, &data); err != nil {
			t.Fatal(err)
		}
		if len(data.Sources) == 0 {
			t.Errorf("%s names no source", file)
		}
		if !strings.Contains(string(page), "`sdk/form/"+file+"`") {
			t.Errorf("docs/look-up-data.md lacks %s", file)
		}
		for _, source := range data.Sources {
			if !strings.Contains(string(page), source) {
				t.Errorf("docs/look-up-data.md lacks the source of %s, %q", file, source)
			}
		}
	}
}
