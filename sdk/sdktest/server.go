package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/testcontainers/testcontainers-go"
	tcpostgres "github.com/testcontainers/testcontainers-go/modules/postgres"

	"github.com/cojoin/cojoin/internal/postgres"
)

const (
	containerImage = "postgres:17-alpine"
	// serverSlots is how many test binaries may run side by side, each with an embedded server.
	serverSlots = 32
	startLimit  = 2 * time.Minute
)

// server is where a test binary has its databases.
type server struct {
	url       string // of the maintenance database
	exclusive bool   // no other test binary uses it
}

// theServer gives this test binary's server, which is started at the first call. Nothing stops it
// explicitly: an embedded server ends with the process that started it, a container is taken away by its
// reaper.
var theServer = sync.OnceValues(func() (server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return server{url: given}, nil
	}
	if dockerAnswers(ctx) {
		started, err := startContainer(ctx)
		if err == nil {
			return server{url: started, exclusive: true}, nil
		}
		fmt.Fprintln(os.Stderr, "sdktest: no container, so the embedded server is used:", err)
	}
	started, err := startEmbedded(ctx)
	return server{url: started, exclusive: true}, err
})

// dockerAnswers asks the engine, because the client alone says nothing: it is often there without one.
func dockerAnswers(ctx context.Context) bool {
	network, address := "unix", "/var/run/docker.sock"
	if host, err := url.Parse(os.Getenv("DOCKER_HOST")); err == nil && host.Scheme != "" {
		network, address = host.Scheme, host.Host+host.Path
	}
	if network != "unix" && network != "tcp" {
		return false
	}
	client := http.Client{Timeout: time.Second, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		},
	}}
	defer client.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://docker/_ping", nil)
	if err != nil {
		return false
	}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

func startContainer(ctx context.Context) (string, error) {
	settings := []string{"postgres"}
	for name, value := range postgres.FastSettings() {
		settings = append(settings, "-c", name+"="+value)
	}
	c, err := tcpostgres.Run(ctx, containerImage,
		tcpostgres.BasicWaitStrategies(), testcontainers.WithCmd(settings...))
	if err != nil {
		return "", fmt.Errorf("start %s: %w", containerImage, err)
	}
	return c.ConnectionString(ctx, "sslmode=disable")
}

// startEmbedded starts a server on the first data folder that no other test binary uses. The folders stay
// for the next run, which then starts in a fraction of the time.
func startEmbedded(ctx context.Context) (string, error) {
	// Not under the home: run as root the server is another user, who may not enter there.
	base := filepath.Join(cmp.Or(memoryFolder(), os.TempDir()), "cojoin-test-postgres-"+strconv.Itoa(os.Getuid()))
	for slot := range serverSlots {
		folder := filepath.Join(base, strconv.Itoa(slot))
		started, err := startOn(ctx, folder)
		if errors.Is(err, postgres.ErrInUse) {
			continue
		}
		if err != nil && !errors.Is(err, postgres.ErrNotFound) && !errors.Is(err, postgres.ErrUnsupported) {
			// Left over from another version, or cut off without fsync: nothing in it is worth keeping.
			if removeErr := os.RemoveAll(folder); removeErr != nil {
				return "", errors.Join(err, removeErr)
			}
			started, err = startOn(ctx, folder)
		}
		if err != nil {
			return "", fmt.Errorf("start embedded postgres: %w", err)
		}
		return started.URL(), nil
	}
	return "", fmt.Errorf("start embedded postgres: all %d folders under %s are in use", serverSlots, base)
}

func startOn(ctx context.Context, folder string) (*postgres.Server, error) {
	return postgres.Start(ctx, postgres.Options{DataDir: folder, Settings: postgres.FastSettings()})
}

// database is the address of another database of the server.
func (s server) database(name string) (string, error) {
	u, err := url.Parse(s.url)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return "", errors.New("sdktest: TEST_DATABASE_URL is no postgres:// URL") // its text may hold a password
	}
	u.Path = "/" + name
	return u.String(), nil
}
