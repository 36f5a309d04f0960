// Package remote calls third-party HTTP interfaces, for the adapters of package sdk. Every call has a deadline, every answer a maximum size, and no
// error contains an address, a key or sent data.
package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Service is a third-party interface. It is safe for concurrent use and never logs.
type Service struct {
	name, base string
	most       int64
	client     *http.Client
}

// New returns a service. name appears in its errors ("google"), timeout limits a call, and most is the number of bytes read from an answer. New makes
// no call.
func New(name, baseURL string, timeout time.Duration, most int64) *Service {
	return &Service{name: name, base: baseURL, most: most, client: &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a redirect must not receive the key
	}}
}

// Answer is the service's response, with any status.
type Answer struct {
	Status int
	Body   []byte // up to the maximum size
}

// Call sends a request, with a body as JSON. It follows no redirect.
func (s *Service) Call(ctx context.Context, method, path string, header http.Header, body []byte) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(body))
	if err != nil {
		return Answer{}, errors.New("the request can't be made") // its error quotes the address
	}
	if header != nil {
		req.Header = header
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := s.client.Do(req)
	if err != nil {
		return Answer{}, fmt.Errorf("%s can't be reached: %w", s.name, withoutAddress(err))
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, s.most))
	if err != nil {
		return Answer{}, fmt.Errorf("%s's answer: %w", s.name, withoutAddress(err))
	}
	return Answer{Status: res.StatusCode, Body: raw}, nil
}

// withoutAddress removes the address from an error. The address may contain typed text.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
