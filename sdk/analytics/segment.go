package analytics

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

const (
	segmentURL     = "https://api.segment.io"
	defaultTimeout = 10 * time.Second
	maxAnswer      = 64 << 10 // bytes of an answer that are read
	maxBatch       = 450 << 10
)

// SegmentConfig says whose source is written to.
type SegmentConfig struct {
	WriteKey sdk.Secret    // of the source; required
	BaseURL  string        // of the region, e.g. https://events.eu1.segmentapis.com; default https://api.segment.io
	Timeout  time.Duration // of one call; default 10 s
}

// Segment implements [sdk.Analytics] with Segment's HTTP API. It is safe for concurrent use and never logs;
// its errors hold neither the key nor what was sent.
type Segment struct {
	cfg    SegmentConfig
	client *http.Client
}

var _ sdk.Analytics = (*Segment)(nil)

// NewSegment makes the adapter. It calls nobody.
func NewSegment(cfg SegmentConfig) (*Segment, error) {
	if cfg.WriteKey == "" {
		return nil, errors.New("analytics: Segment's write key is missing")
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = segmentURL
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = defaultTimeout
	}
	return &Segment{cfg: cfg, client: &http.Client{
		Timeout:       cfg.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key stays with Segment
	}}, nil
}

// Send implements [sdk.Analytics]: one call for the batch. Segment takes messages that it has seen once only.
func (s *Segment) Send(ctx context.Context, batch []sdk.AnalyticsMessage) error {
	// Segment notes the caller's address otherwise: ours, which would be everybody's.
	body, err := json.Marshal(map[string]any{"batch": batch, "context": map[string]any{"ip": "0.0.0.0", "library": map[string]any{"name": "cojoin"}}})
	if err != nil {
		return fmt.Errorf("%w: they can't be written", sdk.ErrAnalyticsRefused)
	}
	if len(body) > maxBatch {
		return fmt.Errorf("%w: %d bytes are too many", sdk.ErrAnalyticsRefused, len(body))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.cfg.BaseURL+"/v1/batch", bytes.NewReader(body))
	if err != nil {
		return errors.New("the request can't be made") // its error quotes the address
	}
	req.SetBasicAuth(s.cfg.WriteKey.Reveal(), "")
	req.Header.Set("Content-Type", "application/json")
	res, err := s.client.Do(req)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("segment can't be reached: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer)) // so that the connection can be used again
	switch {
	case res.StatusCode < http.StatusMultipleChoices:
		return nil
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusRequestTimeout || res.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("segment answered %d", res.StatusCode)
	default:
		return fmt.Errorf("%w: segment answered %d", sdk.ErrAnalyticsRefused, res.StatusCode)
	}
}
