package chaos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"time"
)

// commitLoser is a proxy between the processes and Postgres. Now and then it loses the acknowledgement of a commit: the transaction is committed, and
// the waiting process finds its connection closed.
type commitLoser struct {
	listener net.Listener
	postgres func() string // the server's URL, over its socket
	share    float64       // of the commits

	mu   sync.Mutex
	rand *rand.Rand
	lost int
	calm bool
	open map[net.Conn]bool
	all  sync.WaitGroup
}

// commitMessage is the client's COMMIT, a simple query.
var commitMessage = []byte("Q\x00\x00\x00\x0bcommit\x00")

func newCommitLoser(ctx context.Context, postgres func() string, share float64, seed uint64) (*commitLoser, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("chaos: %w", err)
	}
	l := &commitLoser{
		listener: listener, postgres: postgres, share: share, open: map[net.Conn]bool{},
		rand: rand.New(rand.NewPCG(seed, 3)), //nolint:gosec // faults, not secrets
	}
	l.all.Go(l.accept)
	return l, nil
}

// url returns the address at which processes reach Postgres through the proxy.
func (l *commitLoser) url() (string, error) {
	u, err := url.Parse(l.postgres())
	if err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	return (&url.URL{Scheme: "postgres", User: u.User, Host: l.listener.Addr().String(), Path: u.Path, RawQuery: "sslmode=disable"}).String(), nil
}

func (l *commitLoser) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.all.Go(func() { l.serve(client) })
	}
}

// serve forwards one connection until either side ends it, or a commit is to be lost.
func (l *commitLoser) serve(client net.Conn) {
	defer l.forget(client)
	server, err := l.dial()
	if err != nil {
		return // Postgres is down, and so is the connection
	}
	defer l.forget(server)
	if !l.keep(client, server) {
		return
	}
	var answers sync.WaitGroup
	answers.Go(func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	})
	defer answers.Wait()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if n > 0 {
			if bytes.HasSuffix(buf[:n], commitMessage) && l.loses() {
				l.commitUnheard(client, server, buf[:n])
				return
			}
			if _, err := server.Write(buf[:n]); err != nil {
				_ = client.Close()
				return
			}
		}
		if err != nil {
			_ = server.Close()
			return
		}
	}
}

// commitUnheard disconnects the client and still lets Postgres commit.
func (l *commitLoser) commitUnheard(client, server net.Conn, message []byte) {
	_ = client.Close()
	_, _ = server.Write(message)
	time.Sleep(100 * time.Millisecond) // a commit takes microseconds; its reply goes nowhere
	_ = server.Close()
}

// dial connects to Postgres over its current socket.
func (l *commitLoser) dial() (net.Conn, error) {
	u, err := url.Parse(l.postgres())
	if err != nil {
		return nil, fmt.Errorf("chaos: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return (&net.Dialer{}).DialContext(ctx, "unix", filepath.Join(u.Query().Get("host"), ".s.PGSQL."+u.Query().Get("port")))
}

// loses reports whether to lose this commit.
func (l *commitLoser) loses() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calm || l.rand.Float64() >= l.share {
		return false
	}
	l.lost++
	return true
}

func (l *commitLoser) calmDown() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calm = true
}

// losses returns the number of lost acknowledgements.
func (l *commitLoser) losses() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

func (l *commitLoser) keep(conns ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		return false
	}
	for _, c := range conns {
		l.open[c] = true
	}
	return true
}

func (l *commitLoser) forget(c net.Conn) {
	_ = c.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// close ends every connection.
func (l *commitLoser) close() error {
	err := l.listener.Close()
	l.mu.Lock()
	for c := range l.open {
		_ = c.Close()
	}
	l.open = nil
	l.mu.Unlock()
	l.all.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
