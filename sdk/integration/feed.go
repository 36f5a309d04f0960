package integration

import (
	"time"
)

// FeedWait is the maximum time for which [Client.Feed] waits for an event.
const FeedWait = 20 * time.Second

// FeedPage is a part of the feed.
type FeedPage struct {
	Events []Event `json:"events" doc:"In order; empty if there are no new events"`
	Next   int64   `json:"next" doc:"Ask for what is after it the next time. Keep it with what you did about these events"`
}
