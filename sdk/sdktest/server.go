package sdktest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

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

// theServer returns this test binary's server, which is started at the first call. Nothing stops it explicitly: an embedded server and a
// container both end with the process that started them.
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

// startContainer runs tools/container, which is in a module of its own: the Docker clients would be most of the product's dependencies. The program
// removes the container when its standard input ends, which is when this process does.
func startContainer(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/cojoin/cojoin").Output()
	if err != nil {
		return "", fmt.Errorf("find tools/container: %w", err)
	}
	args := []string{"-C", filepath.Join(strings.TrimSpace(string(root)), "tools", "container"), "run", ".", containerImage}
	for name, value := range postgres.FastSettings() {
		args = append(args, name+"="+value)
	}
	var said bytes.Buffer
	cmd := exec.Command("go", args...) //nolint:gosec,noctx // our own program, which lives as long as this process
	cmd.Stderr = &said
	input, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start tools/container: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || !stop() {
		_ = input.Close()
		return "", fmt.Errorf("start %s: %w: %s", containerImage, errors.Join(cmd.Wait(), ctx.Err()), &said)
	}
	go func() { _ = cmd.Wait() }() // keeps the input from being collected, and thereby closed
	return strings.TrimSpace(address), nil
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
