package sdk_test

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/cojoin/cojoin/"

// layers lists the packages of each part of the product, from the lowest layer up. A package imports only lower layers of its part.
// docs/architecture.md has a picture of the SDK's.
var layers = map[string][][]string{
	"sdk":       sdkLayers,
	"apiserver": {{"admission", "request"}, {"problem", "static"}, {"dev", "page", "reference"}, {"."}},
	"cli": {
		{"console", "machine", "scenario", "scenario/layout"}, {"record", "setting"}, {"doctor/attack", "stack"},
		{"catalog", "doctor", "finance", "identity", "payments", "pro", "sandbox", "serve", "scenarios", "session", "signup", "subscriptions"},
		{"codes", "config", "dev", "invite"}, {"events"}, {"."},
	},
	"jobs": {{"."}},
}

var sdkLayers = [][]string{
	{"day"},
	{"day"},
	{"caller", "flag", "identity", "internal/argon2id", "internal/db", "internal/remote", "money", "text"},
	{"brand", "database", "fault", "ledger"},
	{"secret", "site"},
	{"account", "email", "form", "gateway", "integration"},
	{"adapter/braintree", "adapter/delivery", "adapter/outbox", "adapter/smtp", "codes", "job", "price", "professional"},
	{"analytics", "internal/pg", "order"},
	{"adapter/segment", "internal/person", "payment", "privacy", "visitor"},
	{"audit", "checkout", "internal/core", "operate", "signup", "subscription"},
	{"internal/engine/integrations", "internal/engine/orders", "invite", "places", "support"},
	{"adapter/google", "home", "internal/engine/accounts", "internal/engine/payments"},
	{
		"internal/engine/audits", "internal/engine/batches", "internal/engine/identities", "internal/engine/professionals", "internal/engine/signups",
		"internal/engine/subscriptions",
	},
	{"internal/engine/checkouts", "internal/engine/emails", "internal/engine/subjects", "internal/engine/visitors"},
	{"internal/engine/invites", "internal/engine/operations"},
	{"internal/engine/homes"},
	{"internal/engine"},
	{"."},
	{"internal/gen", "sdktest"},
	{"internal/fixture"},
}

// Adapters speak to another service, and the two highest layers are for tests and for generating files.
var speaksHTTP = []string{
	"adapter/braintree", "adapter/delivery", "adapter/google", "adapter/segment", "internal/fixture", "internal/gen", "internal/remote", "sdktest",
}

const mostFiles = 45

type goPackage struct {
	part, name    string // sdk, and the path below it: "." is package sdk
	files         int
	imports, deps []string
}

func TestPackagesImportLowerLayersOnly(t *testing.T) {
	t.Parallel()
	layer := map[string]map[string]int{}
	for part, all := range layers {
		layer[part] = map[string]int{}
		for n, names := range all {
			for _, name := range names {
				layer[part][name] = n
			}
		}
	}
	there := map[string]int{}
	for _, p := range listPackages(t) {
		there[p.part]++
		own, known := layer[p.part][p.name]
		if !known {
			t.Errorf("package %s/%s isn't in the table", p.part, p.name)
			continue
		}
		if p.files > mostFiles {
			t.Errorf("package %s/%s has %d files, at most %d are allowed", p.part, p.name, p.files, mostFiles)
		}
		for _, path := range p.imports {
			part, imported := partOf(path)
			if n := layer[part][imported]; part == p.part && n >= own {
				t.Errorf("%s/%s, in layer %d, imports %s, in layer %d", p.part, p.name, own, imported, n)
			}
		}
		for _, path := range p.imports {
			if strings.HasPrefix(path, "github.com/braintree-go") && p.name != "adapter/braintree" {
				t.Errorf("%s/%s imports %s, which only sdk/adapter/braintree may", p.part, p.name, path)
			}
		}
		if p.part != "sdk" || slices.Contains(speaksHTTP, p.name) {
			continue
		}
		for _, path := range p.deps {
			if path == "net/http" || strings.HasPrefix(path, "github.com/riverqueue") {
				t.Errorf("%s depends on %s", p.name, path)
			}
		}
	}
	for part, names := range layer {
		if there[part] != len(names) {
			t.Errorf("%s has %d packages, and %d in the table", part, there[part], len(names))
		}
	}
}

// partOf returns the part of the product that a package belongs to, and its name there.
func partOf(path string) (part, name string) {
	part, name, _ = strings.Cut(strings.TrimPrefix(path, module), "/")
	return part, cmp.Or(name, ".")
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	args := []string{"list", "-f", `{{.ImportPath}};{{len .GoFiles}};{{join .Imports " "}};{{join .Deps " "}}`}
	for part := range layers {
		args = append(args, module+part+"/...")
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
		p.part, p.name = partOf(fields[0])
		if _, err := fmt.Sscan(fields[1], &p.files); err != nil {
			t.Fatalf("go list: %q: %v", line, err)
		}
		p.imports, p.deps = strings.Fields(fields[2]), strings.Fields(fields[3])
		packages = append(packages, p)
	}
	return packages
}

// Above the SDK: cli → apiserver, jobs → sdk.
func TestProgramsImportOneWay(t *testing.T) {
	t.Parallel()
	cases := []struct {
		pkg    string
		denied []string // packages, and everything below them
	}{
		{"sdk", []string{module + "cli", module + "apiserver", module + "jobs", module + "internal", module + "sdk/adapter"}},
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
