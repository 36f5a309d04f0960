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
	// serverSlots is the maximum number of concurrent test binaries with an embedded server.
	serverSlots = 32
	startLimit  = 2 * time.Minute
)

// server is the Postgres server of a test binary.
type server struct {
	url       string // of the maintenance database
	exclusive bool   // no other test binary uses it
}

// theServer returns this test binary's server and starts it at the first call. Nothing stops it explicitly: an embedded server and a container both
// end with their process.
var theServer = sync.OnceValues(openServer)

// startContainer is nil until [UseContainer].
var startContainer func(context.Context) (string, error)

// UseContainer registers a function that starts Postgres in a container and returns the address of its maintenance database. Call it in a test
// package's init. If the function fails, the embedded server is used, unless TEST_POSTGRES is "container".
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

// startEmbedded starts a server on the first data folder that no other test binary uses. The folders stay for the next run, which then starts much
// faster.
func startEmbedded(ctx context.Context) (string, error) {
	// Not in the home folder: as root, the server runs as another user, without access to it.
	base := filepath.Join(cmp.Or(memoryFolder(), os.TempDir()), "cojoin-test-postgres-"+strconv.Itoa(os.Getuid()))
	for slot := range serverSlots {
		folder := filepath.Join(base, strconv.Itoa(slot))
		started, err := startOn(ctx, folder)
		if errors.Is(err, postgres.ErrInUse) {
			continue
		}
		if err != nil && !errors.Is(err, postgres.ErrNotFound) && !errors.Is(err, postgres.ErrUnsupported) {
			// The folder is from another version, or was cut off without fsync. Nothing in it is worth keeping.
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

// database returns the address of another database of the server.
func (s server) database(name string) (string, error) {
	u, err := url.Parse(s.url)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return "", errors.New("sdktest: TEST_DATABASE_URL is no postgres:// URL") // the URL may contain a password
	}
	u.Path = "/" + name
	return u.String(), nil
}
