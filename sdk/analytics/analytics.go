package analytics

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/job"
)

// Service is where what visitors do is counted. Send may be called any number of times with the same
// messages. A batch that no second try will make welcome is answered with [ErrRefused].
type Service interface {
	Send(ctx context.Context, batch []job.AnalyticsMessage) error
}

// ErrRefused says that the service will never take a batch.
var ErrRefused = errors.New("the analytics service refused the messages")

// Event is one thing that happened in the widget.
type Event struct {
	Name       string
	At         time.Time // of the visitor's clock; far from ours, ours counts
	Properties map[string]any
}
