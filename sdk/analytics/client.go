package analytics

import (
	"context"

	"github.com/cojoin/cojoin/sdk/job"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// RecordEvents enqueues a visitor's events for analytics. Without a [Service], or without
	// the visitor's id, it does nothing.
	RecordEvents(ctx context.Context, anonymousID string, events []Event) error

	// SendAnalytics is the work of an [job.AnalyticsJob]. Events that the service rejects are dropped and logged.
	SendAnalytics(ctx context.Context, messages []job.AnalyticsMessage) error

	// SendOrderAnalytics sends analytics a placed order, if its visitor may be counted, and the account's id, if the
	// visitor agreed to be identified. It sends no other personal data.
	SendOrderAnalytics(ctx context.Context, orderID string) error
}
