package job

import "time"

// The types of an [AnalyticsMessage].
const (
	AnalyticsIdentify = "identify" // the visitor is this account
	AnalyticsTrack    = "track"    // something happened
)

// AnalyticsMessage is one message for an analytics service, by the names of Segment's specification. It
// holds no personal data: visitor and account are random ids.
type AnalyticsMessage struct {
	Type        string         `json:"type"`
	MessageID   string         `json:"messageId"` // the same for a message that is sent twice: the service drops the second
	AnonymousID string         `json:"anonymousId"`
	UserID      string         `json:"userId,omitempty"`
	Event       string         `json:"event,omitempty"`
	Properties  map[string]any `json:"properties,omitempty"`
	Traits      map[string]any `json:"traits,omitempty"`
	Timestamp   time.Time      `json:"timestamp"`
}

// AnalyticsJob sends what was counted.
type AnalyticsJob struct {
	Messages []AnalyticsMessage `json:"messages"`
}

// Kind names the job.
func (AnalyticsJob) Kind() string { return "analytics" }

// AnalyticsOrderJob tells of a placed order.
type AnalyticsOrderJob struct {
	OrderID string `json:"orderId"`
}

// Kind names the job.
func (AnalyticsOrderJob) Kind() string { return "analytics_order" }
