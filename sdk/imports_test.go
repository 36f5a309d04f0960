package sdk_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/cojoin/cojoin/"

var update = flag.Bool("update", false, "rewrite the rooms' rules in .golangci.yml")

// buildings are the product's parts, each with its packages from the bottom up. A package imports packages of its building's lower
// floors only. docs/architecture.md has the SDK's as a picture.
var buildings = map[string][][]string{
	"sdk":       floors,
	"apiserver": {{"admission", "request"}, {"problem", "static"}, {"dev", "page", "reference"}, {"."}},
	"cli": {
		{"console", "machine", "scenario"}, {"setting"}, {"doctor/attack", "stack"},
		{"catalog", "doctor", "finance", "identity", "payments", "pro", "sandbox", "serve", "session", "signup", "subscriptions"},
		{"codes", "config", "dev", "invite"}, {"events"}, {"."},
	},
	"jobs": {{"."}},
}

// floors are the SDK's.
var floors = [][]string{
	{"caller", "flag", "internal/argon2id", "internal/db", "internal/remote", "money", "text"},
	{"brand"},
	{"internal/letter", "site"},
	{"database", "fault", "ledger"},
	{"secret"},
	{"form", "gateway", "mailer"},
	{"braintree", "job", "mail", "price"},
	{"internal/pg"},
	{"internal/person"},
	{"internal/core"},
	{"host", "order"},
	{"account", "payment", "webhook"},
	{"codes", "identity", "professional", "signup", "subscription"},
	{"checkout", "letters", "visitor"},
	{"analytics", "invite", "operate", "places"},
	{"home"},
	{"."},
	{"internal/gen", "sdktest"},
	{"internal/fixture"},
}

// Adapters speak to another service, and the two last floors are for tests and for generating files.
var speaksHTTP = []string{"analytics", "braintree", "internal/fixture", "internal/gen", "internal/remote", "places", "sdktest", "webhook"}

const mostFiles = 45

type goPackage struct {
	building, name string // sdk, and what is below it: "." is package sdk
	files          int
	imports, deps  []string
}

func TestPackagesImportLowerFloorsOnly(t *testing.T) {
	t.Parallel()
	floor := map[string]map[string]int{}
	for building, floors := range buildings {
		floor[building] = map[string]int{}
		for n, names := range floors {
			for _, name := range names {
				floor[building][name] = n
			}
		}
	}
	there := map[string]int{}
	for _, p := range listPackages(t) {
		there[p.building]++
		own, known := floor[p.building][p.name]
		if !known {
			t.Errorf("package %s/%s isn't in the table", p.building, p.name)
			continue
		}
		if p.files > mostFiles {
			t.Errorf("package %s/%s has %d files, at most %d are allowed", p.building, p.name, p.files, mostFiles)
		}
		for _, path := range p.imports {
			building, imported := roomOf(path)
			if n := floor[building][imported]; building == p.building && n >= own {
				t.Errorf("%s/%s, on floor %d, imports %s, on floor %d", p.building, p.name, own, imported, n)
			}
		}
		if p.building != "sdk" || slices.Contains(speaksHTTP, p.name) {
			continue
		}
		for _, path := range p.deps {
			if path == "net/http" || strings.HasPrefix(path, "github.com/riverqueue") {
				t.Errorf("%s depends on %s", p.name, path)
			}
		}
	}
	for building, names := range floor {
		if there[building] != len(names) {
			t.Errorf("%s has %d packages, and %d in the table", building, there[building], len(names))
		}
	}
}

// roomOf returns the building that a package is part of, and its name there.
func roomOf(path string) (building, name string) {
	building, name, _ = strings.Cut(strings.TrimPrefix(path, module), "/")
	return building, cmp.Or(name, ".")
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	args := []string{"list", "-f", `{{.ImportPath}};{{len .GoFiles}};{{join .Imports " "}};{{join .Deps " "}}`}
	for building := range buildings {
		args = append(args, module+building+"/...")
	}
	out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	var packages []goPackage
	for line := range strings.Lines(string(out)) {
		var p goPackage
		fields := strings.Split(strings.TrimSpace(line), ";")
		if len(fields) != 4 {
			t.Fatalf("go list: %q", line)
		}
		p.building, p.name = roomOf(fields[0])
		if _, err := fmt.Sscan(fields[1], &p.files); err != nil {
			t.Fatalf("go list: %q: %v", line, err)
		}
		p.imports, p.deps = strings.Fields(fields[2]), strings.Fields(fields[3])
		packages = append(packages, p)
	}
	return packages
}

