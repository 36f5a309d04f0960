package analytics

import (
	"context"

	"github.com/cojoin/cojoin/sdk/job"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// RecordEvents enqueues a visitor's events for analytics. It does nothing if there is no [Service], or if anonymousID is
	// empty.
	RecordEvents(ctx context.Context, anonymousID string, events []Event) error

	// SendAnalytics does the work of a [job.AnalyticsJob]. Events that the service rejects are dropped and logged.
	SendAnalytics(ctx context.Context, messages []job.AnalyticsMessage) error

	// SendOrderAnalytics sends a placed order to analytics, if the buyer allowed analytics. It adds the account's id, if the buyer agreed to be
	// identified. It sends no other personal data.
	SendOrderAnalytics(ctx context.Context, orderID string) error
}
