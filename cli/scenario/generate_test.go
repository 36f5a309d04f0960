package scenario

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// The same seed generates the same sign-ups, and another seed different ones. Each is a valid file.
func TestGenerateIsReproducible(t *testing.T) {
	t.Parallel()
	make := func(seed uint64) []Generated {
		t.Helper()
		list, err := Generate(seed, 40)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	one, again, other := make(7), make(7), make(8)
	countries, kinds := map[string]bool{}, map[string]bool{}
	for i, g := range one {
		if !bytes.Equal(g.YAML, again[i].YAML) {
			t.Errorf("sign-up %d is\n%s\nand then\n%s", i, g.YAML, again[i].YAML)
		}
		if bytes.Equal(bytes.ReplaceAll(g.YAML, []byte("-7-"), []byte("-8-")), other[i].YAML) {
			t.Errorf("sign-up %d is the same for another seed", i)
		}
		for _, step := range g.Steps {
			if step.Billing != nil {
				countries[step.Billing.Address.Country] = true
			}
			if step.Pay != nil {
				kinds[string(step.Pay.PaymentType)] = true
			}
		}
	}
	// The first ones don't depend on the count.
	few, err := Generate(7, 3)
	if err != nil || !bytes.Equal(few[2].YAML, one[2].YAML) {
		t.Errorf("the third of three isn't the third of forty: %v", err)
	}
	if len(countries) != 5 || len(kinds) != len(gateway.PaymentMethods) {
		t.Errorf("forty sign-ups live in %v and pay by %v, want five countries and %d ways", countries, kinds, len(gateway.PaymentMethods))
	}
}

// The page about the shipped scenarios lists each by its name.
func TestPageListsEveryScenario(t *testing.T) {
	t.Parallel()
	const folder = "../../examples/scenarios"
	page, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	for _, file := range files {
		found, err := Load(file, Inputs{})
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %d scenarios, %v", file, len(found), err)
			continue
		}
		s := found[0]
		if line := fmt.Sprintf("| [%[1]s](%[1]s) | %[2]s |", filepath.Base(file), s.Name); !strings.Contains(string(page), line) {
			t.Errorf("README.md lacks the line: %s", line)
		}
	}
}
