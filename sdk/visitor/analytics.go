package visitor

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/job"
)

// Analytics is where what visitors do is counted. Send may be called any number of times with the same
// messages. A batch that no second try will make welcome is answered with [ErrAnalyticsRefused].
type Analytics interface {
	Send(ctx context.Context, batch []job.AnalyticsMessage) error
}

// ErrAnalyticsRefused says that the service will never take a batch.
var ErrAnalyticsRefused = errors.New("the analytics service refused the messages")

// AnalyticsEvent is one thing that happened in the widget.
type AnalyticsEvent struct {
	Name       string
	At         time.Time // of the visitor's clock; far from ours, ours counts
	Properties map[string]any
}
