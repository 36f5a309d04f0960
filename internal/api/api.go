// Package api is the one HTTP client of the service's own interface: commands, scenarios and the chaos suite
// make their calls with it. It knows how the interface says no (docs/reference, "Two kinds of failure") and
// bounds what it reads.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// maxAnswer is how many bytes of an answer are read.
const maxAnswer = 4 << 20

// Client makes calls of one server.
type Client struct {
	HTTP   *http.Client
	Server string            // address without a trailing slash
	Header map[string]string // sent with every call of the server; empty values aren't sent
}

// Request is one call.
type Request struct {
	Method string
	Path   string // below the server; one that doesn't start with / is a whole address, and gets no header of ours
	Body   any    // sent as JSON; [url.Values] as a form; nil is no body
	Header map[string]string
}

// Response is an answer, read whole.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send makes the call. An error means that no answer came, or half a one; it names the server, never the
// path, which may hold an id.
func (c *Client) Send(ctx context.Context, r Request) (Response, error) {
	address, ours := r.Path, strings.HasPrefix(r.Path, "/")
	if ours {
		address = c.Server + r.Path
	}
	body, contentType, err := encode(r.Body)
	if err != nil {
		return Response{}, err
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, address, bytes.NewReader(body))
	if err != nil {
		return Response{}, fmt.Errorf("request: %w", unwrapURL(err))
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if ours {
		set(req.Header, c.Header)
	}
	set(req.Header, r.Header)
	res, err := c.HTTP.Do(req)
	if err != nil {
		return Response{}, fmt.Errorf("%s can't be reached: %w", originOf(address), unwrapURL(err))
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return Response{}, fmt.Errorf("answer of %s: %w", originOf(address), err)
	}
	return Response{Status: res.StatusCode, Header: res.Header, Body: raw}, nil
}

// Call sends, and reads the answer into out (nil: it isn't read). An answer that isn't a success is a
// *[Refusal].
func (c *Client) Call(ctx context.Context, r Request, out any) error {
	res, err := c.Send(ctx, r)
	if err != nil {
		return err
	}
	if err := res.Err(); err != nil {
		return err
	}
	if out == nil {
		return nil
	}
	return res.Decode(out)
}

// OK tells success.
func (r Response) OK() bool { return r.Status >= 200 && r.Status < 300 }

// RetryAfter is how long the server asks to wait; at least a second.
func (r Response) RetryAfter() time.Duration {
	seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
	return time.Duration(max(seconds, 1)) * time.Second
}

// Decode reads the body into v.
func (r Response) Decode(v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("answer with status %d isn't the JSON that was promised: %w", r.Status, err)
	}
	return nil
}

// Err gives the *[Refusal] of an answer that is no success.
func (r Response) Err() error {
	if r.OK() {
		return nil
	}
	refusal := &Refusal{Status: r.Status, RetryAfter: r.RetryAfter()}
	if err := json.Unmarshal(r.Body, refusal); err != nil || refusal.Code == "" && len(refusal.Broken) == 0 {
		refusal.Detail = fmt.Sprintf("status %d: is this the address of the service?", r.Status)
	}
	return refusal
}

// Refusal is an answer that says no: broken rules that a person can put right (409), or a problem.
type Refusal struct {
	Status     int            `json:"-"`
	RetryAfter time.Duration  `json:"-"`
	Code       string         `json:"code"`
	Detail     string         `json:"detail"`
	RequestID  string         `json:"requestId"`
	Broken     sdk.Violations `json:"validationErrors"`
}

// Error gives the server's own words, one broken rule a line.
func (r *Refusal) Error() string {
	if len(r.Broken) > 0 {
		lines := make([]string, len(r.Broken))
		for i, v := range r.Broken {
			lines[i] = v.Field + ": " + v.Text
		}
		return strings.Join(lines, "\n")
	}
	if r.RequestID != "" && r.Status >= 500 {
		return fmt.Sprintf("%s (request %s)", r.Detail, r.RequestID)
	}
	return r.Detail
}

func encode(body any) (raw []byte, contentType string, err error) {
	switch v := body.(type) {
	case nil:
		return nil, "", nil
	case url.Values:
		return []byte(v.Encode()), "application/x-www-form-urlencoded", nil
	}
	if raw, err = json.Marshal(body); err != nil {
		return nil, "", fmt.Errorf("request: %w", err)
	}
	return raw, "application/json", nil
}

func set(h http.Header, values map[string]string) {
	for name, value := range values {
		if value != "" {
			h.Set(name, value)
		}
	}
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the server"
	}
	return u.Scheme + "://" + u.Host
}

// unwrapURL drops the address from an error of net/http: it may hold an id.
func unwrapURL(err error) error {
	if u, ok := err.(*url.Error); ok { //nolint:errorlint // net/http returns it bare
		return u.Err
	}
	return err
}
