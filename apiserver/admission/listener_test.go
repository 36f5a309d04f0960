package admission

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"time"
)

// knock connects and reports whether the connection stays open.
func knock(t *testing.T, addr string) (net.Conn, bool) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if errors.Is(err, syscall.ECONNRESET) { // reset before the dial returned
		return nil, false
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	one := make([]byte, 1)
	_, err = conn.Read(one)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("neither greeted nor reset")
	}
	return conn, err == nil
}

// greet writes a byte to every accepted connection and closes it when the other side does.
func greet(t *testing.T, l *Listener) string {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Listener = socket
	t.Cleanup(func() { _ = socket.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = conn.Write([]byte("!"))
				_, _ = io.Copy(io.Discard, conn)
			}()
		}
	}()
	return socket.Addr().String()
}

func TestConnectionsPerAddressAreLimited(t *testing.T) {
	t.Parallel()
	addr := greet(t, &Listener{PerAddress: 3})
	var first net.Conn
	for n := range 3 {
		conn, open := knock(t, addr)
		if !open {
			t.Fatalf("connection %d is refused", n)
		}
		first = conn
	}
	if _, open := knock(t, addr); open {
		t.Error("a fourth connection is accepted")
	}
	_ = first.Close()
	for deadline := time.Now().Add(5 * time.Second); ; {
		if _, open := knock(t, addr); open {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("no connection in the place of one that was closed")
		}
	}
}

func TestOwnProxiesAreNotLimited(t *testing.T) {
	t.Parallel()
	addr := greet(t, &Listener{PerAddress: 1, Exempt: func(a netip.Addr) bool { return a.IsLoopback() }})
	for n := range 3 {
		if _, open := knock(t, addr); !open {
			t.Errorf("connection %d of a proxy is refused", n)
		}
	}
}

func TestLimitAppliesToNetwork(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "::ffff:203.0.113.9": "203.0.113.9", "2001:db8:1:2:3::4": "2001:db8:1:2::", "fe80::1%eth0": "fe80::",
	} {
		if got := network(netip.MustParseAddr(from)).String(); got != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}
