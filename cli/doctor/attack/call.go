package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// mostAnswer is the maximum number of bytes read from an answer.
const mostAnswer = 64 << 10

// request is one call of an attack.
type request struct {
	method, path string // GET if empty
	body         string
	header       map[string]string
}

// answer is the answer to a request, without its body.
type answer struct {
	status int
	header http.Header
}

// newClient returns a client that follows no redirect and uses no proxy.
func newClient() *http.Client {
	return &http.Client{
		Timeout:       callTimeout,
		Transport:     &http.Transport{ForceAttemptHTTP2: true, ResponseHeaderTimeout: callTimeout, TLSHandshakeTimeout: callTimeout},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// call makes a call at the public address.
func (t *Target) call(ctx context.Context, r request) (answer, error) {
	return send(ctx, t.client, t.Public.Scheme+"://"+t.Public.Host, r)
}

func send(ctx context.Context, client *http.Client, origin string, r request) (answer, error) {
	a, _, err := read(ctx, client, origin, r)
	return a, err
}

// read is send that also returns the answer's body.
func read(ctx context.Context, client *http.Client, origin string, r request) (answer, []byte, error) {
	if r.method == "" {
		r.method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, r.method, origin+r.path, strings.NewReader(r.body))
	if err != nil {
		return answer{}, nil, why(err)
	}
	req.Header.Set("User-Agent", "cojoin-doctor")
	if r.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range r.header {
		req.Header.Set(name, value)
	}
	resp, err := client.Do(req)
	if err != nil {
		return answer{}, nil, why(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, mostAnswer))
	return answer{resp.StatusCode, resp.Header}, body, why(err)
}

// why removes the address from an error.
func why(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// turnedAway reports an answer that is independent of the call's content: a rate limit, or a busy server.
func (a answer) turnedAway() bool {
	return a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable
}

// refuses makes calls that must be refused with one of the wanted statuses; none means any from 400 to 499.
func (t *Target) refuses(ctx context.Context, calls map[string]request, expected ...int) verdict {
	var wrong []string
	for _, name := range inOrder(calls) {
		a, err := t.call(ctx, calls[name])
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%s: no answer (%v)", name, err))
		case a.turnedAway():
			return untried(fmt.Sprintf("%s: the server turned us away with %d; try again in a minute", name, a.status))
		case !isOne(a.status, expected):
			wrong = append(wrong, fmt.Sprintf("%s: answered with %d", name, a.status))
		}
	}
	if len(wrong) > 0 {
		return broken(strings.Join(wrong, "; "))
	}
	return held("refused: " + strings.Join(inOrder(calls), ", "))
}
