package analytics

import (
	"context"

	"github.com/cojoin/cojoin/sdk/job"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// RecordEvents enqueues a visitor's events for analytics. It does nothing without a [Service] or a visitor id.
	RecordEvents(ctx context.Context, anonymousID string, events []Event) error

	// SendAnalytics does the work of a [job.AnalyticsJob]. Events that the service rejects are dropped and logged.
	SendAnalytics(ctx context.Context, messages []job.AnalyticsMessage) error

	// SendOrderAnalytics sends a placed order to analytics, if its visitor may be counted. It adds the account's id, if the visitor agreed to be
	// identified. It sends no other personal data.
	SendOrderAnalytics(ctx context.Context, orderID string) error
}
