package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"github.com/cojoin/cojoin/apiserver/admission"
	"github.com/cojoin/cojoin/cli/setting"
)

// Listener is an HTTP server on an address that is already bound, so that no address is announced before it
// accepts connections.
type Listener struct {
	name   string
	server *http.Server
	socket net.Listener
	Failed chan error
}

// ListenOn binds the address. fallback is the remedy in the error for an address in use.
func ListenOn(ctx context.Context, name, addr, fallback string, h http.Handler, log *slog.Logger, bound ConnectionBound) (*Listener, error) {
	socket, err := ListenTCP(ctx, addr)
	if err != nil {
		if errors.Is(err, syscall.EADDRINUSE) {
			return nil, fmt.Errorf("%s: %s is in use by another program; %s", name, addr, fallback)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l := &Listener{
		name: name, socket: bound.on(socket), Failed: make(chan error, 1),
		server: &http.Server{
			Handler:           h,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       20 * time.Second,
			WriteTimeout:      60 * time.Second,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    32 << 10,
			ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // handshakes that clients broke off
		},
	}
	go func() {
		if err := l.server.Serve(l.socket); !errors.Is(err, http.ErrServerClosed) {
			l.Failed <- fmt.Errorf("%s: %w", name, err)
		}
	}()
	return l, nil
}

// ConnectionBound limits the open connections per client address. The private address has no limit: only operators reach it.
type ConnectionBound struct {
	perAddress int
	proxies    []netip.Prefix
}

func boundOf(s *setting.Config) ConnectionBound {
	return ConnectionBound{perAddress: s.ConnectionsPerAddress, proxies: s.TrustedProxies}
}

func (b ConnectionBound) on(socket net.Listener) net.Listener {
	return &admission.Listener{Listener: socket, PerAddress: b.perAddress, Exempt: func(from netip.Addr) bool {
		return slices.ContainsFunc(b.proxies, func(p netip.Prefix) bool { return p.Contains(from) })
	}}
}

// ListenTCP binds an address.
func ListenTCP(ctx context.Context, addr string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
}

// URL returns the address at which a browser on this machine reaches the server.
func (l *Listener) URL() string {
	addr, err := netip.ParseAddrPort(l.socket.Addr().String())
	if err != nil || !addr.Addr().IsUnspecified() {
		return "http://" + l.socket.Addr().String()
	}
	return "http://" + netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), addr.Port()).String()
}

// Stop lets running calls finish until the context ends, then aborts them.
func (l *Listener) Stop(ctx context.Context) error {
	if err := l.server.Shutdown(ctx); err != nil {
		_ = l.server.Close()
		return fmt.Errorf("%s: calls were still running: %w", l.name, err)
	}
	return nil
}
