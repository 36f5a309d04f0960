package integration

import (
	"time"
)

// FeedWait is how long [Client.Feed] may wait for something to happen.
const FeedWait = 20 * time.Second

// FeedPage is a part of the feed.
type FeedPage struct {
	Events []Event `json:"events" doc:"In order; empty where nothing has happened"`
	Next   int64   `json:"next" doc:"Ask for what is after it the next time. Keep it with what you did about these events"`
}
