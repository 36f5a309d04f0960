package attack

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
)

// tryTransport checks that the connection is encrypted.
func tryTransport(ctx context.Context, t *Target) verdict {
	switch {
	case t.local():
		return untried("an address of this machine: nothing goes over a network")
	case t.Public.Scheme != "https":
		return broken(t.Public.Scheme + ": passwords and names travel unencrypted")
	}
	return t.tryTLS(ctx)
}

// tryTLS checks the certificate, the oldest accepted version of TLS, and port 80.
func (t *Target) tryTLS(ctx context.Context) verdict {
	conn, err := t.dialTLS(ctx, &tls.Config{MinVersion: tls.VersionTLS12})
	if err != nil {
		return broken(fmt.Sprintf("no connection that browsers trust: %v", err))
	}
	version := tls.VersionName(conn.ConnectionState().Version)
	_ = conn.Close()
	if old, err := t.dialTLS(ctx, &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil { //nolint:gosec // to see it refused
		_ = old.Close()
		return broken("accepts TLS 1.1 and older")
	}
	if t.Public.Port() == "" {
		if a, err := send(ctx, t.client, "http://"+t.Public.Hostname(), request{path: "/v1/countries"}); err == nil && a.status < http.StatusMultipleChoices {
			return broken("port 80 answers the API without TLS")
		}
	}
	return held(version + ", nothing older than 1.2, and nothing unencrypted")
}

// dialTLS connects as a browser does, over HTTP/1.1.
func (t *Target) dialTLS(ctx context.Context, c *tls.Config) (*tls.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	c.ServerName, c.NextProtos = t.Public.Hostname(), []string{"http/1.1"}
	if base, ok := t.client.Transport.(*http.Transport); ok && base.TLSClientConfig != nil {
		c.RootCAs = base.TLSClientConfig.RootCAs
	}
	plain, err := (&net.Dialer{}).DialContext(ctx, "tcp", t.address())
	if err != nil {
		return nil, err
	}
	conn := tls.Client(plain, c)
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close()
		return nil, err
	}
	return conn, nil
}

// dial connects to the public address, over TLS if its scheme is https.
func (t *Target) dial(ctx context.Context) (net.Conn, error) {
	if t.Public.Scheme == "https" {
		return t.dialTLS(ctx, &tls.Config{MinVersion: tls.VersionTLS12})
	}
	return (&net.Dialer{Timeout: callTimeout}).DialContext(ctx, "tcp", t.address())
}

// tryPrivatePort checks that the private port doesn't answer by the public name.
func tryPrivatePort(ctx context.Context, t *Target) verdict {
	switch {
	case t.local():
		return untried("an address of this machine: run it where the internet sees the installation")
	case t.PrivatePort == "":
		return untried("privateAddr has no port")
	}
	return t.portAnswers(ctx, t.PrivatePort)
}

// portAnswers returns Broken if a port of the public name answers HTTP, and else Held.
func (t *Target) portAnswers(ctx context.Context, port string) verdict {
	at := net.JoinHostPort(t.Public.Hostname(), port)
	a, err := send(ctx, t.client, "http://"+at, request{path: "/livez"})
	if err != nil {
		return held(at + " can't be reached from here")
	}
	return broken(fmt.Sprintf("%s answers (%d): only a token protects metrics, profiles and jobs from the internet", at, a.status))
}
