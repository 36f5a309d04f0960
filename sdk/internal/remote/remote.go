// Package remote calls other people's HTTP interfaces, for the adapters of package sdk: every call has a deadline,
// an answer a bound, and no error holds an address, a key or what was sent.
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

// Service is somebody's interface. It is safe for concurrent use and never logs.
type Service struct {
	name, base string
	most       int64
	client     *http.Client
}

// New names a service as its errors do ("google"), and says how long a call may take and how many bytes of an answer
// are read. It calls nobody.
func New(name, baseURL string, timeout time.Duration, most int64) *Service {
	return &Service{name: name, base: baseURL, most: most, client: &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a key stays where it belongs
	}}
}

// Answer is what the service said, whatever its status.
type Answer struct {
	Status int
	Body   []byte // as far as it was read
}

// Call sends a request: JSON where there is a body. It follows no redirection.
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

// withoutAddress takes the address, which may hold what somebody typed, out of an error.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
