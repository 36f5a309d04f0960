package container_test

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"

	"github.com/cojoin/cojoin/internal/container"
)

func TestWithoutAnEngine(t *testing.T) {
	t.Setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
	t.Setenv("HOME", t.TempDir()) // settings there may name an engine
	began := time.Now()
	address, err := container.Start(t.Context())
	if address != "" || err == nil || !strings.HasPrefix(err.Error(), "no container engine answers: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %q, %v", address, err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("the error took %s", took)
	}
}

func TestPageBuildsTheImages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/how-to/test.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, image := range []string{container.Image, testcontainers.ReaperDefaultImage} { //nolint:staticcheck // the only public name of the image that this version runs
		if !bytes.Contains(page, []byte("`docker pull "+image+"`")) {
			t.Errorf("docs/how-to/test.md doesn't get %s", image)
		}
	}
}

// Programs and test environments don't compile a container engine's client. Each of our own tests with a database can use a container.
func TestTestsAloneImportIt(t *testing.T) {
	t.Parallel()
	const module = "github.com/cojoin/cojoin/"
	for line := range strings.Lines(list(t, "-deps", "../../sdk/sdktest", "../../cli")) {
		if strings.Contains(line, "testcontainers") || strings.Contains(line, "/moby/") || strings.Contains(line, "/docker/") {
			t.Errorf("sdktest or cli imports %s", line)
		}
	}
	// Examples are written as a host writes them, so they use the same server as a host's tests.
	const ofTests = `{{.ImportPath}} {{join .TestImports " "}} {{if ne (join .XTestGoFiles " ") "example_test.go"}}{{join .XTestImports " "}}{{end}}`
	for line := range strings.Lines(list(t, "-f", ofTests, "../../...")) {
		imports := strings.Fields(line)
		if slices.Contains(imports, module+"sdk/sdktest") && !slices.Contains(imports, module+"sdk/internal/fixture") &&
			!slices.Contains(imports, module+"internal/container") && !strings.HasPrefix(line, module+"examples/") {
			t.Errorf("%s has tests with sdktest, without internal/container", imports[0])
		}
	}
}

func list(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return string(out)
}
