package admission

import (
	"net"
	"net/netip"
	"sync"
)

// Listener limits the open connections of each address and resets further ones. Idle connections count, too, as do clients that send headers
// byte by byte or don't read their responses.
type Listener struct {
	net.Listener
	PerAddress int                   // maximum; zero or less: no limit
	Exempt     func(netip.Addr) bool // reports our proxies, which connect for many clients. Nil: none

	mu   sync.Mutex
	open map[netip.Addr]int
}

// Accept implements [net.Listener].
func (l *Listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || l.PerAddress <= 0 {
			return conn, err
		}
		source, err := netip.ParseAddrPort(conn.RemoteAddr().String())
		if err != nil { // no address to count, such as that of a Unix socket
			return conn, nil //nolint:nilerr // the connection is good
		}
		if l.Exempt != nil && l.Exempt(source.Addr().Unmap()) {
			return conn, nil
		}
		from := network(source.Addr())
		if l.take(from) {
			return &countedConn{Conn: conn, end: sync.OnceFunc(func() { l.giveBack(from) })}, nil
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // close with a reset, which leaves no TIME_WAIT
		}
		_ = conn.Close()
	}
}

// network returns the address by which a connection is counted. An IPv6 address counts as its /64, the usual network of one household.
func network(addr netip.Addr) netip.Addr {
	addr = addr.Unmap()
	if addr.Is6() {
		if prefix, err := addr.WithZone("").Prefix(64); err == nil {
			return prefix.Addr()
		}
	}
	return addr
}

func (l *Listener) take(from netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		l.open = map[netip.Addr]int{}
	}
	if l.open[from] >= l.PerAddress {
		return false
	}
	l.open[from]++
	return true
}

func (l *Listener) giveBack(from netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[from]--; l.open[from] <= 0 {
		delete(l.open, from)
	}
}

// countedConn is a connection that counts until it is closed.
type countedConn struct {
	net.Conn
	end func()
}

// Close implements [net.Conn].
func (c *countedConn) Close() error {
	defer c.end()
	return c.Conn.Close()
}
