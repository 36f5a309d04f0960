package analytics

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/job"
)

// Service counts visitors' events. Send may get a message twice. It returns [ErrRefused] for a batch that a retry wouldn't send either.
type Service interface {
	Send(ctx context.Context, batch []job.AnalyticsMessage) error
}

// ErrRefused is the error of a permanently rejected batch.
var ErrRefused = errors.New("the analytics service refused the messages")

// Event is one event in the widget.
type Event struct {
	Name       string
	At         time.Time // by the visitor's clock; replaced if it is more than a day off
	Properties map[string]any
}
