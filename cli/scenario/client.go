package scenario

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
)

const (
	maxAnswer   = 4 << 20          // bytes of an answer that are read
	limitedWait = 90 * time.Second // longest Retry-After of a rate limit that is waited for
)

// client makes the calls of one run.
type client struct {
	http      *http.Client
	server    string // address without a trailing slash
	locale    string
	flags     string // ?flags= of the calls that take it
	referrer  string
	anonymous string
	key       string // Registration-Key
	bearer    string
}

// response is an answer, read whole.
type response struct {
	Status int
	Body   []byte
	Retry  time.Duration // Retry-After
}

// ok tells success.
func (r response) ok() bool { return r.Status >= 200 && r.Status < 300 }

// decode reads the body into v.
func (r response) decode(v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("answer with status %d isn't the JSON that was promised: %w", r.Status, err)
	}
	return nil
}

// call sends JSON and waits where the server asks for it (429). A path that starts with / is the
// server's; anything else is a whole address.
func (c *client) call(ctx context.Context, method, path string, body any, idempotencyKey string) (response, error) {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return response{}, fmt.Errorf("request: %w", err)
		}
	}
	for waited := time.Duration(0); ; {
		res, err := c.once(ctx, method, path, "application/json", raw, idempotencyKey)
		if err != nil || res.Status != http.StatusTooManyRequests || waited+res.Retry > limitedWait {
			return res, err
		}
		waited += res.Retry
		select {
		case <-ctx.Done():
			return res, ctx.Err()
		case <-time.After(res.Retry):
		}
	}
}

// form sends a form, as the login does.
func (c *client) form(ctx context.Context, path string, values url.Values) (response, error) {
	return c.once(ctx, http.MethodPost, path, "application/x-www-form-urlencoded", []byte(values.Encode()), "")
}

func (c *client) once(ctx context.Context, method, path, contentType string, body []byte, idempotencyKey string) (response, error) {
	address := path
	ours := strings.HasPrefix(path, "/")
	if ours {
		address = c.server + path
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return response{}, fmt.Errorf("request: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	if ours {
		c.identify(req.Header, idempotencyKey)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return response{}, fmt.Errorf("%s can't be reached: %w", originOf(address), unwrapURL(err))
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return response{}, fmt.Errorf("answer of %s: %w", originOf(address), err)
	}
	seconds, _ := strconv.Atoi(res.Header.Get("Retry-After"))
	return response{Status: res.StatusCode, Body: raw, Retry: time.Duration(max(seconds, 1)) * time.Second}, nil
}

func (c *client) identify(h http.Header, idempotencyKey string) {
	for name, value := range map[string]string{
		"Accept-Language": c.locale, "Anonymous-Id": c.anonymous, "Referrer-Key": c.referrer,
		"Registration-Key": c.key, "Idempotency-Key": idempotencyKey,
	} {
		if value != "" {
			h.Set(name, value)
		}
	}
	if c.bearer != "" {
		h.Set("Authorization", "Bearer "+c.bearer)
	}
}

// withFlags adds the forced arms to a path.
func (c *client) withFlags(path string) string {
	if c.flags == "" {
		return path
	}
	return path + "?flags=" + url.QueryEscape(c.flags)
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
