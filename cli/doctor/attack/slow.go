package attack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// slowClients is the number of connections held at a time.
const slowClients = 8

// trySlowHeaders starts calls with endless headers.
func trySlowHeaders(ctx context.Context, t *Target) verdict {
	return t.holdConnections(ctx, "unfinished headers", "GET /livez HTTP/1.1\r\nHost: "+t.Public.Host+"\r\nX-Slow: ")
}

// trySlowBodies starts calls with endless bodies, at the webhook, which has no limit by address. Incomplete calls change nothing.
func trySlowBodies(ctx context.Context, t *Target) verdict {
	return t.holdConnections(ctx, "half-sent bodies", "POST /v1/webhooks/braintree HTTP/1.1\r\nHost: "+t.Public.Host+
		"\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nbt_signature=")
}

// holdConnections sends only the beginning of a call, on several connections. The server must answer another call meanwhile, and must close or answer
// every connection within t.Patience.
func (t *Target) holdConnections(ctx context.Context, what, beginning string) verdict {
	began := time.Now()
	ended := make(chan error, slowClients)
	for range slowClients {
		conn, err := t.dial(ctx)
		if err != nil {
			return untried(fmt.Sprintf("can't connect: %v", err))
		}
		defer func() { _ = conn.Close() }()
		_ = conn.SetDeadline(began.Add(t.Patience))
		if _, err := conn.Write([]byte(beginning)); err != nil {
			return untried(fmt.Sprintf("can't send: %v", err))
		}
		go func() { ended <- awaitEnd(conn) }()
	}
	sent := time.Now()
	a, err := t.call(ctx, request{path: "/v1/pricing-groups?country=US"})
	took := time.Since(sent)
	if err != nil || a.status >= 500 {
		return broken(fmt.Sprintf("while %d connections hold %s, another call gets %s", slowClients, what, describe(a, err)))
	}
	open := 0
	for range slowClients {
		if err := <-ended; err != nil {
			open++
		}
	}
	if open > 0 {
		return broken(fmt.Sprintf("%d of %d connections with %s are still open after %s", open, slowClients, what, t.Patience))
	}
	return held(fmt.Sprintf("%d connections with %s were cut after %.1f s; another call was answered in %d ms", slowClients, what, time.Since(began).Seconds(), took.Milliseconds()))
}

func describe(a answer, err error) string {
	if err != nil {
		return fmt.Sprintf("no answer (%v)", err)
	}
	return fmt.Sprint(a.status)
}

// awaitEnd waits until the server answers or hangs up. It returns an error if the server did neither in time.
func awaitEnd(conn net.Conn) error {
	_, err := conn.Read(make([]byte, 1))
	var slow net.Error
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &slow) && slow.Timeout() {
		return err
	}
	return nil
}
