package sdk_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/cojoin/cojoin/"

// Imports run one way: cli → apiserver, jobs, adapters → sdk → money, text, internal/db. The root package
// knows neither HTTP nor a job runner.
func TestImports(t *testing.T) {
	t.Parallel()
	cases := []struct {
		pkg    string
		denied []string // packages, and everything below them
	}{
		{"sdk", []string{"net/http", "github.com/riverqueue", module + "cli", module + "apiserver", module + "jobs", module + "internal", module + "sdk/braintree", module + "sdk/mail", module + "sdk/places", module + "sdk/analytics"}},
		{"sdk/money", []string{"net/http", module + "sdk/internal", module + "sdk/text"}},
		{"sdk/text", []string{"net/http", module + "sdk/internal", module + "sdk/money"}},
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
