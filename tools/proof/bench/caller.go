package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// callTimeout is the time after which a call counts as hanging.
const callTimeout = 20 * time.Second

// caller makes calls over one kept connection. It is leaner than net/http's client, whose goroutines would take processor time from the measured
// programs on the same machine.
type caller struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
	out  bytes.Buffer
}

// call is one request; it omits empty headers.
type call struct {
	method, path                  string
	key, bearer, idempotency, via string // via is the visitor's address in the proxy's header
	form                          bool   // the body is a form, not JSON
	body                          []byte
}

// do makes the call and returns status and body.
func (c *caller) do(ctx context.Context, r call) (int, []byte, error) {
	if c.conn == nil {
		conn, err := (&net.Dialer{Timeout: callTimeout}).DialContext(ctx, "tcp", c.addr)
		if err != nil {
			return 0, nil, fmt.Errorf("bench: %w", err)
		}
		c.conn, c.in = conn, bufio.NewReaderSize(conn, 16<<10)
	}
	status, body, err := c.exchange(r)
	if err != nil {
		c.close()
		return 0, nil, fmt.Errorf("bench: %s: %w", r.method, err)
	}
	return status, body, nil
}

func (c *caller) exchange(r call) (int, []byte, error) {
	if err := c.conn.SetDeadline(time.Now().Add(callTimeout)); err != nil {
		return 0, nil, err
	}
	c.out.Reset()
	contentType := "application/json"
	if r.form {
		contentType = "application/x-www-form-urlencoded"
	}
	fmt.Fprintf(&c.out, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n", r.method, r.path, c.addr, contentType, len(r.body))
	for _, h := range [4][2]string{{"Registration-Key", r.key}, {"Authorization", r.bearer}, {"Idempotency-Key", r.idempotency}, {"X-Forwarded-For", r.via}} {
		if h[1] != "" {
			c.out.WriteString(h[0] + ": " + h[1] + "\r\n")
		}
	}
	c.out.WriteString("\r\n")
	c.out.Write(r.body)
	if _, err := c.conn.Write(c.out.Bytes()); err != nil {
		return 0, nil, err
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, nil, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if closing := res.Body.Close(); err == nil {
		err = closing
	}
	if res.Close { // as after a call that was rejected before its body was read
		c.close()
	}
	return res.StatusCode, body, err
}

func (c *caller) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

func newCallers(addr string, n int) []*caller {
	all := make([]*caller, n)
	for i := range all {
		all[i] = &caller{addr: addr}
	}
	return all
}

func closeCallers(all []*caller) {
	for _, c := range all {
		c.close()
	}
}
