package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cojoin/cojoin/internal/api"
)

// limitedWait is the longest Retry-After of a rate limit that is waited for.
const limitedWait = 90 * time.Second

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

// call sends JSON and waits where the server asks for it: too many calls (429), too much to do (503). A path that starts with / is the
// server's; anything else is a whole address.
func (c *client) call(ctx context.Context, method, path string, body any, idempotencyKey string) (response, error) {
	for waited := time.Duration(0); ; {
		res, err := c.once(ctx, method, path, body, idempotencyKey)
		asked := res.Status == http.StatusTooManyRequests || res.Status == http.StatusServiceUnavailable
		if err != nil || !asked || waited+res.Retry > limitedWait {
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
	return c.once(ctx, http.MethodPost, path, values, "")
}

func (c *client) once(ctx context.Context, method, path string, body any, idempotencyKey string) (response, error) {
	server := api.Client{HTTP: c.http, Server: c.server, Header: c.identity(idempotencyKey)}
	res, err := server.Send(ctx, api.Request{Method: method, Path: path, Body: body})
	if err != nil {
		return response{}, err
	}
	return response{Status: res.Status, Body: res.Body, Retry: res.RetryAfter()}, nil
}

// identity is the headers that say who calls.
func (c *client) identity(idempotencyKey string) map[string]string {
	headers := map[string]string{
		"Accept-Language": c.locale, "Anonymous-Id": c.anonymous, "Referrer-Key": c.referrer,
		"Registration-Key": c.key, "Idempotency-Key": idempotencyKey,
	}
	if c.bearer != "" {
		headers["Authorization"] = "Bearer " + c.bearer
	}
	return headers
}

// withFlags adds the forced arms to a path.
func (c *client) withFlags(path string) string {
	if c.flags == "" {
		return path
	}
	return path + "?flags=" + url.QueryEscape(c.flags)
}
