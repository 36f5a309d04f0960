package segment

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/internal/remote"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	segmentURL     = "https://api.segment.io"
	defaultTimeout = 10 * time.Second
	maxAnswer      = 64 << 10 // bytes of a response that are read
	maxBatch       = 450 << 10
)

// Config holds the write key of a source and the address of its region.
type Config struct {
	WriteKey secret.Secret // of the source; required
	BaseURL  string        // of the region, e.g. https://events.eu1.segmentapis.com; default https://api.segment.io
	Timeout  time.Duration // of one call; default 10 s
}

// Client implements [analytics.Service] with Segment's HTTP API. It is safe for concurrent use and never logs.
// Its errors contain neither the key nor the sent data.
type Client struct {
	service       *remote.Service
	authorization string // basic, of the write key
}

var _ analytics.Service = (*Client)(nil)

// New returns a client. It checks the configuration and makes no call.
func New(cfg Config) (*Client, error) {
	if cfg.WriteKey == "" {
		return nil, errors.New("segment: the write key is missing")
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = segmentURL
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = defaultTimeout
	}
	return &Client{
		service:       remote.New("segment", cfg.BaseURL, cfg.Timeout, maxAnswer),
		authorization: "Basic " + base64.StdEncoding.EncodeToString([]byte(cfg.WriteKey.Reveal()+":")),
	}, nil
}

// Send implements [analytics.Service] with one call per batch. Segment ignores messages that it has already
// received.
func (s *Client) Send(ctx context.Context, batch []job.AnalyticsMessage) error {
	// Otherwise Segment would store the caller's address, which is the same server for all users.
	body, err := json.Marshal(map[string]any{"batch": batch, "context": map[string]any{"ip": "0.0.0.0", "library": map[string]any{"name": "cojoin"}}})
	if err != nil {
		return fmt.Errorf("%w: they can't be encoded as JSON", analytics.ErrRefused)
	}
	if len(body) > maxBatch {
		return fmt.Errorf("%w: %d bytes exceed the maximum", analytics.ErrRefused, len(body))
	}
	answer, err := s.service.Call(ctx, http.MethodPost, "/v1/batch", http.Header{"Authorization": {s.authorization}}, body)
	if err != nil {
		return err
	}
	switch status := answer.Status; {
	case status < http.StatusMultipleChoices:
		return nil
	case status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		return fmt.Errorf("segment answered %d", status)
	default:
		return fmt.Errorf("%w: segment answered %d", analytics.ErrRefused, status)
	}
}
