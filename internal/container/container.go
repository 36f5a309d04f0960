// Package container starts a test binary's Postgres in a container. Our tests import it for its side effect: [sdktest] then prefers the container to
// its embedded server. It is a separate package so that programs that import sdktest don't compile a container engine's clients.
package container

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/moby/moby/api/types/container"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"
	"github.com/testcontainers/testcontainers-go/wait"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const (
	// Image is either Docker's official one or the one of docs/how-to/test.md, from Debian's packages.
	Image    = "postgres:17"
	port     = "5432/tcp"
	password = "test"
	// script needs only sh and the server's programs from an image. Debian doesn't put the latter on the path.
	script = `PATH=$PATH:$(echo /usr/lib/postgresql/*/bin) && echo ` + password + ` > /tmp/password &&
initdb -D /tmp/data -U postgres -E UTF8 --locale=C.UTF-8 --auth=scram-sha-256 --pwfile=/tmp/password >/dev/null &&
echo 'host all all all scram-sha-256' >> /tmp/data/pg_hba.conf && exec postgres -D /tmp/data -c 'listen_addresses=*' -c unix_socket_directories=/tmp "$@"`
)

func init() { sdktest.UseContainer(Start) }

// Start starts a server and returns the address of its maintenance database. It fails immediately without a container engine or image: it pulls
// nothing. The reaper of testcontainers removes the container after the test binary's end.
func Start(ctx context.Context) (string, error) {
	log.SetDefault(log.NewNoopLogger())
	engine, err := testcontainers.NewDockerProvider()
	if err != nil {
		return "", errors.New("no container engine answers: " + strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	defer func() { _ = engine.Close() }()
	images := []string{Image}
	if !engine.Config().Config.RyukDisabled {
		images = append(images, testcontainers.ReaperDefaultImage) //nolint:staticcheck // the only public name of the image that this version runs
	}
	for _, image := range images {
		if _, err := engine.Client().ImageInspect(ctx, image); err != nil {
			return "", fmt.Errorf("the container engine lacks the image %s, see docs/how-to/test.md: %w", image, err)
		}
	}
	args := []string{script, "postgres"}
	for name, value := range postgres.FastSettings() {
		args = append(args, "-c", name+"="+value)
	}
	started, err := testcontainers.Run(ctx, Image,
		testcontainers.WithConfigModifier(func(c *container.Config) { c.User = "postgres" }),
		testcontainers.WithEntrypoint("sh", "-c"), testcontainers.WithCmd(args...),
		testcontainers.WithExposedPorts(port), testcontainers.WithWaitStrategy(wait.ForListeningPort(port)))
	if err != nil {
		return "", fmt.Errorf("start %s: %w", Image, err)
	}
	address, err := started.PortEndpoint(ctx, port, "")
	if err != nil {
		return "", err
	}
	return "postgres://postgres:" + password + "@" + address + "/postgres?sslmode=disable", nil
}
