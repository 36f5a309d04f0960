package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// provider is the payment provider's sandbox, which outlives whatever happens to ours.
type provider struct {
	*httptest.Server
	ledger *sandbox.Sandbox
}

func openProvider() (*provider, error) { return openProviderAt("127.0.0.1:0") }

// openProviderAt is openProvider at an address that others can reach.
func openProviderAt(address string) (*provider, error) {
	listener, err := net.Listen("tcp", address) //nolint:noctx // it is there in an instant, or refused
	if err != nil {
		return nil, err
	}
	ledger, err := sandbox.New(sandbox.Options{})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: ledger}} //nolint:gosec // only our own processes call it
	server.Start()
	return &provider{Server: server, ledger: ledger}, nil
}

// at is its address for who knows this machine by another name.
func (p *provider) at(name string) string {
	_, port, _ := net.SplitHostPort(p.Listener.Addr().String()) // its own
	return "http://" + net.JoinHostPort(name, port)
}

func (p *provider) close(ctx context.Context) error {
	p.Close()
	return p.ledger.Close(context.WithoutCancel(ctx))
}
