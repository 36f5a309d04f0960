package scenario

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/cli/scenario/layout"
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
		if formatted, err := layout.Format(g.YAML); err != nil || !bytes.Equal(formatted, g.YAML) {
			t.Errorf("sign-up %d isn't formatted: %v\n%s", i, err, g.YAML)
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
	files, err := Files(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		found, err := Load(file, Inputs{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		name, _, _ := strings.Cut(found[0].Name, " [")
		path := filepath.ToSlash(strings.TrimPrefix(file, filepath.FromSlash(folder)+"/"))
		if line := fmt.Sprintf("| [%s](%s) | %s |", filepath.Base(file), path, name); !strings.Contains(string(page), line) {
			t.Errorf("README.md lacks the line: %s", line)
		}
	}
}

// The page explains every key of a file and of a step, and its examples are scenarios.
func TestPageExplainsTheLanguage(t *testing.T) {
	t.Parallel()
	const folder = "../../examples/scenarios"
	raw, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	s := readSchema()
	for _, key := range append(s.keys("#"), s.keys("#/$defs/step")...) {
		if !strings.Contains(page, "`"+key+"`") && !strings.Contains(page, "`"+key+": ") {
			t.Errorf("README.md doesn't explain %s", key)
		}
	}
	blocks := regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(page, -1)
	for _, block := range blocks {
		text := block[1]
		if strings.HasPrefix(text, "steps:") {
			text = "name: A\n" + text
		}
		if _, err := Read(filepath.Join(folder, "README.yaml"), []byte(text), Inputs{}); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	if len(blocks) < 4 {
		t.Errorf("%d examples", len(blocks))
	}
}
