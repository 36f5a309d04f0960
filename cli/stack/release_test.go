package stack

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/cojoin/cojoin/apiserver"
)

// What is printed is the newest release of the changelog, which begins with what isn't released yet. The npm package has the version of the API that it speaks.
func TestVersionIsTheNewestRelease(t *testing.T) {
	t.Parallel()
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := regexp.MustCompile(`(?m)^## (.+)$`).FindAllStringSubmatch(string(changes), 2)
	if len(sections) != 2 || sections[0][1] != "Unreleased" {
		t.Fatalf("the changelog's sections are %q", sections)
	}
	newest := regexp.MustCompile(`^(\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$`).FindStringSubmatch(sections[1][1])
	if newest == nil || newest[1] != version {
		t.Errorf("the newest release is %q, and cojoin says %s", sections[1][1], version)
	}
	raw, err := os.ReadFile("../../widget/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var widget struct{ Version string }
	if err := json.Unmarshal(raw, &widget); err != nil || widget.Version != apiserver.Version {
		t.Errorf("the npm package is %q (%v), and the API that it speaks %s: /embed/v1 moves with its major version", widget.Version, err, apiserver.Version)
	}
}
