package braintree

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// maxAnswer limits a response in bytes: a page of 50 transactions has some 400 KB.
const maxAnswer = 4 << 20

// Errors of responses that the provider's client would accept, or panic on.
var (
	errCutAnswer   = errors.New("the answer was cut off")
	errEmptyAnswer = errors.New("the answer is empty")
	errLongAnswer  = errors.New("the answer is too long")
	errNoPageSize  = errors.New("the search's answer has no page size")
)

// newHTTPClient returns the client of all calls. It never follows a redirect, which would receive the keys.
func newHTTPClient(timeout time.Duration) *http.Client {
	base, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		base = &http.Transport{Proxy: http.ProxyFromEnvironment}
	}
	base = base.Clone()
	base.ResponseHeaderTimeout = timeout
	return &http.Client{
		Timeout: timeout, Transport: &transport{base},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// transport is the provider client's HTTP transport. It corrects amounts in requests and rejects truncated answers.
type transport struct{ next http.RoundTripper }

// shortAmount matches an amount below one in the client's format.
var shortAmount = regexp.MustCompile(`(<amount>)(\.\d+</amount>)`)

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	// The client requests gzip itself. Without its header the standard library handles gzip and detects truncated
	// responses.
	r.Header.Del("Accept-Encoding")
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			return nil, err
		}
		body = shortAmount.ReplaceAll(body, []byte("${1}0${2}"))
		// The standard library uses GetBody only if no byte of a POST or PUT was sent (the server had closed an
		// idle connection), so nothing is ever sent twice.
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		r.Body, _ = r.GetBody()
		r.ContentLength = int64(len(body))
	}
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	_ = resp.Body.Close()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errCutAnswer, err)
	case len(body) > maxAnswer:
		return nil, errLongAnswer
	}
	if resp.StatusCode < 300 {
		if err := checkBody(r, body); err != nil {
			return nil, err
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	return resp, nil
}

// rootElement matches the first element's name and the rest of its tag.
var rootElement = regexp.MustCompile(`^(?:<\?xml[^>]*\?>\s*)?<([A-Za-z][\w.-]*)\b([^<]*>)`)

// checkBody rejects a 2xx response that isn't a complete XML document, and a list of ids without a page size. It
// leaves the content to the client, because parsing it here would parse everything twice.
func checkBody(r *http.Request, body []byte) error {
	trimmed := bytes.TrimSpace(body)
	if len(trimmed) == 0 {
		if r.Method == http.MethodDelete { // a deletion has no body
			return nil
		}
		return errEmptyAnswer
	}
	root := rootElement.FindSubmatch(trimmed)
	if root == nil {
		return errCutAnswer
	}
	alone := bytes.HasSuffix(root[2], []byte("/>")) && bytes.HasSuffix(trimmed, root[0])
	if !alone && !bytes.HasSuffix(trimmed, fmt.Appendf(nil, "</%s>", root[1])) {
		return errCutAnswer
	}
	if strings.HasSuffix(r.URL.Path, "/advanced_search_ids") {
		var ids struct {
			PageSize int `xml:"page-size"`
		}
		if err := xml.Unmarshal(body, &ids); err != nil || ids.PageSize < 1 {
			return errNoPageSize
		}
	}
	return nil
}

// cause describes a failed call in a few fixed words. The network's own error could contain addresses or other
// data.
func cause(err error) string {
	var timeout net.Error
	for _, known := range []error{errCutAnswer, errEmptyAnswer, errLongAnswer, errNoPageSize} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "the call was given up"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case errors.As(err, new(*net.OpError)), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection failed"
	default:
		return "the answer can't be read"
	}
}
