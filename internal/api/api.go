// Package api is the HTTP client for the service's own API, used by commands, scenarios and the chaos suite.
// It decodes the API's two kinds of failure (docs/reference) and limits how much it reads.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/cojoin/cojoin/sdk/fault"
)

// maxAnswer is the maximum size of a response, in bytes.
const maxAnswer = 4 << 20

// Client calls one server.
type Client struct {
	HTTP   *http.Client
	Server string            // address without a trailing slash
	Header map[string]string // sent with every call to the server, except empty values
}

// Request is one call.
type Request struct {
	Method string
	Path   string // on the server; without a leading / it is a full URL, and gets none of our headers
	Body   any    // sent as JSON; [url.Values] as a form; nil is no body
	Header map[string]string
}

// Response is a response with its whole body.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send makes the call. An error means that no complete response came. It contains the server's address, never the path, which may contain an id.
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
	return Response{Status: res.StatusCode, Header: res.Header, Body: plainText(raw)}, nil
}

// controls are the control characters that move a terminal's cursor or change its colors, in JSON's notation.
var controls = regexp.MustCompile(`(?i)(^|[^\\])((?:\\\\)*)\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])`)

// plainText removes the control characters from a response: a terminal displays text that people typed.
func plainText(body []byte) []byte {
	for controls.Match(body) {
		body = controls.ReplaceAll(body, []byte("$1$2"))
	}
	return bytes.Map(func(r rune) rune {
		if r != '\n' && r != '\r' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, body)
}

// Call sends the call and decodes the response into out, unless out is nil. If the response isn't a success, the error is a *[Refusal].
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

// OK reports success.
func (r Response) OK() bool { return r.Status >= 200 && r.Status < 300 }

// RetryAfter returns the server's Retry-After, at least a second.
func (r Response) RetryAfter() time.Duration {
	seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
	return time.Duration(max(seconds, 1)) * time.Second
}

// Decode reads the body into v.
func (r Response) Decode(v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("answer with status %d isn't the expected JSON: %w", r.Status, err)
	}
	return nil
}

// Err returns the *[Refusal] of a response that isn't a success.
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

// Refusal is an unsuccessful response: broken rules that a person can fix (409), or a problem.
type Refusal struct {
	Status     int              `json:"-"`
	RetryAfter time.Duration    `json:"-"`
	Code       string           `json:"code"`
	Detail     string           `json:"detail"`
	RequestID  string           `json:"requestId"`
	Broken     fault.Violations `json:"validationErrors"`
}

// Error returns the server's text, with one broken rule per line.
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

// unwrapURL removes the URL from an error of net/http, because it may contain an id.
func unwrapURL(err error) error {
	if u, ok := err.(*url.Error); ok { //nolint:errorlint // net/http returns it bare
		return u.Err
	}
	return err
}