// The linter denies each room everything of its building but the lower floors, so that an editor shows a wrong import
// before a test does.
func TestLinterKnowsTheFloors(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../.golangci.yml", "        # Rooms: written by go test ./sdk -run Linter -args -update\n", "        # End of the rooms\n"
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(file), begin)
	got, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no rules for rooms", path)
	}
	want := linterRules()
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("the rooms' rules in %s aren't those of the table: go test ./sdk -run Linter -args -update", path)
	}
}

func linterRules() string {
	var rules strings.Builder
	rules.WriteString("        adapters:\n          { list-mode: lax, files: [\"**/sdk/**/*.go\", \"!**/*_test.go\"")
	for _, name := range speaksHTTP {
		fmt.Fprintf(&rules, ", \"!**/sdk/%s/*.go\"", name)
	}
	rules.WriteString("],\n            deny: [{ pkg: net/http$, desc: \"only adapters speak HTTP\" }, { pkg: github.com/riverqueue, desc: \"the SDK knows no job runner: use job.Inserter\" }] }\n")
	for _, building := range slices.Sorted(maps.Keys(buildings)) {
		roomRules(&rules, building)
	}
	return rules.String()
}

func roomRules(rules *strings.Builder, building string) {
	var lower []string
	for _, names := range buildings[building] {
		for _, name := range names {
			files, rule := "**/"+building+"/"+name+"/*.go", building+"-"+strings.ReplaceAll(name, "/", "-")
			if name == "." {
				files, rule = "**/"+building+"/*.go", building
			}
			fmt.Fprintf(rules, "        %s:\n          { list-mode: lax, files: [\"%s\", \"!**/*_test.go\"],\n", rule, files)
			fmt.Fprintf(rules, "            deny: [{ pkg: %s%s, desc: \"rooms import lower floors only: docs/architecture.md\" }],\n", module, building)
			fmt.Fprintf(rules, "            allow: [%s] }\n", strings.Join(lower, ", "))
		}
		for _, name := range names {
			lower = append(lower, strings.TrimSuffix(module+building+"/"+name, "/.")+"$")
		}
	}
}

// Above the SDK: cli → apiserver, jobs → sdk.
func TestProgramsImportOneWay(t *testing.T) {
	t.Parallel()
	cases := []struct {
		pkg    string
		denied []string // packages, and everything below them
	}{
		{"sdk", []string{module + "cli", module + "apiserver", module + "jobs", module + "internal", module + "sdk/analytics", module + "sdk/braintree", module + "sdk/mail", module + "sdk/places", module + "sdk/webhook"}},
		{"apiserver", []string{"github.com/riverqueue", module + "jobs", module + "cli"}},
		{"jobs", []string{module + "apiserver", module + "cli"}},
		{"examples/go-service", []string{module + "apiserver", module + "cli", module + "internal"}},
		{"internal/sandbox", []string{module + "apiserver", module + "jobs", module + "cli"}},
		{"internal/postgres", []string{module + "apiserver", module + "jobs", module + "cli"}},
	}
	for _, c := range cases {
		t.Run(c.pkg, func(t *testing.T) {
			t.Parallel()
			out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", module+c.pkg).CombinedOutput()
			if err != nil {
				t.Fatalf("go list: %v\n%s", err, out)
			}
			deps := strings.Fields(string(out))
			if !slices.Contains(deps, module+c.pkg) {
				t.Fatalf("go list doesn't name the package itself: %s", out)
			}
			for _, dep := range deps {
				for _, denied := range c.denied {
					if dep == denied || strings.HasPrefix(dep, denied+"/") {
						t.Errorf("%s imports %s", c.pkg, dep)
					}
				}
			}
		})
	}
}
