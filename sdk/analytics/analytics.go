package analytics

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/job"
)

// Service counts visitors' events. Send may repeat messages. [ErrRefused] is its error for a batch that another try wouldn't send either.
type Service interface {
	Send(ctx context.Context, batch []job.AnalyticsMessage) error
}

// ErrRefused is the error of a batch that the service will never take.
var ErrRefused = errors.New("the analytics service refused the messages")

// Event is one thing that happened in the widget.
type Event struct {
	Name       string
	At         time.Time // of the visitor's clock; far from ours, ours counts
	Properties map[string]any
}
