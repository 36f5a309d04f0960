// Package fleet runs this product's programs as real processes on 127.0.0.1, each with a log of its own, and
// stops, kills and freezes them. The benchmarks, the fault run and the operators' rehearsals use it.
package fleet

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds the product's cojoin command in a folder and returns its path. If $TEST_BINARY names a command, that is used.
func Build(ctx context.Context, dir string) (string, error) {
	if made := os.Getenv("TEST_BINARY"); made != "" {
		return made, nil
	}
	tree, err := Root(ctx)
	if err != nil {
		return "", err
	}
	return BuildOf(ctx, tree, dir)
}

// Root returns the folder of the product's module, with the working directory anywhere in the checkout.
func Root(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/cojoin/cojoin").Output()
	if err != nil {
		return "", fmt.Errorf("fleet: find the product's module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// BuildOf makes the cojoin command of the module that a source tree belongs to.
func BuildOf(ctx context.Context, tree, dir string) (string, error) {
	binary := filepath.Join(dir, "cojoin")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "github.com/cojoin/cojoin/cli") //nolint:gosec // our own command
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("fleet: build: %w: %s", err, out)
	}
	return binary, nil
}

// Settings are the environment of servers, workers and commands over one database, with the provider's sandbox.
// Further settings are appended: the last of a name counts.
func Settings(database, secret, sandbox string) []string {
	return append(os.Environ(), "DATABASE_URL="+database, "COJOIN_SECRET="+secret, "COJOIN_ENVIRONMENT=development",
		"COJOIN_PAYMENT_PROVIDER=sandbox", "COJOIN_PAYMENT_SANDBOX_URL="+sandbox)
}

// EncodeSecret writes a server's secret as the settings want it.
func EncodeSecret(secret []byte) string { return base64.StdEncoding.EncodeToString(secret) }

// NewSecret makes a server's secret.
func NewSecret() []byte {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// Command runs a command of the binary to its end, and gives all that it said.
func Command(ctx context.Context, binary string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, binary, args...) //nolint:gosec // our own command
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("cojoin %v: %w: %s", args, err, out)
	}
	return string(out), nil
}

// portTries is how many ports are tried before none counts as free.
const portTries = 100

// FreePort finds a port on 127.0.0.1 that nobody listens at, below those that systems give out by themselves: one of these may be another
// program's connection by the time it is used. A server needs none: give it port 0 and ask [Process.Serving].
func FreePort(ctx context.Context) (int, error) {
	var last error
	for range portTries {
		port := 20_000 + mathrand.IntN(10_000) //nolint:gosec // no secret
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			last = err
			continue
		}
		if err := l.Close(); err != nil {
			return 0, fmt.Errorf("fleet: %w", err)
		}
		return port, nil
	}
	return 0, fmt.Errorf("fleet: no port is free: %w", last)
}

// FreeAddr finds an address on 127.0.0.1 in the same way.
func FreeAddr(ctx context.Context) (string, error) {
	port, err := FreePort(ctx)
	return fmt.Sprintf("127.0.0.1:%d", port), err
}
