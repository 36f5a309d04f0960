package main

import (
	"context"
	"net/http/httptest"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// provider is the payment provider's sandbox, which outlives whatever happens to ours.
type provider struct {
	*httptest.Server
	ledger *sandbox.Sandbox
}

func openProvider() (*provider, error) {
	ledger, err := sandbox.New(sandbox.Options{})
	if err != nil {
		return nil, err
	}
	return &provider{Server: httptest.NewServer(ledger), ledger: ledger}, nil
}

func (p *provider) close(ctx context.Context) error {
	p.Close()
	return p.ledger.Close(context.WithoutCancel(ctx))
}
