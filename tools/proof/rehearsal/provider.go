package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// provider is the payment provider's sandbox. It outlives every accident of our processes.
type provider struct {
	*httptest.Server
	ledger *sandbox.Sandbox
}

func openProvider() (*provider, error) { return openProviderAt("127.0.0.1:0") }

// openProviderAt is openProvider at an address that others can reach.
func openProviderAt(address string) (*provider, error) {
	listener, err := net.Listen("tcp", address) //nolint:noctx // succeeds or fails immediately
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

// at returns its address under another name of this machine.
func (p *provider) at(name string) string {
	_, port, _ := net.SplitHostPort(p.Listener.Addr().String()) // its own
	return "http://" + net.JoinHostPort(name, port)
}

func (p *provider) close(ctx context.Context) error {
	p.Close()
	return p.ledger.Close(context.WithoutCancel(ctx))
}

// sandboxSettings let a deployment take payments at the provider's sandbox, and lift the limits of calls from one address.
func sandboxSettings(address string) map[string]string {
	settings := map[string]string{
		"COJOIN_ENVIRONMENT": "development", "COJOIN_PAYMENT_PROVIDER": "sandbox", "COJOIN_PAYMENT_SANDBOX_URL": address,
		"COJOIN_PAYMENT_MERCHANT_ID": sandbox.DefaultMerchantID, "COJOIN_PAYMENT_PUBLIC_KEY": sandbox.DefaultPublicKey, "COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD": "cojoin_usd",
	}
	for _, limit := range []string{"writes", "duplicates", "payments", "logins", "loginAddress"} {
		settings["COJOIN_LIMITS_"+limit] = "off"
	}
	return settings
}
