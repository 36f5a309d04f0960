package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cojoin/cojoin/internal/postgres"
)

const (
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
var theServer = sync.OnceValues(openServer)

// startContainer is nil until [UseContainer].
var startContainer func(context.Context) (string, error)

// UseContainer registers a function that starts Postgres in a container and returns the address of its maintenance database. Call it in a test
// package's init. Where the function fails, the embedded server takes its place, unless TEST_POSTGRES is "container".
func UseContainer(start func(context.Context) (address string, err error)) { startContainer = start }

func openServer() (server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return server{url: given}, nil
	}
	demanded := os.Getenv("TEST_POSTGRES") == "container"
	switch {
	case startContainer != nil:
		started, err := startContainer(ctx)
		if err == nil {
			return server{url: started, exclusive: true}, nil
		}
		if demanded {
			return server{}, fmt.Errorf("sdktest: TEST_POSTGRES=container: %w", err)
		}
		fmt.Fprintln(os.Stderr, "sdktest: embedded Postgres:", err)
	case demanded:
		return server{}, errors.New("sdktest: TEST_POSTGRES=container: no UseContainer in this test binary")
	}
	started, err := startEmbedded(ctx)
	return server{url: started, exclusive: true}, err
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
