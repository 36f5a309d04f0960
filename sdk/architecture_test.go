package sdk_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Each step of a walk and each row of "Where a rule is" in docs/architecture.md names a file and a text in it.
func TestArchitectureNamesExistingPackages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := regexp.MustCompile("\\[[^\\]]+\\]\\(([^)]+)\\): `(\\w+)`").FindAllSubmatch(page, -1)
	if len(steps) < 25 {
		t.Errorf("%d steps were found", len(steps))
	}
	for _, step := range steps {
		source, err := os.ReadFile(filepath.Join("../docs", string(step[1])))
		if err != nil {
			t.Error(err)
			continue
		}
		declared := regexp.MustCompile(`(?m)(func (\([^)]*\) )?|type |const |var |^\t|function |name: |job\.)` + string(step[2]) + `\b`)
		if !declared.Match(source) {
			t.Errorf("%s has no %s", step[1], step[2])
		}
	}
	for part, all := range layers {
		for _, name := range slices.Concat(all...) {
			if _, hidden := filepath.Split(name); name == "." || hidden != name {
				continue
			}
			if !regexp.MustCompile("`" + name + "`").Match(page) {
				t.Errorf("docs/architecture.md doesn't name %s of %s", name, part)
			}
		}
	}
}
