package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk/fault"
)

const (
	// limitedWait is the longest Retry-After of a rate limit that the client waits for.
	limitedWait = 90 * time.Second
	// patience limits the retries of an unanswered call: longer than the lease of a killed server on a call (2 min).
	patience = 150 * time.Second

	firstPause, longestPause = 100 * time.Millisecond, 2 * time.Second
)

// client makes the calls of one run.
type client struct {
	http      *http.Client
	server    string // address without a trailing slash
	locale    string
	flags     string // ?flags= of the calls that accept it
	referrer  string
	anonymous string
	key       string // Registration-Key
	bearer    string
	seen      *seen
	waiting   func(Wait) // nil: waits silently
}

// seen records the outcome of a run's calls so far.
type seen struct {
	answered   atomic.Bool          // don't wait for a server that was never reachable
	repeats    atomic.Int64         // retries of calls that were not answered
	refused    atomic.Pointer[Wait] // the last call's refusal by a named limit; nil: none
	clockMoved atomic.Bool          // the server's
	faulty     atomic.Bool          // the sandbox has faults of this run
	transcript transcript
}

// response is an answer with its whole body.
type response struct {
	Status int
	Header http.Header
	Body   []byte
	Limit  string        // setting of the limit that refused the call, from a development server
	Retry  time.Duration // Retry-After; if the answer has none, a second for 202 and 429, else 0
}

// ok reports success.
func (r response) ok() bool { return r.Status >= 200 && r.Status < 300 }

// decode reads the body into v.
func (r response) decode(v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("answer with status %d isn't the expected JSON: %w", r.Status, err)
	}
	return nil
}

// call sends JSON, and retries while servers are being replaced: no answer, half an answer, a load balancer's 502 or
// 504, a server's 503. That is safe for reads and for calls with an idempotency key; any other call is
// retried only after a 429, with which the server did nothing. A path that starts with / is on the server;
// anything else is a full URL.
func (c *client) call(ctx context.Context, method, path string, body any, idempotencyKey string) (response, error) {
	return c.send(ctx, request{method, path, body, idempotencyKey, method == http.MethodGet || idempotencyKey != "", nil})
}

// postIdempotent is like call, for a POST that changes nothing or is idempotent: it is retried
// without a key.
func (c *client) postIdempotent(ctx context.Context, path string, body any) (response, error) {
	return c.send(ctx, request{http.MethodPost, path, body, "", true, nil})
}

// request is a call. repeatable allows a retry after an unknown outcome.
type request struct {
	method, path   string
	body           any
	idempotencyKey string
	repeatable     bool
	header         map[string]string // in addition to the client's own
}

func (c *client) send(ctx context.Context, req request) (response, error) {
	began, reported := time.Now(), false
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		res, err := c.once(ctx, req)
		if err == nil {
			c.seen.answered.Store(true)
		}
		c.seen.refused.Store(res.limited())
		wait, bound := pause, patience
		switch {
		case err == nil && res.Status == http.StatusTooManyRequests:
			wait, bound = res.Retry, limitedWait
		case !req.repeatable || !res.lost(err) || err != nil && !c.seen.answered.Load():
			return res, err
		case res.Retry > 0:
			wait = res.Retry
		}
		if time.Since(began)+wait > bound {
			return res, err
		}
		switch spent := time.Since(began); {
		case c.waiting == nil:
		case res.Status == http.StatusTooManyRequests:
			c.waiting(Wait{res.Status, res.Limit, wait})
		case spent >= silence && !reported:
			reported = true
			c.waiting(Wait{res.Status, res.Limit, spent})
		}
		if err := c.pause(ctx, wait); err != nil {
			return res, err
		}
		if res.Status != http.StatusTooManyRequests {
			c.seen.repeats.Add(1)
		}
	}
}

// pause waits for d plus a random time up to half of it, so that callers that failed together don't retry together.
func (c *client) pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d + rand.N(d/2)): //nolint:gosec // a pause, not a secret
		return nil
	}
}

// lost reports whether a call's outcome is unknown: there was no answer, or a proxy answered, or
// the first call with this key is still in progress.
func (r response) lost(err error) bool {
	switch {
	case err != nil:
		return true
	case r.Status == http.StatusConflict:
		return r.problem() == string(fault.InProgress.Code)
	}
	return r.Status == http.StatusBadGateway || r.Status == http.StatusServiceUnavailable || r.Status == http.StatusGatewayTimeout
}

// problem returns the code of a problem, or "" if the answer isn't one.
func (r response) problem() string {
	var p struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(r.Body, &p) // a load balancer's page is not JSON and not a problem
	return p.Code
}

// form sends a form, like the login page.
func (c *client) form(ctx context.Context, path string, values url.Values) (response, error) {
	return c.postIdempotent(ctx, path, values)
}

func (c *client) once(ctx context.Context, req request) (response, error) {
	server := api.Client{HTTP: c.http, Server: c.server, Header: c.identity(req.idempotencyKey)}
	address := req.path
	if strings.HasPrefix(address, "/") {
		address = c.server + address
	}
	c.seen.transcript.record(req, address, nil, c.key, c.bearer)
	res, err := server.Send(ctx, api.Request{Method: req.method, Path: req.path, Body: req.body, Header: req.header})
	if err != nil {
		return response{}, err
	}
	out := response{Status: res.Status, Header: res.Header, Body: res.Body, Limit: res.Header.Get("Limited-By")}
	defer func() { c.seen.transcript.record(req, address, &out) }()
	if res.Header.Get("Retry-After") != "" || res.Status == http.StatusTooManyRequests || res.Status == http.StatusAccepted {
		out.Retry = res.RetryAfter()
	}
	return out, nil
}

// identity returns the headers that identify the caller.
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

// withFlags adds the forced experiment arms to a path.
func (c *client) withFlags(path string) string {
	if c.flags == "" {
		return path
	}
	return path + "?flags=" + url.QueryEscape(c.flags)
}
