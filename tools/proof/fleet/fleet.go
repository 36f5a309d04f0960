// Package fleet runs this product's programs as real processes on 127.0.0.1, each with its own log. It stops, kills and freezes them. The benchmarks,
// the fault run and the operators' rehearsals use it.
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

// Build builds the product's cojoin command in a folder and returns its path. If $TEST_BINARY names a command, Build returns that one.
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

// Root returns the folder of the product's module. The working directory may be anywhere in the checkout.
func Root(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/cojoin/cojoin").Output()
	if err != nil {
		return "", fmt.Errorf("fleet: find the product's module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// BuildOf builds the cojoin command from the module of a source tree.
func BuildOf(ctx context.Context, tree, dir string) (string, error) {
	binary := filepath.Join(dir, "cojoin")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "github.com/cojoin/cojoin/cli") //nolint:gosec // our own command
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("fleet: build: %w: %s", err, out)
	}
	return binary, nil
}

// Settings returns the environment of servers, workers and commands on one database, with the provider's sandbox. Append further settings: the last
// of a name counts.
func Settings(database, secret, sandbox string) []string {
	return append(os.Environ(), "DATABASE_URL="+database, "COJOIN_SECRET="+secret, "COJOIN_ENVIRONMENT=development",
		"COJOIN_PAYMENT_PROVIDER=sandbox", "COJOIN_PAYMENT_SANDBOX_URL="+sandbox)
}

// EncodeSecret encodes a server's secret for the settings.
func EncodeSecret(secret []byte) string { return base64.StdEncoding.EncodeToString(secret) }

// NewSecret returns a new server secret.
func NewSecret() []byte {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// Command runs a command of the binary to its end, and returns its output.
func Command(ctx context.Context, binary string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, binary, args...) //nolint:gosec // our own command
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("cojoin %v: %w: %s", args, err, out)
	}
	return string(out), nil
}

// portTries limits the search for a free port.
const portTries = 100

// FreePort returns an unused port on 127.0.0.1, below the system's ephemeral ports: another program's connection may take one of those before it is
// used. A server doesn't need FreePort: give it port 0 and read [Process.Serving].
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

// FreeAddr returns an unused address on 127.0.0.1 in the same way.
func FreeAddr(ctx context.Context) (string, error) {
	port, err := FreePort(ctx)
	return fmt.Sprintf("127.0.0.1:%d", port), err
}
