package job

import "time"

// The types of an [AnalyticsMessage].
const (
	AnalyticsIdentify = "identify" // the visitor is this account
	AnalyticsTrack    = "track"    // an event
)

// AnalyticsMessage is a message for an analytics service, with the names of Segment's specification. It has no personal data: visitor and account are
// random ids.
type AnalyticsMessage struct {
	Type        string         `json:"type"`
	MessageID   string         `json:"messageId"` // the same for a repeated message: the service drops the second
	AnonymousID string         `json:"anonymousId"`
	UserID      string         `json:"userId,omitempty"`
	Event       string         `json:"event,omitempty"`
	Properties  map[string]any `json:"properties,omitempty"`
	Traits      map[string]any `json:"traits,omitempty"`
	Timestamp   time.Time      `json:"timestamp"`
}

// AnalyticsJob sends counted events.
type AnalyticsJob struct {
	Messages []AnalyticsMessage `json:"messages"`
}

// Kind names the job.
func (AnalyticsJob) Kind() string { return "analytics" }

// AnalyticsOrderJob reports a placed order.
type AnalyticsOrderJob struct {
	OrderID string `json:"orderId"`
}

// Kind names the job.
func (AnalyticsOrderJob) Kind() string { return "analytics_order" }
